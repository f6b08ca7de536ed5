package policy

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/flush"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// flushEvery limits how much a crash can lose: the counts of five seconds.
	flushEvery = 5 * time.Second
	// decisionsKept is how many days of decisions are replayed, including today.
	decisionsKept = 30
	// cleanupBatch keeps each transaction short, since on SQLite all other writers wait for it.
	cleanupBatch = 1000
)

// Recorder stores how many calls were allowed and refused each permission. An [authz.Enforcer]
// counts in memory; the loop adds its counts to the stored ones. A decision counts for the day of
// UTC on which it is stored.
type Recorder struct {
	*flush.Loop

	db       *db.DB
	enforcer *authz.Enforcer
	// counts are the batch of the loop. They count twice if a commit is made but not confirmed.
	counts authz.Decisions
	day    calendar.Day

	// rehearsing holds the one rehearsal that may run: it keeps a connection while it compares.
	rehearsing chan struct{}
}

// NewRecorder returns a Recorder of the decisions of an enforcer, on a migrated database. It runs
// until it is closed.
func NewRecorder(d *db.DB, enforcer *authz.Enforcer) *Recorder {
	r := &Recorder{db: d, enforcer: enforcer, rehearsing: make(chan struct{}, 1)}
	r.Loop = flush.Start(flush.Batches{What: "counts of decisions", Every: flushEvery, Next: r.next, Store: r.store})
	return r
}

// next gets the counts of the enforcer, and gives it the map of the last ones.
func (r *Recorder) next() bool {
	clear(r.counts)
	r.counts, r.day = r.enforcer.SwapDecisions(r.counts), calendar.DayOf(entity.Now())
	return len(r.counts) > 0
}

var decisionColumns = []string{"id", "firm_id", "subject_id", "module", "action", "day", "allowed", "calls"}

// store adds the counts of any firms to the stored ones, in one transaction. It writes in the order
// of the firms and subjects, so that two instances do not deadlock.
func (r *Recorder) store(ctx context.Context) error {
	decisions := slices.SortedFunc(maps.Keys(r.counts), func(a, b authz.Decision) int {
		return cmp.Or(slices.Compare(a.FirmID[:], b.FirmID[:]), slices.Compare(a.SubjectID[:], b.SubjectID[:]),
			cmp.Compare(a.Module, b.Module), cmp.Compare(a.Action, b.Action), cmp.Compare(outcome(a), outcome(b)))
	})
	ctx = rule.AcrossFirms(ctx, "count the decisions in several firms")
	return r.db.Tx(ctx, func(ctx context.Context) error {
		return r.db.AcrossFirms(ctx).Insert("decision_counts", decisionColumns, len(decisions), func(i int) []any {
			made := decisions[i]
			return []any{
				entity.NewID(), made.FirmID, made.SubjectID, made.Module, made.Action,
				int(r.day), made.Allowed, r.counts[made],
			}
		}, db.OnConflict(` ON CONFLICT (firm_id, subject_id, module, action, day, allowed)
DO UPDATE SET calls = decision_counts.calls + excluded.calls`))
	})
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
	firms, err := db.All[uuid.UUID](across, "SELECT firm_id FROM decision_counts WHERE day < $1 ORDER BY day LIMIT 1", int(firstDay()))
	if err != nil || len(firms) == 0 {
		return false, err
	}
	firm := d.InFirm(rule.ForFirm(ctx, firms[0], "delete old counts of decisions"))
	_, err = firm.Exec("DELETE FROM decision_counts WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM decision_counts WHERE firm_id = $1 AND day < $2 ORDER BY day LIMIT $3"), int(firstDay()), cleanupBatch)
	return true, err
}

// firstDay is the first day that is replayed.
func firstDay() calendar.Day { return calendar.DayOf(entity.Now()).Add(1 - decisionsKept) }
