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

// auditFields is what an audit log contains of a rule. Only the super-firm's has the note.
type auditFields struct {
	Line *string `json:"line,omitempty"`
	Note *string `json:"note,omitempty"`
}

// record adds a change of a rule to the audit logs of the super-firm and of the firms that the rule applies to. before is nil
// for a new rule, after for a deleted one. A firm's log contains only rules that apply to it: a rule that is changed to apply
// to another firm is deleted in the log of the first and new in that of the second.
func record(ctx context.Context, d *db.DB, action string, before, after *ent.PolicyRule) error {
	appliedTo, err := firmsOf(ctx, d, before)
	if err != nil {
		return err
	}
	appliesTo, err := firmsOf(ctx, d, after)
	if err != nil {
		return err
	}
	var removed, added, kept []uuid.UUID
	for id := range appliedTo {
		if appliesTo[id] {
			kept = append(kept, id)
		} else {
			removed = append(removed, id)
		}
	}
	for id := range appliesTo {
		if !appliedTo[id] {
			added = append(added, id)
		}
	}
	if before != nil && after != nil && Line(before) == Line(after) {
		kept = nil // only the note has changed, which firms do not see
	}
	for _, group := range []struct {
		firms         []uuid.UUID
		before, after *ent.PolicyRule
	}{{removed, before, nil}, {added, nil, after}, {kept, before, after}} {
		if len(group.firms) == 0 {
			continue
		}
		if err := audit.RecordIn(ctx, d, group.firms, change(action, group.before, group.after, false)); err != nil {
			return err
		}
	}
	superFirm, err := d.Client.Firm.Query().Where(firm.IsSuperFirm(true)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("read the super-firm: %w", err)
	}
	whole := change(action, before, after, true)
	if len(superFirm) == 0 || whole.Before == whole.After {
		return nil
	}
	return audit.RecordIn(ctx, d, superFirm, whole)
}

// firmsOf returns the firms that a rule applies to, without the super-firm.
func firmsOf(ctx context.Context, d *db.DB, r *ent.PolicyRule) (map[uuid.UUID]bool, error) {
	firms := map[uuid.UUID]bool{}
	if r == nil {
		return firms, nil
	}
	query := d.Client.Firm.Query().Where(firm.IsSuperFirm(false))
	if named := authz.LineOf(r).Firm(); named != "*" {
		id, err := uuid.Parse(named)
		if err != nil {
			return firms, nil //nolint:nilerr // An invalid rule may apply to no firm.
		}
		query.Where(firm.ID(id))
	}
	ids, err := query.IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the firms of the rule: %w", err)
	}
	for _, id := range ids {
		firms[id] = true
	}
	return firms, nil
}

// change returns an entry of an audit log, which contains of an update only the fields that differ.
func change(action string, before, after *ent.PolicyRule, notes bool) audit.Change {
	c := audit.Change{Action: action}
	was, is := auditFieldsOf(before, notes), auditFieldsOf(after, notes)
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

func auditFieldsOf(r *ent.PolicyRule, notes bool) (fields auditFields) {
	if r == nil {
		return fields
	}
	text := Line(r)
	fields.Line = &text
	if notes {
		fields.Note = &r.Note
	}
	return fields
}
