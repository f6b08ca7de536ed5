package policy

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// flushEvery limits how much a crash can lose: the counts of five seconds.
	flushEvery   = 5 * time.Second
	flushTimeout = 10 * time.Second
	// decisionsKept is how many days of decisions are replayed, including today.
	decisionsKept = 30
	// cleanupBatch keeps each transaction short, since on SQLite all other writers wait for it.
	cleanupBatch = 1000
)

// Recorder stores how many calls were allowed and refused each permission. An [authz.Enforcer]
// counts in memory; a goroutine adds its counts to the stored ones. A decision counts for the day
// of UTC on which it is stored.
type Recorder struct {
	db       *db.DB
	enforcer *authz.Enforcer

	// writing serializes writes; it guards the next four fields.
	writing sync.Mutex
	// counts are being stored. They stay here until the commit is known. A commit that is not
	// confirmed is repeated, and may then count twice.
	counts authz.Decisions
	day    calendar.Day
	// spare is an empty map for the enforcer.
	spare   authz.Decisions
	failing bool

	// rehearsing holds the one rehearsal that may run: it keeps a connection while it compares.
	rehearsing chan struct{}

	closing chan struct{}
	close   func()
	ended   chan struct{}
}

// NewRecorder returns a Recorder of the decisions of an enforcer, on a migrated database. It runs
// until it is closed.
func NewRecorder(d *db.DB, enforcer *authz.Enforcer) *Recorder {
	r := &Recorder{db: d, enforcer: enforcer, rehearsing: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{})}
	r.close = sync.OnceFunc(func() { close(r.closing) })
	go r.run()
	return r
}

func (r *Recorder) run() {
	defer close(r.ended)
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-r.closing:
			return
		case <-ticker.C:
		}
		_ = r.Flush(context.Background()) // It has logged the error; the next one tries again.
	}
}

// Close stops the goroutine and stores what was counted. What is counted later is stored by a
// second Close.
func (r *Recorder) Close(ctx context.Context) error {
	r.close()
	<-r.ended
	return r.Flush(ctx)
}

// Flush stores all decisions that were counted before, outside of any transaction of ctx. Counts
// that can't be stored wait for the next Flush.
func (r *Recorder) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(db.Outside(ctx), flushTimeout)
	defer cancel()
	r.writing.Lock()
	defer r.writing.Unlock()
	for r.take() {
		if err := store(ctx, r.db, r.counts, r.day); err != nil {
			if !r.failing {
				r.failing = true
				slog.WarnContext(ctx, "The counts of decisions can't be written now; they wait.", "error", err)
			}
			return err
		}
		clear(r.counts)
		r.counts, r.spare, r.failing = nil, r.counts, false
	}
	return nil
}

// take gets the counts of the enforcer, unless there still are some that could not be stored. It
// reports whether there are any.
func (r *Recorder) take() bool {
	if len(r.counts) == 0 {
		r.counts, r.day = r.enforcer.SwapDecisions(r.spare), calendar.DayOf(entity.Now())
		r.spare = nil
	}
	return len(r.counts) > 0
}

var decisionColumns = []string{"id", "firm_id", "subject_id", "module", "action", "day", "allowed", "calls"}

// store adds counts of any firms to the stored ones, in one transaction. It writes in the order of
// the firms and subjects, so that two instances do not deadlock.
func store(ctx context.Context, d *db.DB, counts authz.Decisions, day calendar.Day) error {
	decisions := slices.SortedFunc(maps.Keys(counts), func(a, b authz.Decision) int {
		return cmp.Or(slices.Compare(a.FirmID[:], b.FirmID[:]), slices.Compare(a.SubjectID[:], b.SubjectID[:]),
			cmp.Compare(a.Module, b.Module), cmp.Compare(a.Action, b.Action), cmp.Compare(outcome(a), outcome(b)))
	})
	ctx = rule.AcrossFirms(ctx, "count the decisions in several firms")
	err := d.Tx(ctx, func(ctx context.Context) error {
		return d.AcrossFirms(ctx).Copy("decision_counts", decisionColumns, len(decisions), func(i int) []any {
			made := decisions[i]
			return []any{
				entity.NewID(), made.FirmID, made.SubjectID, made.Module, made.Action,
				int(day), made.Allowed, counts[made],
			}
		}, db.OnConflict(` ON CONFLICT (firm_id, subject_id, module, action, day, allowed)
DO UPDATE SET calls = decision_counts.calls + excluded.calls`))
	})
	if err != nil {
		return fmt.Errorf("policy: store the counts of decisions: %w", err)
	}
	return nil
}

func outcome(made authz.Decision) int {
	if made.Allowed {
		return 1
	}
	return 0
}

// Cleanup deletes a batch of the counts of a firm that are older than 30 days. It reports whether
// there may be more.
func Cleanup(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "policy.Cleanup")
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find old counts of decisions of any firm"))
	firms, err := db.All[uuid.UUID](across, "SELECT firm_id FROM decision_counts WHERE day < $1 LIMIT 1", int(firstDay()))
	if err != nil || len(firms) == 0 {
		return false, err
	}
	firm := d.InFirm(rule.ForFirm(ctx, firms[0], "delete old counts of decisions"))
	_, err = firm.Exec("DELETE FROM decision_counts WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM decision_counts WHERE firm_id = $1 AND day < $2 LIMIT $3"), int(firstDay()), cleanupBatch)
	return true, err
}

// firstDay is the first day that is replayed.
func firstDay() calendar.Day { return calendar.DayOf(entity.Now()).Add(1 - decisionsKept) }
