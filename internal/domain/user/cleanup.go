package user

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	memberships "github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// keptExpired is how long an expired invitation is kept, so that it can be sent again.
	keptExpired = 30 * 24 * time.Hour
	// cleanupBatch keeps each transaction short.
	cleanupBatch = 100
)

// Cleanup deletes a batch of invitations that expired more than 30 days ago, and accounts that had
// no other invitation. It reports whether there may be more.
func Cleanup(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "user.Cleanup")
	ctx = rule.AcrossFirms(ctx, "delete expired invitations")
	isForgotten := membership.And(
		membership.StatusEQ(membership.StatusInvited),
		membership.InvitedAtLT(entity.Now().Add(-memberships.InvitationLife-keptExpired)),
	)
	expired, err := d.Client.Membership.Query().Where(isForgotten).Order(membership.ByID()).Limit(cleanupBatch).All(ctx)
	if err != nil {
		return false, err
	}
	for _, one := range expired {
		err := d.Tx(ctx, func(ctx context.Context) error {
			err := d.LockUsers(ctx, one.UserID)
			if err != nil {
				return err
			}
			deleted, err := d.Client.Membership.Delete().
				Where(membership.FirmID(one.FirmID), membership.ID(one.ID), isForgotten).Exec(ctx)
			if err != nil || deleted == 0 {
				return err
			}
			return forget(ctx, d, one)
		})
		if err != nil {
			return false, err
		}
	}
	return len(expired) == cleanupBatch, nil
}

// forget deletes the account of a deleted invitation if that was its last one, and records the
// deletion.
func forget(ctx context.Context, d *db.DB, gone *ent.Membership) error {
	err := accounts.DeleteUnused(ctx, d, gone.UserID)
	if err != nil {
		return err
	}
	inFirm := rule.ForFirm(ctx, gone.FirmID, "raise the event of an invitation that was deleted")
	if err := event.RaiseAll(inFirm, d, event.UserRemoved, gone.PublicID); err != nil {
		return err
	}
	return audit.RecordIn(ctx, d, []uuid.UUID{gone.FirmID}, audit.Change{
		Action: "user.remove", Target: audit.Of(kind, gone.PublicID, gone.Email),
		Before: map[string]any{"email": gone.Email, "status": gone.Status},
	})
}
