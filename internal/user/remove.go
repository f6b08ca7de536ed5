package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Remove takes a user out of the viewer's firm, and ends the sessions and connections there at once. The person, the other
// firms and the sessions in those stay. NotFound for who is not in the firm, Forbidden for oneself, a Conflict for the
// last active user with the role Owner.
func Remove(ctx context.Context, d *db.DB, sessions *auth.Authority, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "user.Remove")
	return d.Tx(ctx, func(ctx context.Context) error {
		place, err := hold(ctx, d, id)
		if err != nil {
			return err
		}
		if id == viewer.From(ctx).UserID {
			return fault.New(fault.Forbidden, "You can't remove yourself.")
		}
		err = checkOwnerStays(ctx, d, place)
		if err != nil {
			return err
		}
		err = sessions.DeleteMembershipSessions(ctx, place.ID)
		if err != nil {
			return err
		}
		err = d.Client.Membership.DeleteOneID(place.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete the membership: %w", err)
		}
		gone := memberOf(place)
		return audit.Record(ctx, d, audit.Change{Action: "user.remove", Target: gone.target(), Before: gone.facts()})
	})
}
