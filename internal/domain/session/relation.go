package session

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/userfirm"
	"github.com/firmhub/firmhub/internal/db"
)

// EndMembershipSessions ends the sessions that are now in a firm by this membership, and the
// connections that were opened by it. The caller has locked the user; a log-in waits for that lock.
func (m *Manager) EndMembershipSessions(ctx context.Context, membershipID uuid.UUID, reason session.EndReason) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		// This comes before the connections of the sessions, so that clients receive the right
		// reason.
		db.AfterCommit(ctx, func(context.Context) error {
			m.connections.EndMembership(membershipID)
			return nil
		})
		_, err := m.end(ctx, reason, "membership_id = $3", membershipID)
		return err
	})
}

// DeleteMembershipSessions does the same as [Manager.EndMembershipSessions] for a membership that
// is about to be deleted. Afterwards nothing refers to the membership, and nothing can begin to
// before the transaction ends.
//
// It locks in the order of a refresh, which may run at the same time: token, session, and the row
// of user_firms to which the session refers.
func (m *Manager) DeleteMembershipSessions(ctx context.Context, membershipID uuid.UUID) error {
	ctx = rule.AcrossFirms(ctx, "a session belongs to a person, not to a firm")
	return m.db.Tx(ctx, func(ctx context.Context) error {
		in := session.MembershipID(membershipID)
		_, err := m.db.Client.RefreshToken.Query().
			Where(refreshtoken.HasSessionWith(in), db.ForUpdate).Order(refreshtoken.ByID()).IDs(ctx)
		if err != nil {
			return fmt.Errorf("session: lock refresh tokens: %w", err)
		}
		if err := m.EndMembershipSessions(ctx, membershipID, session.EndReasonRevoked); err != nil {
			return err
		}
		_, err = m.db.Client.UserFirm.Query().Where(userfirm.ID(membershipID), db.ForUpdate).IDs(ctx)
		if err != nil {
			return fmt.Errorf("session: lock the membership: %w", err)
		}
		// These sessions came from another firm just before the lock.
		if _, err := m.end(ctx, session.EndReasonRevoked, "membership_id = $3", membershipID); err != nil {
			return err
		}
		if _, err := m.db.Client.RefreshToken.Delete().Where(refreshtoken.HasSessionWith(in)).Exec(ctx); err != nil {
			return fmt.Errorf("session: delete refresh tokens: %w", err)
		}
		if _, err := m.db.Client.Session.Delete().Where(in).Exec(ctx); err != nil {
			return fmt.Errorf("session: delete sessions: %w", err)
		}
		return nil
	})
}
