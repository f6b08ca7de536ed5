package policy

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
)

// told is what a trail says of a rule. The note is told in the super-firm's own trail only.
type told struct {
	Line *string `json:"line,omitempty"`
	Note *string `json:"note,omitempty"`
}

// record tells the super-firm, and each firm that a rule is for, of a change: one of before and after is nil where there
// was, or is, no rule. A firm reads a rule only while it is for it: one that comes from elsewhere is new to it.
func record(ctx context.Context, d *db.DB, action string, before, after *ent.PolicyRule) error {
	wasFor, err := audience(ctx, d, before)
	if err != nil {
		return err
	}
	isFor, err := audience(ctx, d, after)
	if err != nil {
		return err
	}
	var left, came, stayed []uuid.UUID
	for id := range wasFor {
		if isFor[id] {
			stayed = append(stayed, id)
		} else {
			left = append(left, id)
		}
	}
	for id := range isFor {
		if !wasFor[id] {
			came = append(came, id)
		}
	}
	if before != nil && after != nil && Line(before) == Line(after) {
		stayed = nil // the note is none of theirs
	}
	for _, group := range []struct {
		firms         []uuid.UUID
		before, after *ent.PolicyRule
	}{{left, before, nil}, {came, nil, after}, {stayed, before, after}} {
		if len(group.firms) == 0 {
			continue
		}
		if err := audit.RecordIn(ctx, d, group.firms, change(action, group.before, group.after, false)); err != nil {
			return err
		}
	}
	own, err := d.Client.Firm.Query().Where(firm.IsSuperFirm(true)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("read the super-firm: %w", err)
	}
	whole := change(action, before, after, true)
	if len(own) == 0 || whole.Before == whole.After {
		return nil
	}
	return audit.RecordIn(ctx, d, own, whole)
}

// audience are the firms that a rule is for, but for the super-firm.
func audience(ctx context.Context, d *db.DB, r *ent.PolicyRule) (map[uuid.UUID]bool, error) {
	firms := map[uuid.UUID]bool{}
	if r == nil {
		return firms, nil
	}
	found := d.Client.Firm.Query().Where(firm.IsSuperFirm(false))
	if named := authz.LineOf(r).Firm(); named != "*" {
		id, err := uuid.Parse(named)
		if err != nil {
			return firms, nil //nolint:nilerr // An invalid rule may be for nobody.
		}
		found.Where(firm.ID(id))
	}
	ids, err := found.IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("read whom the rule is for: %w", err)
	}
	for _, id := range ids {
		firms[id] = true
	}
	return firms, nil
}

// change is the entry of a trail: of an update, what changed.
func change(action string, before, after *ent.PolicyRule, notes bool) audit.Change {
	c := audit.Change{Action: action}
	was, is := tell(before, notes), tell(after, notes)
	if before != nil && after != nil {
		if *was.Line == *is.Line {
			was.Line, is.Line = nil, nil
		}
		if notes && *was.Note == *is.Note {
			was.Note, is.Note = nil, nil
		}
	}
	if before != nil {
		c.Before, c.Target = was, audit.Of("policy", before.ID, Line(before))
	}
	if after != nil {
		c.After, c.Target = is, audit.Of("policy", after.ID, Line(after))
	}
	return c
}

func tell(r *ent.PolicyRule, notes bool) (t told) {
	if r == nil {
		return t
	}
	text := Line(r)
	t.Line = &text
	if notes {
		t.Note = &r.Note
	}
	return t
}
