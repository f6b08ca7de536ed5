// Package job runs work in the background. A job is queued in the transaction that makes it
// necessary. So it exists if and only if that transaction commits, and it survives the process. The
// queue is River, in the same database as all other data (docs/adr/0017).
//
// A job is a chain of steps. Each step runs in one transaction, which also ends the step and queues
// the next one. So a step takes effect exactly once, and when its process dies a chain resumes
// after its last committed step. A step has [StepTimeout] to end.
//
// A job acts for the user or API client that queued it, with the permissions that they have when
// the step runs.
package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Args are the arguments of one kind of job: a struct that is stored as JSON. They identify the
// data to work on and, in a chain, the progress of the work. They contain no secret and no copy of
// the data.
type Args interface {
	// Kind returns the kind of job, such as contact.import. It is stored with each job and never
	// changes.
	Kind() string
}

// Options are how a job is queued. The zero value queues it for now.
type Options struct {
	// Key allows one unfinished job of the same kind, firm and key. Empty allows any number.
	Key string
	// After delays the job.
	After time.Duration
}

var errNobody = errors.New("job: a job is queued by a user, an API client or firmhub itself, and nobody is in the context")

// Insert queues a job for the viewer's firm and returns its id, which stays the same for all its
// steps. Call it in the transaction of the change that makes the job necessary; without a
// transaction it opens its own. If Options.Key finds an unfinished job, nothing is queued and the
// id of that job is returned.
func Insert[A Args](ctx context.Context, d *db.DB, args A, o Options) (int64, error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.Anonymous {
		return 0, errNobody
	}
	return insert(ctx, d, envelope[A]{Firm: v.FirmID, Key: o.Key, By: v.Initiator(), Args: args}, o.After)
}

// envelope is a job as River stores it.
type envelope[A Args] struct {
	Firm uuid.UUID `json:"firm"          river:"unique"`
	Key  string    `json:"key,omitempty" river:"unique"`
	// By is who queued the job.
	By viewer.Initiator `json:"by"`
	// Job is the id of the first step. It is zero in the first step itself.
	Job  int64 `json:"job,omitempty,string"`
	Args A     `json:"args"`
}

// Kind implements river.JobArgs.
func (e envelope[A]) Kind() string { return e.Args.Kind() }

func insert[A Args](ctx context.Context, d *db.DB, e envelope[A], after time.Duration) (id int64, err error) {
	options := &river.InsertOpts{MaxAttempts: maxAttempts}
	if e.Key != "" {
		options.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: unfinished()}
	}
	if after > 0 {
		options.ScheduledAt = time.Now().Add(after)
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if options.Priority, err = priority(ctx, d, e.Firm); err != nil {
			return err
		}
		return d.NativeTx(ctx, func(ctx context.Context, tx any) error {
			inserted, err := inserter(d.Dialect()).insertTx(ctx, tx, e, options)
			if err != nil {
				return err
			}
			id, err = firstStep(inserted.Job.ID, inserted.Job.EncodedArgs)
			return err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("job: queue %s: %w", e.Kind(), err)
	}
	return id, nil
}
