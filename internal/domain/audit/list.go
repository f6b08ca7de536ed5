package audit

import (
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

const maxAction = 100

// Entry is an entry of an audit log.
type Entry struct {
	ID        uuid.UUID
	CreatedAt time.Time
	Actor     Actor
	Action    string
	Target    Target
	// Before and After are the changed fields, with their old and new values.
	Before, After json.RawMessage
	Address       string
	RequestID     string
}

// Actor is who made a change.
type Actor struct {
	Kind auditentry.ActorKind
	// ID is nil for firmhub itself.
	ID   *uuid.UUID
	Name string
	// FirmID is the firm of the actor if it is not the firm of the entry.
	FirmID *uuid.UUID
}

func newEntry(row *ent.AuditEntry) *Entry {
	return &Entry{
		ID: row.ID, CreatedAt: row.CreatedAt, Action: row.Action,
		Actor:  Actor{Kind: row.ActorKind, ID: row.ActorID, Name: row.ActorName, FirmID: row.ActorFirmID},
		Target: Target{Type: row.TargetType, ID: row.TargetID, Name: row.TargetName},
		Before: row.Before, After: row.After, Address: row.Address, RequestID: row.RequestID,
	}
}

// ListInput selects a page of the entries that match all of the fields.
type ListInput struct {
	Page, PageSize *int
	// From is inclusive, and To exclusive.
	From, To *time.Time
	// Action is an action (role.update) or a type of target (role).
	Action            string
	ActorID, TargetID *uuid.UUID
	// FirmID selects another firm's log. Only users of the super-firm may set it. Nil means the
	// viewer's firm.
	FirmID *uuid.UUID
}

// Validate trims the action and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	plaintext.Check(&faults, "action", &in.Action, maxAction)
	if in.From != nil && in.To != nil && in.To.Before(*in.From) {
		faults.Add("to", "must not be before from")
	}
	return faults
}

// Page is a page of an audit log.
type Page = page.Numbered[*Entry]

// List returns a page of the audit log of a firm, the newest entries first. It returns Forbidden
// for another firm's log unless the viewer works for the super-firm, and NotFound for a firm that
// does not exist.
func List(ctx context.Context, d *db.DB, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "audit.List")
	selected, scope, err := in.selection(ctx, d)
	if err != nil {
		return nil, err
	}
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) ([]*Entry, error) {
			of := selected
			of.bounds.Limit = offset + limit
			rows, err := of.read(d).Limit(limit).Offset(offset).All(scope(ctx))
			return newEntries(rows), err
		},
		func(ctx context.Context) (int, error) {
			return d.Client.AuditEntry.Query().Where(selected.where()).Count(scope(ctx))
		},
	), nil
}

// selection validates the input. It returns all entries that the input selects, and a function that
// returns the context in which to read them.
func (in *ListInput) selection(ctx context.Context, d *db.DB) (
	_ selection, scope func(context.Context) context.Context, err error,
) {
	if err := in.Validate().Err(); err != nil {
		return selection{}, nil, err
	}
	scope = func(ctx context.Context) context.Context { return ctx }
	v := viewer.From(ctx)
	id := v.FirmID
	if in.FirmID != nil && *in.FirmID != id {
		if !v.SuperFirm {
			return selection{}, nil, fault.New(fault.Forbidden, "The audit log of another firm is for users of the super-firm.")
		}
		id = *in.FirmID
		scope = func(ctx context.Context) context.Context {
			return rule.AcrossFirms(ctx, "the super-firm reads the audit log of a firm")
		}
	}
	of, err := d.Client.Firm.Query().Where(firm.ID(id)).Select(firm.FieldCreatedAt, firm.FieldIsSuperFirm).Only(scope(ctx))
	if err != nil {
		return selection{}, nil, db.NotFound(err, "firm")
	}
	return selection{firm: of, input: *in}, scope, nil
}

// read returns a query of the entries within the bounds.
func (l selection) read(d *db.DB) *ent.AuditEntryQuery {
	return d.Client.AuditEntry.Query().Where(l.where(), func(s *sql.Selector) { newestFirst(s.C).Bound(s, l.bounds) })
}

func newEntries(rows []*ent.AuditEntry) []*Entry {
	entries := make([]*Entry, 0, len(rows))
	for _, row := range rows {
		entries = append(entries, newEntry(row))
	}
	return entries
}
