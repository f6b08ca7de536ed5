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

// LogInput selects a page of an audit log, filtered by all of the fields that are set.
type LogInput struct {
	Page, PageSize *int
	// From is included, To is not.
	From, To *time.Time
	// Action is an action (role.update), or a type of target (role).
	Action            string
	ActorID, TargetID *uuid.UUID
	// FirmID is for users of the super-firm; nil means the viewer's firm.
	FirmID *uuid.UUID
}

// Validate returns all faults.
func (in *LogInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	line.Check(&faults, "action", &in.Action, maxAction)
	if in.From != nil && in.To != nil && in.To.Before(*in.From) {
		faults.Add("to", "must not be before from")
	}
	return faults
}

// Log is a page of an audit log. Its items and their total are read when asked for.
type Log struct {
	page.Numbered

	found *ent.AuditEntryQuery
	ctx   func(context.Context) context.Context
}

// Read returns a page of the audit log of the viewer's firm, the newest entries first. Users of the super-firm may read that of
// another firm, which is Forbidden for all others. NotFound for a firm that does not exist.
func Read(ctx context.Context, d *db.DB, in LogInput) (*Log, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	log := &Log{
		Numbered: page.Of(in.Page, in.PageSize), found: d.Client.AuditEntry.Query(),
		ctx: func(ctx context.Context) context.Context { return ctx },
	}
	v := viewer.From(ctx)
	id := v.FirmID
	if in.FirmID != nil && *in.FirmID != id {
		if !v.SuperFirm {
			return nil, fault.New(fault.Forbidden, "The audit trail of another firm is for users of the super-firm.")
		}
		id = *in.FirmID
		log.ctx = func(ctx context.Context) context.Context {
			return rule.AcrossFirms(ctx, "the super-firm reads the audit log of a firm")
		}
	}
	of, err := d.Client.Firm.Query().Where(firm.ID(id)).Select(firm.FieldCreatedAt, firm.FieldIsSuperFirm).Only(log.ctx(ctx))
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such firm.")
	}
	if err != nil {
		return nil, fmt.Errorf("audit.Read: %w", err)
	}
	log.found.Where(inLogOf(of))
	if in.From != nil {
		log.found.Where(auditentry.CreatedAtGTE(*in.From))
	}
	if in.To != nil {
		log.found.Where(auditentry.CreatedAtLT(*in.To))
	}
	switch {
	case strings.Contains(in.Action, "."):
		log.found.Where(auditentry.Action(in.Action))
	case in.Action != "":
		log.found.Where(auditentry.TargetType(in.Action))
	}
	if in.ActorID != nil {
		log.found.Where(auditentry.ActorID(*in.ActorID))
	}
	if in.TargetID != nil {
		log.found.Where(auditentry.TargetID(*in.TargetID))
	}
	return log, nil
}

// Items returns the entries of the page.
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

// TotalCount returns the number of entries on all pages.
func (l *Log) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "audit.Log")
	return l.found.Clone().Count(l.ctx(ctx))
}
