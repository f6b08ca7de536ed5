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

// EndMembershipSessions ends the sessions that are in a firm by this membership now, and the connections that were opened
// by it. The caller has locked the user, for whom a log-in waits.
func (m *Manager) EndMembershipSessions(ctx context.Context, membershipID uuid.UUID, reason session.EndReason) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		// Before those of the sessions, so that their clients are told why.
		db.AfterCommit(ctx, func(context.Context) error {
			m.connections.EndMembership(membershipID)
			return nil
		})
		_, err := m.end(ctx, reason, "membership_id = $3", membershipID)
		return err
	})
}

// DeleteMembershipSessions is [Manager.EndMembershipSessions] for a membership that is about to be deleted: it leaves
// nothing that refers to it, and nothing can come to refer to it before the transaction ends.
//
// It locks in the order of a refresh, which may be under way: token, session, and the row of user_firms to which the session
// refers.
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
		// Sessions that came from another firm just before the lock.
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
