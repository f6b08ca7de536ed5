package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/viewer"
)

// sessionQuery checks that session and user are active.
const sessionQuery = `
SELECT u.email, u.must_change_password, u.has_factor, g.version
FROM sessions s
JOIN users u ON u.id = s.user_id AND u.is_active
CROSS JOIN policy_versions g
WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`

// firmQuery checks that the firm is active. It reads one table by its key and nothing else, as it
// is on another server than the sessions where Citus distributes the firms: joins take it several
// times as long there.
const firmQuery = "SELECT is_super_firm, require_mfa, policy_version FROM firms WHERE id = $1 AND is_active"

var (
	errEnded     = errors.New("session: the session has ended, or the user is not active")
	errNotMember = errors.New("session: the membership or the firm is not active")
)

// Authenticate returns the viewer of an access token. Role, super-firm and policy version come from
// the database, not from the token. It returns Unauthorized, with the reason, for a token that is
// not valid, of an ended session, or of a user, membership or firm that is not active. It returns
// Unavailable when the database can't be reached.
func (m *Manager) Authenticate(ctx context.Context, access string, req viewer.Request) (*viewer.Viewer, error) {
	return m.AuthenticateIf(ctx, access, req, nil)
}

// AuthenticateIf does what [Manager.Authenticate] does, for a caller whom admit does not refuse. It
// returns the error of admit, which it calls, unless admit is nil, with the user of a token that is
// valid and before it asks the database.
func (m *Manager) AuthenticateIf(
	ctx context.Context, access string, req viewer.Request, admit func(*viewer.Viewer) error,
) (*viewer.Viewer, error) {
	claims, err := m.tokens.Verify(ctx, access)
	if err != nil {
		return nil, err //nolint:wrapcheck // It is for the client.
	}
	v := &viewer.Viewer{
		Kind: viewer.User, UserID: claims.UserID, RelationID: claims.MembershipID, SessionID: claims.SessionID,
		FirmID: claims.FirmID, Expires: claims.Expires, Request: req,
	}
	if admit != nil {
		if err := admit(v); err != nil {
			return nil, err
		}
	}
	inFirm, requiresFactor := v.RelationID != uuid.Nil, false
	batch := m.db.AcrossFirms(rule.AcrossFirms(ctx, "authenticate a user")).Batch()
	isActive := batch.Row([]any{&v.Email, &v.PasswordDue, &v.HasFactor, &v.PolicyVersion.Global}, sessionQuery, v.SessionID, v.UserID)
	isMember := isActive
	if inFirm {
		isMember = batch.Row([]any{&v.SuperFirm, &requiresFactor, &v.PolicyVersion.Firm}, firmQuery, v.FirmID)
	}
	err = batch.Run()
	if err == nil && inFirm && *isActive && *isMember {
		*isMember, err = m.members.addTo(ctx, v)
	}
	switch {
	case err != nil:
		return nil, viewer.ErrUnavailable(err)
	case !*isActive:
		return nil, viewer.RefuseCredential(errEnded, "The session of the access token has ended. Log in again.")
	case !*isMember:
		return nil, viewer.RefuseCredential(errNotMember, "The access token is for a firm in which you are not active any more. Log in again.")
	}
	v.MfaDue = requiresFactor && !v.HasFactor
	v.PasswordDue = v.PasswordDue && m.requirePasswordChange
	return v, nil
}
