// Package audit is the audit log of who changed what in a firm. Every function that changes a role, permission, user, key,
// firm or policy records the change in its transaction, so that there is an entry exactly for each change that was
// committed. Entries are only added; the database refuses changes and deletions.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/globalauditentry"
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

// Target is what was changed. The name is that at the time of the change, since entries outlive their targets.
type Target struct {
	Type string
	// ID nil is for what has none.
	ID   *uuid.UUID
	Name string
}

// Of returns a target.
func Of(kind string, id uuid.UUID, name string) Target {
	return Target{Type: kind, ID: &id, Name: name}
}

// Record adds a change to the audit log of the viewer's firm. Call it in the transaction of the change.
func Record(ctx context.Context, d *db.DB, c Change) error {
	return RecordIn(ctx, d, []uuid.UUID{viewer.From(ctx).FirmID}, c)
}

// RecordGlobally adds a change to the audit logs of all firms, by one entry, but for the firm except, if it is not nil. The
// super-firm has an entry of its own, which may say more. It crosses firms by itself.
func RecordGlobally(ctx context.Context, d *db.DB, except *uuid.UUID, forAll, forSuperFirm Change) error {
	v := viewer.From(ctx)
	ctx = rule.AcrossFirms(ctx, "record what applies to all firms")
	super, err := d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).OnlyID(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return fmt.Errorf("audit: look for the super-firm: %w", err)
	}
	if err == nil {
		if err := RecordIn(ctx, d, []uuid.UUID{super}, forSuperFirm); err != nil {
			return err
		}
	}
	e, err := entryOf(v, uuid.Nil, forAll)
	if err != nil {
		return err
	}
	create := d.Client.GlobalAuditEntry.Create().SetNillableExceptFirmID(except).
		SetActorKind(globalauditentry.ActorKind(e.Actor.Kind)).SetNillableActorID(e.Actor.ID).SetActorName(e.Actor.Name).
		SetNillableActorFirmID(e.Actor.FirmID).SetAction(e.Action).SetTargetType(e.Target.Type).
		SetNillableTargetID(e.Target.ID).SetTargetName(e.Target.Name).SetAddress(e.Address).SetRequestID(e.RequestID)
	if e.Before != nil {
		create.SetBefore(e.Before)
	}
	if e.After != nil {
		create.SetAfter(e.After)
	}
	if err := create.Exec(ctx); err != nil {
		return fmt.Errorf("audit: record %s: %w", forAll.Action, err)
	}
	return nil
}

// RecordIn adds a change to the audit logs of a few firms. It crosses firms by itself.
func RecordIn(ctx context.Context, d *db.DB, firms []uuid.UUID, c Change) error {
	v := viewer.From(ctx)
	ctx = rule.AcrossFirms(ctx, "record what was done to a firm")
	for _, firm := range firms {
		e, err := entryOf(v, firm, c)
		if err != nil {
			return err
		}
		create := d.Client.AuditEntry.Create().SetFirmID(firm).
			SetActorKind(e.Actor.Kind).SetNillableActorID(e.Actor.ID).SetActorName(e.Actor.Name).
			SetNillableActorFirmID(e.Actor.FirmID).SetAction(e.Action).SetTargetType(e.Target.Type).
			SetNillableTargetID(e.Target.ID).SetTargetName(e.Target.Name).SetAddress(e.Address).SetRequestID(e.RequestID)
		if e.Before != nil {
			create.SetBefore(e.Before)
		}
		if e.After != nil {
			create.SetAfter(e.After)
		}
		if err := create.Exec(ctx); err != nil {
			return fmt.Errorf("audit: record %s: %w", c.Action, err)
		}
	}
	return nil
}

// entryOf returns the entry of a change by the viewer in a firm; zero for all firms.
func entryOf(v *viewer.Viewer, firm uuid.UUID, c Change) (e Entry, err error) {
	e = Entry{Action: c.Action, Target: c.Target, RequestID: v.Request.ID}
	if e.Before, err = encode(c.Before); err != nil {
		return e, err
	}
	if e.After, err = encode(c.After); err != nil {
		return e, err
	}
	if v.Request.Address.IsValid() {
		e.Address = v.Request.Address.String()
	}
	home := v.FirmID
	if v.HomeFirmID != uuid.Nil {
		home = v.HomeFirmID
	}
	switch v.Kind {
	case viewer.User:
		e.Actor = Actor{Kind: auditentry.ActorKindUser, ID: &v.UserID, Name: v.Email}
	case viewer.APIClient:
		e.Actor = Actor{Kind: auditentry.ActorKindApiClient, ID: &v.APIClientID, Name: v.Subject()}
	case viewer.System, viewer.Anonymous:
		e.Actor = Actor{Kind: auditentry.ActorKindSystem, Name: "firmhub"}
	}
	if home != firm && home != uuid.Nil {
		e.Actor.FirmID = &home
	}
	return e, nil
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
