package authz

import (
	"context"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Subject is a user or an API client of the viewer's firm after a change.
type Subject struct {
	// UserID is zero for an account that does not exist yet, and when the subject is any holder of
	// the role.
	UserID uuid.UUID
	// RoleID is the role that the user would hold. It counts as active even if it is not.
	RoleID uuid.UUID
	// APIClientID is an API client with the permissions that are stored in the transaction. It is
	// zero for users.
	APIClientID uuid.UUID
}

// Covers returns nil when the viewer holds everything that the subject would hold by role,
// permissions and policy rules, less what is denied. Otherwise it returns Forbidden with the names
// of the missing permissions. Users of the super-firm may visit other firms. So if the viewer is in
// the super-firm and the subject is a user, Covers compares them in each of those firms too.
// firmhub itself holds everything.
//
// Call Covers in the transaction of the change, after the change is stored: it reads the stored
// rows, and locks the policy of the firm until the transaction ends. Policy rules are not locked: a
// rule that is written meanwhile counts as written after the change.
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

// name returns the name of the subject in the policy.
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
	err := s.readSubject(ctx, client, who.RoleID, who.name())
	if held := s.roles[who.RoleID]; held != nil {
		held.IsActive = true
	}
	return err
}

// own reads the policy that decides for the viewer, in the transaction, and locks it until the
// transaction ends. Every change of a firm's policy raises the version in the firm's row, and waits
// for the lock of that row.
func (e *Enforcer) own(ctx context.Context, v *viewer.Viewer) (*snapshot, error) {
	if v.Kind != viewer.User && v.Kind != viewer.APIClient {
		return nil, unauthorized()
	}
	ctx = rule.AcrossFirms(ctx, "read what the viewer may do")
	_, err := e.client.Firm.Query().Where(firm.ID(v.FirmID), lockRow).OnlyID(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: lock the policy: %w", err)
	}
	if v.HomeFirmID != uuid.Nil { // a visitor has no role
		return take(ctx, e.client, v.FirmID, func(ctx context.Context, client *ent.Client, s *snapshot) error {
			return s.readSubject(ctx, client, uuid.Nil, v.Subject())
		})
	}
	return take(ctx, e.client, v.FirmID, about(v.Subject()))
}

// lockRow takes the same lock as the triggers. Inserts of rows that refer to the firm do not wait
// for it.
func lockRow(s *entsql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.For(entsql.LockNoKeyUpdate)
	}
}

// lacking returns Forbidden when the second subject may do what the first may not.
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
	for _, p := range permissionsOf(given.properties) {
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

// notHeld returns Forbidden when something is missing.
func notHeld(missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	return fault.New(fault.Forbidden, "You can't give what you do not hold: %s.", fault.List(missing, ", "))
}
