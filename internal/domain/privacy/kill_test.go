package privacy_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
)

// The variables with the database, and the folder of the files, of the process that a test kills.
const (
	victimURL    = "FIRMHUB_TEST_VICTIM_URL"
	victimFolder = "FIRMHUB_TEST_VICTIM_FOLDER"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url, os.Getenv(victimFolder))
	}
	os.Exit(m.Run())
}

// victim erases contacts until it is killed.
func victim(url, folder string) {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	d.UsePseudonyms([]byte("a key"))
	b, err := build(d, folder)
	if err != nil {
		panic(err)
	}
	runner := job.NewRunner(job.Config{DB: d})
	b.Handle(runner)
	if err := runner.Start(ctx); err != nil {
		panic(err)
	}
	select {}
}

// steps returns how many steps of erasures were begun.
func (b *bundle) steps(t *testing.T) (n int) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), b.DB).Row([]any{&n}, "SELECT count(*) FROM river_job WHERE kind = 'contact.erase' AND attempt > 0")
	require.NoError(t, err)
	return n
}

// TestKill kills a process that erases, again and again. The person is gone in the end.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		d.UsePseudonyms([]byte("a key"))
		b := newBundle(t, d)
		id := b.fill(t)
		require.NoError(t, b.Erase(b.ctx, id))
		for range 3 {
			before := b.steps(t)
			process := exec.CommandContext(t.Context(), os.Args[0])
			process.Env, process.Stderr = append(os.Environ(), victimURL+"="+url, victimFolder+"="+b.folder), os.Stderr
			require.NoError(t, process.Start())
			require.Eventually(t, func() bool { return b.steps(t) > before }, 5*time.Minute, time.Millisecond)
			require.NoError(t, process.Process.Kill())
			require.ErrorAs(t, process.Wait(), new(*exec.ExitError))
			// The test does not wait until the step of the dead process is taken up.
			_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE river_job SET state = 'available', scheduled_at = $1 WHERE state = 'running'", entity.Now())
			require.NoError(t, err)
		}
		b.finish(t)
		for _, needle := range needles {
			require.Empty(t, b.mentions(t, needle), needle)
		}
		b.verifyConsent(t)
	})
}
