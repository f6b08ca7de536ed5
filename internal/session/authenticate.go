package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/token"
	"github.com/firmhub/firmhub/internal/viewer"
)

// inFirm checks, each table by its key, that session, user, membership and firm are active, and reads what the token can't
// know.
const inFirm = `
SELECT m.email, u.must_change_password, m.firm_id, m.role_id, f.is_super_firm, f.policy_version
FROM sessions s
JOIN users u ON u.id = s.user_id AND u.is_active
JOIN memberships m ON m.id = $3 AND m.user_id = s.user_id AND m.status = 'Active'
JOIN firms f ON f.id = m.firm_id AND f.is_active
WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`

// inNoFirm does the same for a token without a firm.
const inNoFirm = `
SELECT u.email, u.must_change_password
FROM sessions s
JOIN users u ON u.id = s.user_id AND u.is_active
WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`

var errEnded = errors.New("session: session, user, membership or firm are not active")

// Authenticate gives the viewer that an access token stands for, as of now: role, super-firm and policy version are
// those of the database, not of the token. It is Unauthorized for a token that is not ours, expired, of an ended
// session, or of a user, membership or firm that is not active; Unavailable when the database can't be asked.
func (m *Manager) Authenticate(ctx context.Context, access string, req viewer.Request) (*viewer.Viewer, error) {
	said, err := m.tokens.Verify(ctx, access)
	if err != nil {
		return nil, err
	}
	v := &viewer.Viewer{
		Kind: viewer.User, UserID: said.UserID, RelationID: said.MembershipID, SessionID: said.SessionID,
		Expires: said.Expires, Request: req,
	}
	query, args := inNoFirm, []any{said.SessionID, said.UserID}
	into := []any{&v.Email, &v.PasswordDue}
	if said.MembershipID != uuid.Nil {
		query, args = inFirm, append(args, said.MembershipID)
		into = append(into, &v.FirmID, &v.RoleID, &v.SuperFirm, &v.PolicyVersion)
	}
	rows, err := m.db.Query(ctx, query, args...)
	if err != nil {
		return nil, viewer.ErrUnavailable(err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(into...)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, viewer.ErrUnavailable(err)
	}
	if !found {
		return nil, token.Invalid(errEnded)
	}
	v.PasswordDue = v.PasswordDue && m.requirePasswordChange
	return v, nil
}
