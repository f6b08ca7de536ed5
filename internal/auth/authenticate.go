package auth

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
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

var errEnded = errors.New("auth: session, user, membership or firm are not active")

// Authenticate gives the viewer that an access token stands for, as of now: role, super-firm and policy version are
// those of the database, not of the token. It is Unauthorized for a token that is not ours, expired, of an ended
// session, or of a user, membership or firm that is not active; Unavailable when the database can't be asked.
func (a *Authority) Authenticate(ctx context.Context, token string, req viewer.Request) (*viewer.Viewer, error) {
	said, err := a.recognise(ctx, token)
	if err != nil {
		return nil, err
	}
	v := &viewer.Viewer{
		Kind: viewer.User, UserID: said.userID, RelationID: said.membershipID, SessionID: said.sessionID,
		Expires: said.expires, Request: req,
	}
	query, args := inNoFirm, []any{said.sessionID, said.userID}
	into := []any{&v.Email, &v.PasswordDue}
	if said.membershipID != uuid.Nil {
		query, args = inFirm, append(args, said.membershipID)
		into = append(into, &v.FirmID, &v.RoleID, &v.SuperFirm, &v.PolicyVersion)
	}
	rows, err := a.db.Query(ctx, query, args...)
	if err != nil {
		return nil, unavailable(err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(into...)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, unavailable(err)
	}
	if !found {
		return nil, badToken(errEnded)
	}
	v.PasswordDue = v.PasswordDue && a.requirePasswordChange
	return v, nil
}

// unavailable is for what we could not find out.
func unavailable(cause error) *fault.Error {
	return fault.Retry(fault.Unavailable, time.Second, "Who you are can't be checked right now. Try again.").Because(cause)
}

// signedIn gives the user who asks, or Unauthorized.
func signedIn(ctx context.Context) (*viewer.Viewer, error) {
	v := viewer.From(ctx)
	if v.Kind != viewer.User || v.UserID == uuid.Nil {
		return nil, fault.New(fault.Unauthorized, "Log in first.")
	}
	return v, nil
}
