package job

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

// Every registers a kind of job that firmhub itself queues once in each period, on one of the
// instances of a cluster. Periods are counted from midnight UTC, not from the start of the server.
// If no server was running when a period began, the job is queued at the next start.
func Every[A Args](r *Runner, period time.Duration, args A, work func(context.Context, *Step[A]) error) {
	Handle(r, work)
	r.config.PeriodicJobs = append(r.config.PeriodicJobs, river.NewPeriodicJob(aligned(period),
		func() (river.JobArgs, *river.InsertOpts) {
			return envelope[A]{Args: args}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: period}}
		}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// aligned is a schedule of periods that begin at the same times on all instances.
type aligned time.Duration

// Next implements river.PeriodicSchedule.
func (a aligned) Next(now time.Time) time.Time {
	return now.Truncate(time.Duration(a)).Add(time.Duration(a))
}
