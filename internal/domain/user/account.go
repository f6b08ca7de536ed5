package user

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// account is the account of an invited person.
type account struct {
	ID             uuid.UUID
	InvitationSalt []byte `sql:"invitation_salt"`
	// isNew reports whether the account was created for this invitation.
	isNew bool
}

// accountFor returns the account with the e-mail address, and creates one without a password if
// there is none. It writes one row in both cases, so that the time does not reveal which. Its SQL
// also works when two firms do this at the same time. [session.Manager.Cleanup] later deletes an
// account that is left without an invitation.
func accountFor(ctx context.Context, d *db.DB, in *CreateInput) (*account, error) {
	var (
		found []*account
		now   = entity.Now()
		id    = entity.NewUserID()
	)
	err := d.Tx(ctx, func(ctx context.Context) (err error) {
		found, err = db.All[*account](d.Shared(ctx), `
			INSERT INTO users (id, created_at, updated_at, email, email_key, user_name, first_name, last_name,
				password_hash, invitation_salt, must_change_password, is_active)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
			ON CONFLICT (email_key) DO UPDATE SET email_key = excluded.email_key
			RETURNING id, invitation_salt`,
			id, now, now, in.Email, email.Key(in.Email), in.userName(), in.FirstName, in.LastName,
			"", user.DefaultInvitationSalt(), false, true)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("save the account: %w", err)
	}
	found[0].isNew = found[0].ID == id
	return found[0], nil
}

// publicID returns the id by which the firm knows the user while the invitation is open. A firm
// that withdraws an invitation and creates it again gets another id, whether the account still
// exists or not.
func (a *account) publicID() uuid.UUID {
	if a.isNew {
		return a.ID
	}
	return entity.NewUserID()
}

// lockByEmail locks the e-mail address, and the account with it if there is one, until the
// transaction ends. A transaction that calls [accountFor] calls it first: all others lock the
// account before they write to its row, and would wait for each other in a circle. So would those
// that make the same account at once, without the lock of the address.
func lockByEmail(ctx context.Context, d *db.DB, emailKey string) error {
	if err := d.Lock(ctx, "email", uuid.NewSHA1(uuid.Nil, []byte(emailKey))); err != nil {
		return err
	}
	ids, err := d.Client.User.Query().Where(user.EmailKey(emailKey)).IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for the account: %w", err)
	}
	return d.LockUsers(ctx, ids...)
}

// lockAccount returns an account and locks it until the transaction ends. It returns Unavailable if
// the account was deleted, or its e-mail address changed, since it was read.
func lockAccount(ctx context.Context, d *db.DB, id uuid.UUID, emailKey string) (*ent.User, error) {
	ctx = rule.AcrossFirms(ctx, "an account belongs to no firm")
	if err := d.LockUsers(ctx, id); err != nil {
		return nil, err
	}
	found, err := d.Client.User.Query().Where(user.ID(id), user.EmailKey(emailKey)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, changedMeanwhile()
	}
	if err != nil {
		return nil, fmt.Errorf("lock the account: %w", err)
	}
	return found, nil
}

func changedMeanwhile() error {
	return fault.Retry(fault.Unavailable, time.Second, "The user was changed at this very moment. Try again.")
}
