package job_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
)

// victimURL is set in the process that the test kills.
const victimURL = "FIRMHUB_TEST_VICTIM_URL"

// victim does two steps of a job, says so in the midst of the third, and never ends.
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
		if _, err := d.Exec(ctx, "INSERT INTO x_marks (n) VALUES ($1)", step.Args.N); err != nil {
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

// The work of a process that was killed goes on in another, from the last step that was committed. Here the clock is
// put on by hand; docs/adr/0017 has the times of real ones.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := setup(t, d, job.Config{})
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
		require.Equal(t, job.Running, b.state(t, id, job.Running).State)

		// Half a minute later, the dead process is not the leader any more, and its step is overdue.
		for _, statement := range []string{
			"DELETE FROM river_leader",
			map[string]string{
				db.SQLite:   "UPDATE river_job SET attempted_at = datetime('now', '-30 seconds', 'subsec') WHERE state = 'running'",
				db.Postgres: "UPDATE river_job SET attempted_at = now() - interval '30 seconds' WHERE state = 'running'",
			}[dialect],
		} {
			_, err := d.Exec(b.ctx, statement)
			require.NoError(t, err)
		}
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			require.Equal(t, 2, step.Attempt)
			return b.mark(ctx, step.Args.N)
		})
		b.start(t)
		require.Equal(t, job.Done, b.next(t))
		require.Equal(t, []int{1, 2, 3}, b.marks(t))
		b.state(t, id, job.Completed)
	})
}
