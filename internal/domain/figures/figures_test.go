package figures_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/figures"
	"github.com/firmhub/firmhub/internal/job"
)

func TestRecorder(t *testing.T) {
	t.Parallel()
	jobs, err := job.NewManager(dbtest.Open(t, db.SQLite))
	require.NoError(t, err)
	r := figures.NewRecorder("v1.2.3", func() int { return 7 }, jobs)
	now := time.Now()
	r.Record(now.Add(-2*time.Hour), 200, time.Second) // of the same minute of an earlier hour
	r.Record(now, 200, 10*time.Millisecond)
	r.Record(now, 404, 20*time.Millisecond)
	r.Record(now, 503, 60*time.Millisecond)

	read, err := r.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "v1.2.3", read.Version)
	require.Equal(t, 7, read.Connections)
	require.Zero(t, read.JobsWaiting+read.JobsRunning+read.JobsFailed)
	var sum figures.Minute
	for _, minute := range read.Minutes {
		if minute.Requests > 0 {
			sum = minute
		}
	}
	require.LessOrEqual(t, len(read.Minutes), 2, "since the start")
	require.Equal(t, []int{3, 2, 1}, []int{sum.Requests, sum.Refused, sum.Failed})
	require.InDelta(t, 30, sum.MeanMs, 0.001)
	require.InDelta(t, 60, sum.MaxMs, 0.001)
}
