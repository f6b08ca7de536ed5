package account

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// VerifyEmailInput is the token of a mail that verifies its address.
type VerifyEmailInput struct {
	secret.Hidden

	Token string
}

// Validate returns every fault.
func (in *VerifyEmailInput) Validate() fault.Details {
	var faults fault.Details
	if in.Token == "" {
		faults.Add("token", "is required")
	}
	return faults
}

// VerifyEmail marks the e-mail address that received the token as verified. If the account was to
// change to that address, it does so now, and the old address is told. Anybody with the token may
// call it. It returns Unauthorized for a token that is not valid, or whose address the account
// neither has nor changes to any more; Conflict if another account has the address by now; and
// Unavailable if the server sends no mail.
func (m *Manager) VerifyEmail(ctx context.Context, in VerifyEmailInput) (err error) {
	defer fault.Wrap(&err, "account.VerifyEmail")
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := m.mails.Check(); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	found, err := m.mails.Find(ctx, mailtoken.PurposeVerifyEmail, in.Token)
	if err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		if err := m.db.LockUsers(ctx, found.UserID); err != nil {
			return err //nolint:wrapcheck // As above.
		}
		if err := m.mails.Spend(ctx, found); err != nil {
			return err
		}
		of, err := m.db.Client.User.Query().Where(user.ID(found.UserID), user.IsActive(true)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return mail.ErrToken()
		case err != nil:
			return err //nolint:wrapcheck // As above.
		case of.PendingEmail != "" && email.Key(of.PendingEmail) == found.EmailKey:
			return m.changeEmail(ctx, of)
		case of.EmailKey == found.EmailKey:
			return m.db.Client.User.UpdateOne(of).SetEmailVerifiedAt(m.now()).Exec(ctx) //nolint:wrapcheck // As above.
		}
		return mail.ErrToken()
	})
}

// changeEmail replaces the e-mail address of a locked account by the pending one.
func (m *Manager) changeEmail(ctx context.Context, of *ent.User) error {
	if err := m.freeEmail(ctx, email.Key(of.PendingEmail)); err != nil {
		return err
	}
	err := m.db.Client.User.UpdateOne(of).
		SetEmail(of.PendingEmail).SetEmailKey(email.Key(of.PendingEmail)).SetPendingEmail("").SetEmailVerifiedAt(m.now()).
		Exec(ctx)
	if db.IsUnique(err) {
		return fault.New(fault.Conflict, "Somebody has this e-mail already.").Because(err)
	}
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	return m.mails.Notify(ctx, of.ID, mail.EmailChanged, mail.About{To: of.Email, Detail: of.PendingEmail})
}

// VoidEmailChange takes back the change of the e-mail address of a locked account, and makes the
// links of its mails useless. It is called when the account gets a password from whoever owns it:
// the change may be of somebody who knew the old password.
func VoidEmailChange(ctx context.Context, d *db.DB, mails *mail.Mailer, id uuid.UUID) error {
	err := d.Client.User.Update().Where(user.ID(id)).SetPendingEmail("").Exec(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	return mails.Void(ctx, id, mailtoken.PurposeVerifyEmail) //nolint:wrapcheck // As above.
}

// SendVerification mails the caller the link that verifies the e-mail address, or the one that it
// changes to, again, unless such a mail to the address is still queued. Any signed-in user may call
// it. It returns Conflict if nothing is to verify, TooManyRequests after ten calls in an hour, and
// Unavailable if the server sends no mail.
func (m *Manager) SendVerification(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "account.SendVerification")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	if err := m.mails.Check(); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	caller, err := m.db.Client.User.Get(ctx, asking.UserID)
	if err != nil {
		return err //nolint:wrapcheck // Wrapped above.
	}
	if caller.PendingEmail == "" && caller.EmailVerifiedAt != nil {
		return fault.New(fault.Conflict, "Your e-mail address is verified already.")
	}
	if err := m.verifications.Take(m.clock(), caller.ID); err != nil {
		return err
	}
	address := caller.PendingEmail
	if address == "" {
		address = caller.Email
	}
	return m.mails.VerifyAgain(ctx, caller.ID, email.Key(address))
}
