// Package audit keeps the trail of who changed what in a firm. Every function that changes a role, permission, user, key,
// firm or policy records what it did in the same transaction, so that nothing is changed without an entry, and nothing
// that was rolled back has one. Entries are only added; the database refuses all else.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Change is what was done.
type Change struct {
	// Action is noun and verb: role.update.
	Action string
	Target Target
	// Before and After become JSON objects of what was changed, under the names of the API. They hold no secret, nor its
	// hash. Nil stands for what was not there.
	Before, After any
}

// Target is to what it was done. The name is kept as it was, since the trail outlives what it tells of.
type Target struct {
	Type string
	// ID nil is for what has none.
	ID   *uuid.UUID
	Name string
}

// Of makes a target.
func Of(kind string, id uuid.UUID, name string) Target {
	return Target{Type: kind, ID: &id, Name: name}
}

// Record adds a change to the trail of the viewer's firm. It belongs into the transaction of the change.
func Record(ctx context.Context, d *db.DB, c Change) error {
	return RecordIn(ctx, d, []uuid.UUID{viewer.From(ctx).FirmID}, c)
}

// RecordEverywhere adds a change to the trail of every firm: it is for what the super-firm does to all of them.
func RecordEverywhere(ctx context.Context, d *db.DB, c Change) error {
	ctx = rule.AcrossFirms(ctx, "tell every firm what was done to it")
	firms, err := d.Client.Firm.Query().IDs(ctx)
	if err != nil {
		return fmt.Errorf("audit: read the firms: %w", err)
	}
	return RecordIn(ctx, d, firms, c)
}

// batch keeps an INSERT under the number of parameters that SQLite takes.
const batch = 1000

// RecordIn adds a change to the trails of firms. It crosses firms by itself.
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
	ctx = rule.AcrossFirms(ctx, "record what was done to a firm")
	builders := make([]*ent.AuditEntryCreate, 0, min(len(firms), batch))
	for i, firm := range firms {
		entry := by(v, firm, d.Client.AuditEntry.Create()).
			SetFirmID(firm).SetAction(c.Action).
			SetTargetType(c.Target.Type).SetNillableTargetID(c.Target.ID).SetTargetName(c.Target.Name)
		if before != nil {
			entry.SetBefore(before)
		}
		if after != nil {
			entry.SetAfter(after)
		}
		builders = append(builders, entry)
		if len(builders) < batch && i < len(firms)-1 {
			continue
		}
		if err := d.Client.AuditEntry.CreateBulk(builders...).Exec(ctx); err != nil {
			return fmt.Errorf("audit: record %s: %w", c.Action, err)
		}
		builders = builders[:0]
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

// by notes who did it, from where, in which request.
func by(v *viewer.Viewer, firm uuid.UUID, entry *ent.AuditEntryCreate) *ent.AuditEntryCreate {
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
	return entry
}

// Entry is a change as the API shows it.
type Entry struct {
	ID        uuid.UUID
	CreatedAt time.Time
	Actor     Actor
	Action    string
	Target    Target
	// Before and After are what was changed, as it was and as it became; nil where there was, or is, nothing.
	Before, After json.RawMessage
	Address       string
	RequestID     string
}

// Actor is who did it.
type Actor struct {
	Kind auditentry.ActorKind
	// ID is nil for firmhub itself.
	ID   *uuid.UUID
	Name string
	// FirmID is the firm that the actor came from, where it is another one.
	FirmID *uuid.UUID
}

func entry(row *ent.AuditEntry) *Entry {
	return &Entry{
		ID: row.ID, CreatedAt: row.CreatedAt, Action: row.Action,
		Actor:  Actor{Kind: row.ActorKind, ID: row.ActorID, Name: row.ActorName, FirmID: row.ActorFirmID},
		Target: Target{Type: row.TargetType, ID: row.TargetID, Name: row.TargetName},
		Before: row.Before, After: row.After, Address: row.Address, RequestID: row.RequestID,
	}
}
