package app_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
)

// Behind PgBouncer in transaction mode the server migrates on the direct connection, answers, and
// runs its jobs.
func TestBehindPgBouncer(t *testing.T) {
	t.Parallel()
	direct := dbtest.Empty(t, db.Postgres)
	config := app.Config{
		Addr: "127.0.0.1:0",
		Basics: app.Basics{
			DatabaseURL: dbtest.Pooled(t, direct), DatabaseDirectURL: direct, DataDir: t.TempDir(), Log: "error",
		},
	}
	listener, err := config.Listen(t.Context())
	require.NoError(t, err)
	a, err := app.New(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Run(ctx, listener, func(url string) { ready <- url }) }()

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, <-ready+"/readyz", nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.Eventually(t, func() bool {
		done, err := a.Jobs.List(t.Context(), []job.State{job.Completed}, 100)
		kinds := map[string]bool{}
		for _, j := range done {
			kinds[j.Kind] = true
		}
		return err == nil && len(kinds) == 15 // the periodic tasks, some of which may have run again
	}, 5*time.Minute, 10*time.Millisecond)
	stop()
	require.NoError(t, <-ended)
}
