// Package audit keeps the audit log of each firm: who changed what, when and from where.
//
// A function that changes a role, permission, user, key, firm, policy or tag, or deletes a file or
// contacts, records the [Change] in the transaction of the change. So no change is without an
// entry, and a change that is rolled back has none. Entries are only added: the database rejects
// updates and deletions.
//
//   - [Record] adds an entry to the log of the viewer's firm.
//   - [RecordUpdate] does so with only the fields that differ, and adds nothing when none does.
//   - [RecordIn] adds an entry to the logs of other firms, and [RecordGlobally] to those of all
//     firms.
//   - [List] reads a log.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/globalauditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Change describes a change.
type Change struct {
	// Action is a noun and a verb: role.update.
	Action string
	Target Target
	// Before and After are encoded as JSON objects with the field names of the API. They contain
	// neither secrets nor hashes of secrets. Before is nil for a creation, and After for a
	// deletion.
	Before, After any
}

// Target identifies the changed thing. The name is a copy, since entries outlive what they
// describe.
type Target struct {
	Type string
	// ID is nil for a thing without an id.
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

// RecordUpdate records the fields that differ between before and after, as [Record] does. If none
// differs it records nothing. T is a struct whose JSON tags are the field names of the API.
func RecordUpdate[T any](ctx context.Context, d *db.DB, action string, target Target, before, after T) error {
	return RecordUpdateIn(ctx, d, []uuid.UUID{viewer.From(ctx).FirmID}, action, target, before, after)
}

// RecordUpdateIn does the same as [RecordUpdate], but in the logs of a few firms. It crosses firms
// by itself.
func RecordUpdateIn[T any](
	ctx context.Context, d *db.DB, firms []uuid.UUID, action string, target Target, before, after T,
) error {
	was, is, err := diff(before, after)
	if err != nil || len(was)+len(is) == 0 {
		return err
	}
	return RecordIn(ctx, d, firms, Change{Action: action, Target: target, Before: was, After: is})
}

// LogsOf returns the firms whose logs contain a change of a firm, for [RecordIn] and
// [RecordUpdateIn]. These are the firm itself and the viewer's firm, which may be another one.
func LogsOf(ctx context.Context, firm uuid.UUID) []uuid.UUID {
	by := viewer.From(ctx).FirmID
	if by == uuid.Nil || by == firm {
		return []uuid.UUID{firm}
	}
	return []uuid.UUID{firm, by}
}

// SuperFirm returns the id of the super-firm, for [RecordIn] and [RecordUpdateIn]. Before there is
// one, it returns none. It crosses firms by itself.
func SuperFirm(ctx context.Context, d *db.DB) ([]uuid.UUID, error) {
	ctx = rule.AcrossFirms(ctx, "look for the super-firm")
	ids, err := d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("audit: look for the super-firm: %w", err)
	}
	return ids, nil
}

// RecordGlobally adds a change to the audit logs of all firms, by one entry. If except is not nil,
// that firm's log does not contain it. The super-firm has a separate entry, which may contain more.
// RecordGlobally crosses firms by itself.
func RecordGlobally(ctx context.Context, d *db.DB, except *uuid.UUID, forAll, forSuperFirm Change) error {
	v := viewer.From(ctx)
	ctx = rule.AcrossFirms(ctx, "record what applies to all firms")
	super, err := SuperFirm(ctx, d)
	if err != nil {
		return err
	}
	if err := RecordIn(ctx, d, super, forSuperFirm); err != nil {
		return err
	}
	e, err := entryOf(ctx, d, v, uuid.Nil, forAll)
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
		e, err := entryOf(ctx, d, v, firm, c)
		if err != nil {
			return err
		}
		// Two firms are never in one statement: their rows may be on two servers.
		err = d.AcrossFirms(ctx).Insert(auditentry.Table, columns, 1, func(int) []any {
			return []any{
				entity.NewID(), entity.Now(), firm, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, e.Actor.FirmID, e.Action,
				e.Target.Type, e.Target.ID, e.Target.Name, orNull(e.Before), orNull(e.After), e.Address, e.RequestID,
			}
		})
		if err != nil {
			return fmt.Errorf("audit: record %s: %w", c.Action, err)
		}
	}
	return nil
}

var columns = []string{
	auditentry.FieldID, auditentry.FieldCreatedAt, auditentry.FieldFirmID, auditentry.FieldActorKind, auditentry.FieldActorID,
	auditentry.FieldActorName, auditentry.FieldActorFirmID, auditentry.FieldAction, auditentry.FieldTargetType,
	auditentry.FieldTargetID, auditentry.FieldTargetName, auditentry.FieldBefore, auditentry.FieldAfter, auditentry.FieldAddress,
	auditentry.FieldRequestID,
}

func orNull(text json.RawMessage) any {
	if text == nil {
		return nil
	}
	return text
}

// entryOf returns the entry of a change by the viewer in a firm. The firm is zero for all firms.
func entryOf(ctx context.Context, d *db.DB, v *viewer.Viewer, firm uuid.UUID, c Change) (e Entry, err error) {
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
		name, err := APIClientName(ctx, d, v)
		if err != nil {
			return e, err
		}
		e.Actor = Actor{Kind: auditentry.ActorKindApiClient, ID: &v.APIClientID, Name: name}
	case viewer.System, viewer.Anonymous:
		e.Actor = Actor{Kind: auditentry.ActorKindSystem, Name: "firmhub"}
	}
	if home != firm && home != uuid.Nil {
		e.Actor.FirmID = &home
	}
	return e, nil
}

// APIClientName returns the present name of the API client that is the viewer.
func APIClientName(ctx context.Context, d *db.DB, v *viewer.Viewer) (string, error) {
	name, err := d.Client.APIClient.Query().Where(apiclient.FirmID(v.FirmID), apiclient.ID(v.APIClientID)).
		Select(apiclient.FieldName).String(ctx)
	if ent.IsNotFound(err) {
		return v.Subject(), nil
	}
	if err != nil {
		return "", fmt.Errorf("audit: read the name of the API client: %w", err)
	}
	return name, nil
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
