package importer_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/realtime/broker"
)

// The variables of the process that the test kills.
const (
	victimURL    = "FIRMHUB_TEST_VICTIM_URL"
	victimFolder = "FIRMHUB_TEST_VICTIM_FOLDER"
	victimRows   = "FIRMHUB_TEST_VICTIM_ROWS"
)

// killBatch is small, so that a file has many steps.
const killBatch = 100

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url, os.Getenv(victimFolder), os.Getenv(victimRows))
	}
	os.Exit(m.Run())
}

// victim runs jobs until it is killed. It stops in the step after so many rows: however late it is
// killed, the others are left for the next process.
func victim(url, folder, rows string) {
	limit, err := strconv.Atoi(rows)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	blobs, err := blob.Open("file://" + folder)
	if err != nil {
		panic(err)
	}
	may := authz.New(d.Client, 0)
	runner := job.NewRunner(job.Config{DB: d})
	busy := func() bool { // asked in each step
		enough, err := d.Client.ContactImport.Query().Where(contactimport.ProcessedRowsGTE(limit)).
			Exist(rule.AcrossFirms(ctx, "a test"))
		if err != nil {
			panic(err)
		}
		if enough {
			select {}
		}
		return sometimes()
	}
	imports := importer.New(d, file.New(d, blobs, may, ""), may, notification.NewCenter(d, broker.NewMemory()), busy)
	imports.SetBatch(killBatch)
	imports.Handle(runner)
	if err := runner.Start(ctx); err != nil {
		panic(err)
	}
	select {}
}

// An import whose process is killed again and again ends as one that is left alone. The long form
// (make test-long) kills it twenty times.
func TestKill(t *testing.T) {
	t.Parallel()
	kills, rows := 2, 1500
	if os.Getenv("FIRMHUB_TEST_LONG") != "" {
		kills, rows = 20, 10_000
	}
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url, folder := dbtest.URL(t, dialect), t.TempDir()
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		content := mixed(rows)
		b := setupIn(t, d, folder)
		b.existing(t)
		queued := b.queue(t, content, importer.Input{Tags: []string{"Imported"}})
		var at []int
		for i := range kills {
			b.kill(t, url, folder, queued.ID, rows*(i+1)/(kills+1))
			resume(t, d)
			at = append(at, b.processed(queued.ID))
		}
		t.Logf("killed after %d rows", at)
		undisturbed := setupIn(t, d, folder)
		undisturbed.start(t) // runs both
		undisturbed.existing(t)
		expected := undisturbed.run(t, content, importer.Input{Tags: []string{"Imported"}})
		got := b.wait(t, queued.ID)
		require.Equal(t, contactimport.StatusCompleted, got.Status, got.Error)
		requireSame(t, undisturbed, expected, b, got)
		require.Equal(t, undisturbed.contacts(t), b.contacts(t))
		b.requireKept(t)
		undisturbed.requireKept(t)
	})
}

// requireSame compares the reports of two imports.
func requireSame(t *testing.T, a *bundle, expected *ent.ContactImport, b *bundle, got *ent.ContactImport) {
	t.Helper()
	require.Equal(t, expected.TotalRows, got.TotalRows)
	require.Equal(t, counts(expected), counts(got))
	require.Equal(t, a.rejects(t, expected.ID), b.rejects(t, got.ID))
}

func (b *bundle) processed(id uuid.UUID) int {
	return b.Client.ContactImport.GetX(b.ctx, id).ProcessedRows
}

// kill starts a process that runs jobs, and kills it when it has begun to import. It leaves what
// comes after so many rows.
func (b *bundle) kill(t *testing.T, url, folder string, id uuid.UUID, rows int) {
	t.Helper()
	before := b.processed(id)
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+url, victimFolder+"="+folder, victimRows+"="+strconv.Itoa(rows))
	process.Stderr = os.Stderr
	require.NoError(t, process.Start())
	require.Eventually(t, func() bool { return b.processed(id) > before }, 5*time.Minute, 5*time.Millisecond)
	time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond) //nolint:gosec,forbidigo // the point in the work is to be any
	require.NoError(t, process.Process.Kill())
	require.Error(t, process.Wait())
}

// resume makes it half a minute later: the dead process is not the leader any more, and its step
// should have ended.
func resume(t *testing.T, d *db.DB) {
	t.Helper()
	ago := map[string]string{db.SQLite: "datetime('now', '-30 seconds', 'subsec')", db.Postgres: "now() - interval '30 seconds'"}
	for _, statement := range []string{
		"DELETE FROM river_leader", "UPDATE river_job SET attempted_at = " + ago[d.Dialect()] + " WHERE state = 'running'",
	} {
		_, err := dbtest.SQL(t.Context(), d).Exec(statement)
		require.NoError(t, err)
	}
}
