package job_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
)

// victimURL is set in the process that the test kills.
const victimURL = "FIRMHUB_TEST_VICTIM_URL"

// victim does two steps of a job, prints a line in the middle of the third, and never ends.
func victim(url string) {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	runner := job.NewRunner(job.Config{DB: d})
	job.Handle(runner, func(ctx context.Context, step *job.Step[count]) error {
		if step.Args.N == 3 {
			fmt.Fprintln(os.Stdout, "in the third step")
			select {}
		}
		if _, err := dbtest.SQL(ctx, d).Exec("INSERT INTO x_marks (n) VALUES ($1)", step.Args.N); err != nil {
			return err
		}
		step.Next(count{N: step.Args.N + 1})
		return nil
	})
	if err := runner.Start(ctx); err != nil {
		panic(err)
	}
	select {}
}

// The work of a killed process continues in another within a minute, after the last committed step:
// in a process that starts after that, and in one that leads already. The long form (make
// test-long) waits in real time. In the short form the clock is advanced by hand.
func TestKill(t *testing.T) {
	t.Parallel()
	long := os.Getenv("FIRMHUB_TEST_LONG") != ""
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Run("Restart", func(t *testing.T) {
			t.Parallel()
			testKill(t, dialect, false, long)
		})
		if long {
			t.Run("OtherInstance", func(t *testing.T) {
				t.Parallel()
				testKill(t, dialect, true, long)
			})
		}
	})
}

func testKill(t *testing.T, dialect string, leads, long bool) {
	t.Helper()
	url := dbtest.URL(t, dialect)
	d, err := db.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	b := setup(t, d, job.Config{})
	var killed atomic.Bool
	attempts := make(chan int, 1)
	job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
		if !killed.Load() {
			step.Next(step.Args) // until the other process has it
			return nil
		}
		attempts <- step.Attempt
		return b.mark(ctx, step.Args.N)
	})
	if leads {
		b.start(t)
	}
	id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
	require.NoError(t, err)
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+url)
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	line, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "in the third step\n", line)
	require.NoError(t, process.Process.Kill())
	require.Error(t, process.Wait())
	killed.Store(true)
	at := time.Now()
	b.state(t, id, job.Running)
	if !long {
		overdue(t, d)
	}
	if !leads {
		b.start(t)
	}
	require.Equal(t, 2, receive(t, attempts))
	t.Logf("the work went on after %s", time.Since(at).Round(time.Millisecond))
	b.state(t, id, job.Completed)
	require.Equal(t, []int{1, 2, 3}, b.marks(t))
}

// overdue makes it half a minute later: the dead process is not the leader any more, and its step
// should have ended.
func overdue(t *testing.T, d *db.DB) {
	t.Helper()
	ago := map[string]string{db.SQLite: "datetime('now', '-30 seconds', 'subsec')", db.Postgres: "now() - interval '30 seconds'"}
	for _, statement := range []string{
		"DELETE FROM river_leader", "UPDATE river_job SET attempted_at = " + ago[d.Dialect()] + " WHERE state = 'running'",
	} {
		_, err := dbtest.SQL(t.Context(), d).Exec(statement)
		require.NoError(t, err)
	}
}
