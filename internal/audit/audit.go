// Package audit keeps the audit log of each firm: who changed what, when and from where.
//
// A function that changes a role, permission, user, key, firm or policy records the [Change] in the transaction of the
// change, so that no change is without an entry, and what is rolled back has none. Entries are only ever added; the
// database rejects updates and deletions.
//
//   - [Record] adds an entry to the log of the viewer's firm.
//   - [RecordUpdate] does so with only those fields that differ, and adds nothing when none does.
//   - [RecordIn] and [RecordEverywhere] add it to the logs of other firms.
//   - [List] reads a log.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Change describes a change.
type Change struct {
	// Action is a noun and a verb: role.update.
	Action string
	Target Target
	// Before and After are encoded as JSON objects of what was changed, with the field names of the API. They hold neither
	// secrets nor hashes of secrets. Before is nil for what was created, After for what was deleted.
	Before, After any
}

// Target identifies what was changed. The name is a copy, since entries outlive what they describe.
type Target struct {
	Type string
	// ID is nil for what has no id.
	ID   *uuid.UUID
	Name string
}

// Of returns a Target.
func Of(kind string, id uuid.UUID, name string) Target {
	return Target{Type: kind, ID: &id, Name: name}
}

// Record adds a change to the log of the viewer's firm. Call it in the transaction of the change.
func Record(ctx context.Context, d *db.DB, c Change) error {
	return RecordIn(ctx, d, []uuid.UUID{viewer.From(ctx).FirmID}, c)
}

// RecordUpdate is [Record] of the fields that differ between before and after, which is nothing when none does. T is a
// struct whose JSON tags are the field names of the API.
func RecordUpdate[T any](ctx context.Context, d *db.DB, action string, target Target, before, after T) error {
	was, is, err := diff(before, after)
	if err != nil || len(was)+len(is) == 0 {
		return err
	}
	return Record(ctx, d, Change{Action: action, Target: target, Before: was, After: is})
}

// RecordEverywhere adds a change to the log of every firm, for what the super-firm does to all of them.
func RecordEverywhere(ctx context.Context, d *db.DB, c Change) error {
	ctx = rule.AcrossFirms(ctx, "record a change of every firm")
	firms, err := d.Client.Firm.Query().IDs(ctx)
	if err != nil {
		return fmt.Errorf("audit: read the firms: %w", err)
	}
	return RecordIn(ctx, d, firms, c)
}

// RecordIn adds a change to the logs of the given firms. It crosses firms by itself.
func RecordIn(ctx context.Context, d *db.DB, firms []uuid.UUID, c Change) error {
	before, err := encode(c.Before)
	if err != nil {
		return err
	}
	after, err := encode(c.After)
	if err != nil {
		return err
	}
	v := viewer.From(ctx)
	entries := make([]*ent.AuditEntryCreate, 0, len(firms))
	for _, firm := range firms {
		entry := d.Client.AuditEntry.Create().
			SetFirmID(firm).SetAction(c.Action).
			SetTargetType(c.Target.Type).SetNillableTargetID(c.Target.ID).SetTargetName(c.Target.Name)
		if before != nil {
			entry.SetBefore(before)
		}
		if after != nil {
			entry.SetAfter(after)
		}
		setActor(entry, firm, v)
		entries = append(entries, entry)
	}
	_, err = db.CreateBulk(rule.AcrossFirms(ctx, "record a change of a firm"), d.Client.AuditEntry.CreateBulk, entries)
	if err != nil {
		return fmt.Errorf("audit: record %s: %w", c.Action, err)
	}
	return nil
}

func encode(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return text, nil
}

// setActor sets who made the change, from where, and in which request.
func setActor(entry *ent.AuditEntryCreate, firm uuid.UUID, v *viewer.Viewer) {
	entry.SetRequestID(v.Request.ID).SetAddress("")
	if v.Request.Address.IsValid() {
		entry.SetAddress(v.Request.Address.String())
	}
	home := v.FirmID
	if v.HomeFirmID != uuid.Nil {
		home = v.HomeFirmID
	}
	if home != firm && home != uuid.Nil {
		entry.SetActorFirmID(home)
	}
	switch v.Kind {
	case viewer.User:
		entry.SetActorKind(auditentry.ActorKindUser).SetActorID(v.UserID).SetActorName(v.Email)
	case viewer.APIClient:
		entry.SetActorKind(auditentry.ActorKindApiClient).SetActorID(v.APIClientID).SetActorName(v.Subject())
	case viewer.System, viewer.Anonymous:
		entry.SetActorKind(auditentry.ActorKindSystem).SetActorName("firmhub")
	}
}
