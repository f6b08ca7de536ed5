package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/job"
)

// newJobCounts collects the number of jobs in each state. Jobs that succeeded are not counted.
func newJobCounts(count func(context.Context) (map[job.State]int, error)) prometheus.Collector {
	return &counted[map[job.State]int]{
		descs: []*prometheus.Desc{prometheus.NewDesc(
			"firmhub_jobs", "Steps of jobs that wait, run, or have failed within a week, by state.", []string{"state"}, nil,
		)},
		count: count,
		show: func(counts map[job.State]int, gauge func(int, int, ...string)) {
			for state, n := range counts {
				gauge(0, n, string(state))
			}
		},
	}
}
