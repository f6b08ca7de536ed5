package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	accounts "github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/session"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Remove takes a user out of the viewer's firm, and ends the sessions and connections there at once; of an invited one it
// withdraws the invitation. The person, the other firms and the sessions in those stay; an account that nobody has logged in
// to goes with its last invitation. NotFound for who is not in the firm, Forbidden for oneself, a Conflict for the last
// active user with the role Owner.
func Remove(ctx context.Context, d *db.DB, sessions *session.Manager, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "user.Remove")
	return d.Tx(ctx, func(ctx context.Context) error {
		user, err := hold(ctx, d, id)
		if err != nil {
			return err
		}
		gone := memberOf(user.place)
		if gone.ID == viewer.From(ctx).UserID {
			return fault.New(fault.Forbidden, "You can't remove yourself.")
		}
		err = user.checkOwnerStays(ctx, d)
		if err != nil {
			return err
		}
		err = sessions.DeleteMembershipSessions(ctx, user.place.ID)
		if err != nil {
			return err
		}
		err = d.Client.Membership.DeleteOneID(user.place.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete the membership: %w", err)
		}
		err = accounts.DeleteUnused(ctx, d, user.place.UserID)
		if err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{Action: "user.remove", Target: gone.target(), Before: gone.facts()})
	})
}
