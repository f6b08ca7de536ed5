package authz

import (
	"context"
	"fmt"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Subject is an account or a key of the viewer's firm, as it would be after a change.
type Subject struct {
	// UserID is the user's; zero for an account that is not made yet, and for whoever holds the role.
	UserID uuid.UUID
	// RoleID is the role that the user would hold. It counts as active, whether it is or not.
	RoleID uuid.UUID
	// APIClientID is that of a key, with the permissions that the transaction has stored; zero for users.
	APIClientID uuid.UUID
}

// Covers returns nil when the viewer holds everything that the subject would hold by the policy as it decides: by the role
// or permissions and by every policy rule, less what is denied; and Forbidden, with the names of what the viewer lacks,
// otherwise. Of a user who would be in the super-firm, and might visit other firms, the same is asked of each of those.
// firmhub itself holds everything.
//
// It is to be called in the transaction of the change: it sees what that has stored, and until it ends nobody else changes
// the policy of the firm. Outside of one the answer is a forecast.
func (e *Enforcer) Covers(ctx context.Context, subject Subject) error {
	v := viewer.From(ctx)
	if v.Kind == viewer.System {
		return nil
	}
	own, err := e.own(ctx, v)
	if err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "compare what two subjects may do")
	given, err := take(ctx, e.client, v.FirmID, subject.read)
	if err != nil {
		return err
	}
	if err := lacking(own, v.Subject(), given, subject.name()); err != nil {
		return err
	}
	if v.SuperFirm && subject.UserID != uuid.Nil {
		return e.coversVisits(ctx, v, subject.name())
	}
	return nil
}

// name is what the policy calls the subject.
func (who Subject) name() string {
	switch {
	case who.APIClientID != uuid.Nil:
		return subjectAPIClient + who.APIClientID.String()
	case who.UserID != uuid.Nil:
		return subjectUser + who.UserID.String()
	}
	return subjectAnyone
}

func (who Subject) read(ctx context.Context, client *ent.Client, s *snapshot) error {
	err := s.readSubjects(ctx, client, who.RoleID, who.name())
	if held := s.roles[who.RoleID]; held != nil {
		held.IsActive = true
	}
	return err
}

// own reads the policy that decides for the viewer as the transaction sees it, and keeps it from being changed by anybody
// else until that ends: every change of a policy raises the version in the row of the firm, and waits for it.
func (e *Enforcer) own(ctx context.Context, v *viewer.Viewer) (*snapshot, error) {
	if v.Kind != viewer.User && v.Kind != viewer.APIClient {
		return nil, unauthorized()
	}
	ctx = rule.AcrossFirms(ctx, "read what the viewer may do")
	_, err := e.client.Firm.Query().Where(firm.ID(v.FirmID), lockRow).OnlyID(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: lock the policy: %w", err)
	}
	if v.HomeFirmID != uuid.Nil { // whoever visits has no role there
		return take(ctx, e.client, v.FirmID, func(ctx context.Context, client *ent.Client, s *snapshot) error {
			return s.readSubjects(ctx, client, uuid.Nil, v.Subject())
		})
	}
	return take(ctx, e.client, v.FirmID, about(v.Subject()))
}

// lockRow is what the triggers take, too; inserts of rows that refer to the firm need not wait for it.
func lockRow(s *entsql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.For(entsql.LockNoKeyUpdate)
	}
}

// lacking is Forbidden when the second subject may do what the first may not.
func lacking(own *snapshot, name string, given *snapshot, other string) error {
	may, err := own.decider(name)
	if err != nil {
		return err
	}
	would, err := given.decider(other)
	if err != nil {
		return err
	}
	var missing []string
	for _, p := range given.permissions() {
		held, err := would(p)
		if err == nil && held {
			held, err = may(p)
			if err == nil && !held {
				missing = append(missing, p.String())
			}
		}
		if err != nil {
			return err
		}
	}
	return notHeld(missing)
}

// notHeld is Forbidden when something is missing.
func notHeld(missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	return fault.New(fault.Forbidden, "You can't give what you do not hold: %s.", strings.Join(missing, ", "))
}

// decider returns what decides for a subject by the snapshot; an error while a rule is invalid.
func (s *snapshot) decider(subject string) (func(Permission) (bool, error), error) {
	p := compile(s)
	if p.broken != nil {
		return nil, p.broken
	}
	return func(asked Permission) (bool, error) {
		allowed, err := p.casbin.Enforce(subject, s.firm.String(), asked.Module, asked.Action)
		if err != nil {
			return false, fmt.Errorf("authz: decide: %w", err)
		}
		return allowed, nil
	}, nil
}
