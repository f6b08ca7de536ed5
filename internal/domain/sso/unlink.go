package sso

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// Link is a person of an issuer who can log in to an account.
type Link struct {
	Issuer, Subject string
	CreatedAt       time.Time
}

// Links returns who can log in to the account with an e-mail address by a provider, the oldest link
// first. Only the operator's command line calls it. It returns NotFound for an address without an
// account.
func Links(ctx context.Context, d *db.DB, address string) (_ []Link, err error) {
	defer fault.Wrap(&err, "sso.Links")
	of, err := accountOf(rule.AcrossFirms(ctx, "a person's links are the same in all firms"), d, address)
	if err != nil {
		return nil, err
	}
	return db.All[Link](d.Shared(ctx),
		`SELECT issuer, subject, created_at AS createdat FROM oidc_links WHERE user_id = $1 ORDER BY created_at, id`, of.ID)
}

// Unlink removes the link of an account with its person of an issuer, and ends the sessions of the
// account, which that person may have begun. Only the operator's command line calls it. It returns
// NotFound for an e-mail address without an account, and for an account without such a link.
func Unlink(ctx context.Context, d *db.DB, sessions *session.Manager, address, issuer string) (err error) {
	defer fault.Wrap(&err, "sso.Unlink")
	ctx = rule.AcrossFirms(ctx, "a person's links are the same in all firms")
	return d.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		of, err := accountOf(ctx, d, address)
		if err != nil {
			return err
		}
		if err := d.LockUsers(ctx, of.ID); err != nil {
			return err //nolint:wrapcheck // as above
		}
		removed, err := d.Shared(ctx).Exec(`DELETE FROM oidc_links WHERE user_id = $1 AND issuer = $2`, of.ID, issuer)
		switch {
		case err != nil:
			return err //nolint:wrapcheck // as above
		case removed == 0:
			return fault.New(fault.NotFound, "%s is not linked with a person of %s.", of.Email, fault.Shown(issuer))
		}
		// A log-in that waits for its exchange would begin a session.
		if _, err := d.Shared(ctx).Exec(`DELETE FROM oidc_logins WHERE user_id = $1`, of.ID); err != nil {
			return err //nolint:wrapcheck // as above
		}
		if err := sessions.EndUserSessions(ctx, of.ID, entsession.EndReasonRevoked); err != nil {
			return err
		}
		return recordUnlink(ctx, d, of, issuer)
	})
}

func accountOf(ctx context.Context, d *db.DB, address string) (*ent.User, error) {
	of, err := d.Client.User.Query().Where(user.EmailKey(email.Key(address))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no user with the e-mail %s.", fault.Shown(address))
	}
	return of, err //nolint:wrapcheck // The caller names the operation.
}

// recordUnlink records in each firm of the person, and in the super-firm, that a link was removed.
func recordUnlink(ctx context.Context, d *db.DB, of *ent.User, issuer string) error {
	change := audit.Change{Action: "user.unlink", Target: audit.Of("user", of.ID, of.Email), Before: map[string]any{"issuer": issuer}}
	super, err := audit.SuperFirm(ctx, d)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	var told []uuid.UUID
	err = eachMembership(ctx, d, of.ID, func(own *ent.Membership) error {
		told = append(told, own.FirmID)
		change := change
		change.Target.Name = own.Email // the firm knows no other address
		return audit.RecordIn(ctx, d, []uuid.UUID{own.FirmID}, change)
	})
	if err != nil {
		return err
	}
	super = slices.DeleteFunc(super, func(id uuid.UUID) bool { return slices.Contains(told, id) })
	return audit.RecordIn(ctx, d, super, change) //nolint:wrapcheck // The caller names the operation.
}
