package authz

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Decision is the outcome of a call that needed a permission.
type Decision struct {
	FirmID uuid.UUID
	// SubjectID is the id of an account or of an API client. These ids never collide.
	SubjectID      uuid.UUID
	Module, Action string
	Allowed        bool
}

// Decisions are the numbers of equal decisions.
type Decisions map[Decision]int64

// maxDecisions limits the decisions that are counted between two calls of
// [Enforcer.SwapDecisions], to some 20 MB.
const maxDecisions = 100_000

// tally counts decisions in memory. The zero tally is ready.
type tally struct {
	mu      sync.Mutex // guards the other fields
	counts  Decisions
	full    bool
	dropped uint64
}

// Admit returns what [Enforcer.Can] returns, and counts the decision: that about the first action
// that is allowed, or else about the first one. It is called once for a call, not for further
// checks of the same call. What is refused without the policy, such as a credential that is not
// accepted, is not counted.
func (e *Enforcer) Admit(ctx context.Context, module string, actions ...string) error {
	allowed, action, err := e.allowsAny(ctx, module, actions)
	if err != nil {
		return err
	}
	v := viewer.From(ctx)
	made := Decision{FirmID: v.FirmID, SubjectID: v.UserID, Module: module, Action: action, Allowed: allowed}
	if v.Kind == viewer.APIClient {
		made.SubjectID = v.APIClientID
	}
	e.tally.add(ctx, made)
	return required(allowed, module, actions)
}

// SwapDecisions returns what was counted since the last call, and counts in the empty map from now
// on.
func (e *Enforcer) SwapDecisions(empty Decisions) Decisions {
	t := &e.tally
	t.mu.Lock()
	defer t.mu.Unlock()
	counted := t.counts
	t.counts, t.full = empty, false
	return counted
}

// Stats are metrics of an [Enforcer].
type Stats struct {
	// Waiting is the number of different decisions that were counted since the last call of
	// [Enforcer.SwapDecisions].
	Waiting int
	// Dropped is the number of decisions that were not counted.
	Dropped uint64
}

// Stats returns how many counts wait, and how many decisions were not counted.
func (e *Enforcer) Stats() Stats {
	e.tally.mu.Lock()
	defer e.tally.mu.Unlock()
	return Stats{Waiting: len(e.tally.counts), Dropped: e.tally.dropped}
}

// add counts a decision. While there are too many different ones it only counts those that it has.
func (t *tally) add(ctx context.Context, made Decision) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.counts) >= maxDecisions {
		if _, known := t.counts[made]; !known {
			t.dropped++
			if !t.full {
				t.full = true
				slog.WarnContext(ctx, "Too many different decisions wait to be counted; further ones are left out.", "limit", maxDecisions)
			}
			return
		}
	}
	if t.counts == nil {
		t.counts = Decisions{}
	}
	t.counts[made]++
}

// required returns Forbidden unless the viewer was allowed one of the actions.
func required(allowed bool, module string, actions []string) error {
	if allowed {
		return nil
	}
	names := make([]string, len(actions))
	for i, action := range actions {
		names[i] = Permission{Module: module, Action: action}.String()
	}
	return fault.New(fault.Forbidden, "This needs the permission %s.", strings.Join(names, " or "))
}
