package audit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

const maxAction = 100

// LogInput asks for a page of a trail, or of the part of it that all of the fields choose.
type LogInput struct {
	Page, PageSize *int
	// From is included, To is not.
	From, To *time.Time
	// Action is one (role.update), or all that is done to a kind of target (role).
	Action            string
	ActorID, TargetID *uuid.UUID
	// FirmID is for users of the super-firm; nil is the viewer's firm.
	FirmID *uuid.UUID
}

// Validate notes all that is wrong.
func (in *LogInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	line.Check(&faults, "action", &in.Action, maxAction)
	if in.From != nil && in.To != nil && in.To.Before(*in.From) {
		faults.Add("to", "must not be before from")
	}
	return faults
}

// Log is a page of a trail. Nothing is read until its items or their total are asked for.
type Log struct {
	page.Numbered

	found *ent.AuditEntryQuery
	ctx   func(context.Context) context.Context
}

// Read prepares a page of the trail of the viewer's firm, the newest entries first. Another firm's is for users of the
// super-firm; to all others it is Forbidden. NotFound for a firm that does not exist.
func Read(ctx context.Context, d *db.DB, in LogInput) (*Log, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	log := &Log{Numbered: page.Of(in.Page, in.PageSize)}
	var err error
	log.found, log.ctx, err = find(ctx, d, in)
	return log, err
}

// find returns the query for the entries that the input chooses, and the context to read them in.
func find(ctx context.Context, d *db.DB, in LogInput) (
	found *ent.AuditEntryQuery, scope func(context.Context) context.Context, err error,
) {
	found = d.Client.AuditEntry.Query()
	scope = func(ctx context.Context) context.Context { return ctx }
	if v := viewer.From(ctx); in.FirmID != nil && *in.FirmID != v.FirmID {
		if !v.SuperFirm {
			return nil, nil, fault.New(fault.Forbidden, "The audit trail of another firm is for users of the super-firm.")
		}
		known, err := d.Client.Firm.Query().Where(firm.ID(*in.FirmID)).
			Exist(rule.AcrossFirms(ctx, "the super-firm looks for a firm"))
		if err != nil {
			return nil, nil, fmt.Errorf("audit.Read: %w", err)
		}
		if !known {
			return nil, nil, fault.New(fault.NotFound, "There is no such firm.")
		}
		found.Where(auditentry.FirmID(*in.FirmID))
		scope = func(ctx context.Context) context.Context {
			return rule.AcrossFirms(ctx, "the super-firm reads the trail of a firm")
		}
	}
	if in.From != nil {
		found.Where(auditentry.CreatedAtGTE(*in.From))
	}
	if in.To != nil {
		found.Where(auditentry.CreatedAtLT(*in.To))
	}
	switch {
	case strings.Contains(in.Action, "."):
		found.Where(auditentry.Action(in.Action))
	case in.Action != "":
		found.Where(auditentry.TargetType(in.Action))
	}
	if in.ActorID != nil {
		found.Where(auditentry.ActorID(*in.ActorID))
	}
	if in.TargetID != nil {
		found.Where(auditentry.TargetID(*in.TargetID))
	}
	return found, scope, nil
}

// Items are the entries of the page.
func (l *Log) Items(ctx context.Context) (_ []*Entry, err error) {
	defer fault.Wrap(&err, "audit.Log")
	rows, err := l.found.Clone().
		Order(ent.Desc(auditentry.FieldCreatedAt), ent.Desc(auditentry.FieldID)).
		Limit(l.PageSize).Offset(l.Offset()).All(l.ctx(ctx))
	if err != nil {
		return nil, err
	}
	items := make([]*Entry, 0, len(rows))
	for _, row := range rows {
		items = append(items, entry(row))
	}
	return items, nil
}

// TotalCount is the number of entries on all pages.
func (l *Log) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "audit.Log")
	return l.found.Clone().Count(l.ctx(ctx))
}
