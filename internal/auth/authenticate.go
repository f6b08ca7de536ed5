package auth

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// standing asks in one look, each table by its key, whether what a token says still holds, and for what it can't know.
const standing = `
SELECT u.email, m.firm_id, m.role_id, f.is_super_firm, f.policy_version
FROM sessions s
JOIN users u ON u.id = s.user_id AND u.is_active
JOIN memberships m ON m.id = $2 AND m.user_id = s.user_id AND m.is_active
JOIN firms f ON f.id = m.firm_id AND f.is_active
WHERE s.id = $1 AND s.user_id = $3 AND s.ended_at IS NULL`

var errEnded = errors.New("auth: session, user, membership or firm no longer stand")

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
	rows, err := a.db.Query(ctx, standing, said.sessionID, said.membershipID, said.userID)
	if err != nil {
		return nil, unavailable(err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(&v.Email, &v.FirmID, &v.RoleID, &v.SuperFirm, &v.PolicyVersion)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, unavailable(err)
	}
	if !found {
		return nil, badToken(errEnded)
	}
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
