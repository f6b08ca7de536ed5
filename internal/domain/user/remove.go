package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Remove removes a user from the viewer's firm and ends the sessions and connections there at once,
// or withdraws an invitation. The account, the other memberships and the sessions in other firms
// stay. An account that nobody has logged in to is deleted with its last invitation. Remove returns
// NotFound for a person who is not in the firm, Forbidden for the viewer, and Conflict for the last
// active user with the role Owner.
func Remove(ctx context.Context, d *db.DB, sessions *session.Manager, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "user.Remove")
	return d.Tx(ctx, func(ctx context.Context) error {
		user, err := lock(ctx, d, id)
		if err != nil {
			return err
		}
		removed := newMember(user.membership)
		if removed.ID == viewer.From(ctx).UserID {
			return fault.New(fault.Forbidden, "You can't remove yourself.")
		}
		err = user.checkOwnerStays(ctx, d)
		if err != nil {
			return err
		}
		err = sessions.DeleteMembershipSessions(ctx, user.membership.ID)
		if err != nil {
			return err
		}
		err = d.Client.Membership.DeleteOneID(user.membership.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete the membership: %w", err)
		}
		err = accounts.DeleteUnused(ctx, d, user.membership.UserID)
		if err != nil {
			return err
		}
		if err := event.RaiseAll(ctx, d, event.UserRemoved, removed.ID); err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{Action: "user.remove", Target: removed.target(), Before: removed.auditFields()})
	})
}
