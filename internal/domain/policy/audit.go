package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
)

// auditedRule is a rule in an audit entry. Only the super-firm may read the note.
type auditedRule struct {
	Line *string `json:"line,omitempty"`
	Note *string `json:"note,omitempty"`
}

// record adds the change of a rule to the audit logs of the super-firm and of the firms to which
// the rule applies or applied. before is nil for a new rule, and after for a deleted one. A firm's
// audit log contains only changes to rules that apply to that firm. If a rule did not apply to the
// firm before, its log shows a new rule.
func record(ctx context.Context, d *db.DB, action string, before, after *ent.PolicyRule) error {
	whole := change(action, before, after, true)
	if whole.Before == whole.After {
		return nil
	}
	was, err := audienceOf(ctx, d, before)
	if err != nil {
		return err
	}
	is, err := audienceOf(ctx, d, after)
	if err != nil {
		return err
	}
	sameLine := before != nil && after != nil && Line(before) == Line(after) // only the note differs, which firms may not read
	ended, began := change(action, before, nil, false), change(action, nil, after, false)
	changed := change(action, before, after, false)
	switch {
	case was.all && is.all && !sameLine:
		return audit.RecordGlobally(ctx, d, nil, changed, whole)
	case was.all && !is.all:
		err = audit.RecordGlobally(ctx, d, is.firm, ended, whole)
		return errors.Join(err, recordFor(ctx, d, is.firm, changed))
	case is.all && !was.all:
		err = audit.RecordGlobally(ctx, d, was.firm, began, whole)
		return errors.Join(err, recordFor(ctx, d, was.firm, changed))
	}
	if !sameLine {
		if was.firm != nil && is.firm != nil && *was.firm == *is.firm {
			err = recordFor(ctx, d, is.firm, changed)
		} else {
			err = errors.Join(recordFor(ctx, d, was.firm, ended), recordFor(ctx, d, is.firm, began))
		}
	}
	super, superErr := audit.SuperFirm(ctx, d)
	if err := errors.Join(err, superErr); err != nil {
		return fmt.Errorf("record the change of a rule: %w", err)
	}
	return audit.RecordIn(ctx, d, super, whole)
}

// audience are the firms to which a rule applies, except the super-firm: all, one or none.
type audience struct {
	all  bool
	firm *uuid.UUID
}

func audienceOf(ctx context.Context, d *db.DB, r *ent.PolicyRule) (audience, error) {
	if r == nil {
		return audience{}, nil
	}
	named := authz.LineOf(r).Firm()
	if named == "*" {
		return audience{all: true}, nil
	}
	id, err := uuid.Parse(named)
	if err != nil {
		return audience{}, nil //nolint:nilerr // An invalid rule applies to no firm.
	}
	exists, err := d.Client.Firm.Query().Where(firm.ID(id), firm.IsSuperFirm(false)).Exist(ctx)
	if err != nil {
		return audience{}, fmt.Errorf("look for the firm of the rule: %w", err)
	}
	if !exists {
		return audience{}, nil
	}
	return audience{firm: &id}, nil
}

// recordFor adds a change to the audit log of a firm. It adds nothing if the id is nil.
func recordFor(ctx context.Context, d *db.DB, firmID *uuid.UUID, c audit.Change) error {
	if firmID == nil {
		return nil
	}
	return audit.RecordIn(ctx, d, []uuid.UUID{*firmID}, c)
}

// change returns the audit entry of a rule. For an update it contains the changed fields.
func change(action string, before, after *ent.PolicyRule, notes bool) audit.Change {
	c := audit.Change{Action: action}
	was, is := audited(before, notes), audited(after, notes)
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

func audited(r *ent.PolicyRule, notes bool) (a auditedRule) {
	if r == nil {
		return a
	}
	text := Line(r)
	a.Line = &text
	if notes {
		a.Note = &r.Note
	}
	return a
}
