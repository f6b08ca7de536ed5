package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/viewer"
)

// With these times, the work of a dead process resumes within 60 seconds. A step counts as dead 20
// seconds after it began, is found within 30 more, and is started within 6 more.
const (
	// StepTimeout is how long a step may take before its context ends.
	StepTimeout = 15 * time.Second
	deadAfter   = 20 * time.Second

	fetchAtMost  = 20 * time.Millisecond
	pollEvery    = time.Second
	pollOnlyFrom = 200 * time.Millisecond
	// maxAttempts are spread over four hours.
	maxAttempts = 10
	keepFailed  = 7 * 24 * time.Hour
)

// Result is the result of a step.
type Result string

// The results of steps.
const (
	// Done means that the job succeeded with this step.
	Done Result = "done"
	// Continued means that the step queued another one.
	Continued Result = "continued"
	// Retried means that the step failed and will be tried again.
	Retried Result = "retried"
	// Failed means that the step failed and will not be tried again.
	Failed Result = "failed"
	// Stopped means that the step was cancelled or given to another worker.
	Stopped Result = "stopped"
	// Waiting means that the step was not begun, because its firm is not active, the runner stops,
	// or another process has to work on it.
	Waiting Result = "waiting"
)

// Config configures a [Runner].
type Config struct {
	DB *db.DB
	// Lookup returns the permissions of the user or API client that queued a job.
	Lookup viewer.Lookup
	// IsActive reports whether a firm is active. The jobs of an inactive firm wait. Default: every
	// firm is active.
	IsActive func(ctx context.Context, firm uuid.UUID) (bool, error)
	// Workers is how many steps run at once. Default 4.
	Workers int
	// PollOnly is set for a database behind a pooler that keeps no sessions. River then does not
	// listen for notifications, and polls for new jobs five times a second.
	PollOnly bool
	// Drain is how long a stopping runner waits for running steps before their contexts end.
	// Default 10 s.
	Drain time.Duration
	// Observe is called after each step. Default: not at all.
	Observe func(kind string, result Result, took time.Duration)
	// Tracer traces steps. Nil traces nothing.
	Tracer *tracing.Tracer
}

// Runner runs jobs. Kinds are registered with [Handle] and [Every] before it starts.
type Runner struct {
	db       *db.DB
	lookup   viewer.Lookup
	isActive func(context.Context, uuid.UUID) (bool, error)
	observe  func(string, Result, time.Duration)
	tracer   *tracing.Tracer
	config   river.Config
	drain    time.Duration
	client   client
	// kinds are the registered kinds of jobs.
	kinds []string
	// failed are the functions passed to [Handle], by kind.
	failed map[string]tell
	// stopping is closed when no more steps begin. telling is closed when OnFailure is called no
	// more.
	stopping <-chan struct{}
	telling  chan struct{}
}

// NewRunner returns a runner for a migrated database.
func NewRunner(c Config) *Runner {
	r := &Runner{
		db: c.DB, lookup: c.Lookup, isActive: c.IsActive, observe: c.Observe, tracer: c.Tracer, drain: c.Drain,
		failed: map[string]tell{}, telling: make(chan struct{}),
	}
	if r.isActive == nil {
		r.isActive = func(context.Context, uuid.UUID) (bool, error) { return true, nil }
	}
	if r.observe == nil {
		r.observe = func(string, Result, time.Duration) {}
	}
	if r.drain == 0 {
		r.drain = 10 * time.Second
	}
	workers := c.Workers
	if workers == 0 {
		workers = 4
	}
	r.config = river.Config{
		Workers:                     river.NewWorkers(),
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
		FetchCooldown:               fetchAtMost,
		FetchPollInterval:           pollEvery,
		PollOnly:                    c.PollOnly,
		JobTimeout:                  StepTimeout,
		RescueStuckJobsAfter:        deadAfter,
		RetryPolicy:                 &retries{},
		MaxAttempts:                 maxAttempts,
		SoftStopTimeout:             r.drain,
		CancelledJobRetentionPeriod: keepFailed,
		DiscardedJobRetentionPeriod: keepFailed,
	}
	if c.PollOnly {
		r.config.FetchPollInterval = pollOnlyFrom
	}
	return r
}

// Handle registers the function that works the steps of a kind of job. The function runs in a
// transaction, which begins at its first statement. So slow work that needs no database comes
// first. A [fault.Error] fails the job at once, unless it is Unavailable, TooManyRequests or
// InternalError. After any other error the step is tried again, ten times within four hours.
// failed, unless nil, is called when a job fails for good.
func Handle[A Args](r *Runner, work func(context.Context, *Step[A]) error, failed ...OnFailure[A]) {
	river.AddWorker(r.config.Workers, &worker[A]{runner: r, work: work})
	var args A
	r.kinds = append(r.kinds, args.Kind())
	for _, one := range failed {
		r.failed[args.Kind()] = one.decode
	}
}

// Kinds returns the kinds of jobs that are registered.
func (r *Runner) Kinds() []string { return slices.Clone(r.kinds) }

// Start starts running jobs, until ctx is done. Call [Runner.Wait] after that.
func (r *Runner) Start(ctx context.Context) (err error) {
	config := r.config
	r.stopping = ctx.Done()
	if r.client, err = newClient(r.db, &config); err != nil {
		return fmt.Errorf("job: %w", err)
	}
	if err := r.client.Start(ctx); err != nil {
		return fmt.Errorf("job: start: %w", err)
	}
	go func() {
		defer close(r.telling)
		if len(r.failed) > 0 {
			r.tellUntil(ctx)
		}
	}()
	return nil
}

// abandonAfter is how long a step may take to notice that its context has ended.
const abandonAfter = 5 * time.Second

var errAbandoned = errors.New("job: a step goes on though its context has ended; another process will repeat it")

// Wait waits, after the end of the context of [Runner.Start], until the running steps have ended.
// After the drain time, the contexts of the remaining steps end. These steps are rolled back, and
// run again in another process.
func (r *Runner) Wait() error {
	if r.client == nil {
		return nil
	}
	limit := time.NewTimer(r.drain + abandonAfter)
	defer limit.Stop()
	for _, ended := range []<-chan struct{}{r.client.Stopped(), r.telling} {
		select {
		case <-ended:
		case <-limit.C:
			return errAbandoned
		}
	}
	return nil
}
