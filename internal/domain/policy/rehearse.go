package policy

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// maxChanges limits the rules that a rehearsal adds, and those that it removes.
	maxChanges = 100
	// maxListed limits the subjects, and the calls, that are named.
	maxListed = 100
	// rehearsalTime limits a rehearsal as a whole.
	rehearsalTime = 10 * time.Second
)

// rehearsalLimits limit what is compared.
var rehearsalLimits = authz.Limits{Subjects: 1000, Time: 3 * time.Second}

// RehearseInput is a change of the rules. The change of a rule is both: its old line is removed,
// and its new line added.
type RehearseInput struct {
	Add    []string
	Remove []uuid.UUID
}

// Rehearsal is what a change of the rules would do.
type Rehearsal struct {
	Warnings []*Warning
	// Subjects are the first hundred whose permissions change, of SubjectCount.
	Subjects     []*SubjectEffect
	SubjectCount int
	// Calls are the hundred largest numbers of calls whose outcome would have been another one.
	Calls []*CallEffect
	// Refused and Allowed are the sums of all such calls.
	Refused, Allowed CallSum
	// IsComplete is false when a limit ended the rehearsal, which then shows a part.
	IsComplete bool
}

// Warning is what the author of a change should know.
type Warning struct {
	Kind authz.WarningKind
	// Line is nil if the warning is about the whole change, and RuleID if it is about no stored
	// rule.
	Line    *string
	RuleID  *uuid.UUID
	Message string
}

// SubjectEffect is what a user or an API client gains and loses, as Module:Action.
type SubjectEffect struct {
	Subject      *Subject
	Gained, Lost []string
}

// CallEffect are calls of the last 30 days that needed a permission.
type CallEffect struct {
	Subject    *Subject
	Permission string
	// IsAllowed reports whether the changed rules allow what was refused. Otherwise they refuse
	// what was allowed.
	IsAllowed bool
	Calls     int
}

// CallSum is a number of calls, and of the people and API clients that made them.
type CallSum struct{ Calls, People, APIClients int }

// Rehearse compares the present rules with changed ones: whose permissions change, and which calls
// of the last 30 days would have had another outcome for the subject's present role. The changed
// rules are not stored. For a line it returns the ValidationError of [Create], and for an id that
// is no rule a ValidationError. Rehearsals of a process run one after the other. Only the
// super-firm may call it. It crosses firms by itself.
func Rehearse(ctx context.Context, d *db.DB, decisions *Recorder, in RehearseInput) (out *Rehearsal, err error) {
	defer fault.Wrap(&err, "policy.Rehearse")
	ctx, cancel := context.WithTimeout(rule.AcrossFirms(ctx, "the super-firm rehearses policy rules"), rehearsalTime)
	defer cancel()
	change, err := in.change(ctx, d)
	if err != nil {
		return nil, err
	}
	select {
	case decisions.rehearsing <- struct{}{}:
		defer func() { <-decisions.rehearsing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := decisions.Flush(ctx); err != nil {
		return nil, err
	}
	found, err := authz.Rehearse(ctx, d.Client, change, rehearsalLimits)
	if err != nil {
		return nil, err
	}
	out = &Rehearsal{Warnings: make([]*Warning, 0, len(found.Warnings)), IsComplete: found.Complete}
	for _, w := range found.Warnings {
		out.Warnings = append(out.Warnings, newWarning(w))
	}
	if err := out.list(ctx, d, found); err != nil {
		return nil, err
	}
	if err := out.replay(ctx, d, found); err != nil {
		return nil, err
	}
	if err := out.name(ctx, d); err != nil {
		return nil, err
	}
	return out, nil
}

func newWarning(w authz.Warning) *Warning {
	shown := &Warning{Kind: w.Kind, RuleID: unlessZero(w.RuleID), Message: w.Message}
	if len(w.Line.Values) > 0 {
		text := w.Line.String()
		shown.Line = &text
	}
	return shown
}

// Validate returns every fault that needs no look at the stored rules.
func (in *RehearseInput) Validate() fault.Details {
	faults := in.checkCounts()
	if len(faults) > 0 {
		return faults
	}
	for i, text := range in.Add {
		if _, err := authz.ParseLine(text); err != nil {
			faults.Add(fmt.Sprintf("add[%d]", i), "%v", err)
		}
	}
	return faults
}

func (in *RehearseInput) checkCounts() fault.Details {
	var faults fault.Details
	for name, count := range map[string]int{"add": len(in.Add), "remove": len(in.Remove)} {
		if count > maxChanges {
			faults.Add(name, "must have at most %d entries", maxChanges)
		}
	}
	return faults
}

// change returns the change, or every fault.
func (in *RehearseInput) change(ctx context.Context, d *db.DB) (change authz.Change, err error) {
	faults := in.checkCounts()
	if err := faults.Err(); err != nil {
		return change, err
	}
	for i, text := range in.Add {
		field := fmt.Sprintf("add[%d]", i)
		line, err := authz.ParseLine(text)
		if err != nil {
			faults.Add(field, "%v", err)
			continue
		}
		why, err := authz.Ineffective(ctx, d.Client, line)
		if err != nil {
			return change, err
		}
		if why != "" {
			faults.Add(field, "has no effect: %s", why)
		}
		change.Add = append(change.Add, line)
	}
	stored, err := d.Client.PolicyRule.Query().Where(policyrule.IDIn(in.Remove...)).IDs(ctx)
	if err != nil {
		return change, fmt.Errorf("look for the rules: %w", err)
	}
	for i, id := range in.Remove {
		if !slices.Contains(stored, id) {
			faults.Add(fmt.Sprintf("remove[%d]", i), "is not the id of a policy rule")
		}
	}
	change.Remove = in.Remove
	return change, faults.Err()
}
