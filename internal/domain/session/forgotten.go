package session

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// ForgotPasswordInput is the e-mail address of a person who forgot the password.
type ForgotPasswordInput struct {
	Email string
}

// Validate trims the e-mail address and returns every fault.
func (in *ForgotPasswordInput) Validate() fault.Details {
	var faults fault.Details
	email.Check(&faults, "email", &in.Email)
	return faults
}

// ForgotPassword queues a mail with a link to choose a new password. Anybody may call it. Whether
// there is an account is found out when the mail is sent, so neither the result nor the time it
// takes depends on that. It returns Unavailable if the server sends no mail, and TooManyRequests
// after as many requests of an IP address as there may be log-ins.
func (m *Manager) ForgotPassword(ctx context.Context, in ForgotPasswordInput) (err error) {
	defer fault.Wrap(&err, "session.ForgotPassword")
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := m.mails.Check(); err != nil {
		return err
	}
	if site := viewer.From(ctx).Request.Site(); m.limits != nil && site.IsValid() {
		if err := m.limits.addresses.Take(m.now(), site); err != nil {
			return err
		}
	}
	return m.mails.Forgot(ctx, email.Key(in.Email))
}

// ResetForgottenInput is a new password, and the token of the mail that allows it.
type ResetForgottenInput struct {
	secret.Hidden

	Token       string
	NewPassword string
}

// Validate returns every fault.
func (in *ResetForgottenInput) Validate() fault.Details {
	var faults fault.Details
	if in.Token == "" {
		faults.Add("token", "is required")
	}
	password.Validate(&faults, "newPassword", in.NewPassword)
	return faults
}

// ResetForgotten sets a new password of the person who received the token, ends all sessions of
// that person, and takes back a change of the e-mail address. Anybody with the token may
// call it. API keys and second factors stay. It returns Unauthorized for a token that is not valid,
// and Unavailable if the server sends no mail. It opens its own transaction after hashing.
func (m *Manager) ResetForgotten(ctx context.Context, in ResetForgottenInput) (err error) {
	defer fault.Wrap(&err, "session.ResetForgotten")
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := m.mails.Check(); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's password is the same in all firms")
	found, err := m.mails.Find(ctx, mailtoken.PurposeResetPassword, in.Token)
	if err != nil {
		return err
	}
	hash, err := m.passwords.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		of, err := m.holder(ctx, found, user.PasswordHashNEQ(""))
		if err != nil {
			return err
		}
		update := m.db.Client.User.UpdateOne(of).SetPasswordHash(hash).SetMustChangePassword(false)
		if of.EmailVerifiedAt == nil {
			update.SetEmailVerifiedAt(m.now())
		}
		if err := update.Exec(ctx); err != nil {
			return err //nolint:wrapcheck // As above.
		}
		if err := account.VoidEmailChange(ctx, m.db, m.mails, of.ID); err != nil {
			return err //nolint:wrapcheck // As above.
		}
		if err := m.EndUserSessions(ctx, of.ID, session.EndReasonPasswordChanged); err != nil {
			return err
		}
		return m.mails.Notify(ctx, of.ID, mail.PasswordChanged, mail.About{})
	})
}

// holder uses a token up, and returns the account that it was mailed to, locked. It returns
// [mail.ErrToken] if the account is not active or has another e-mail address by now.
func (m *Manager) holder(ctx context.Context, found *ent.MailToken, more ...predicate.User) (*ent.User, error) {
	if err := m.db.LockUsers(ctx, found.UserID); err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	if err := m.mails.Spend(ctx, found); err != nil {
		return nil, err
	}
	of, err := m.db.Client.User.Query().
		Where(append(more, user.ID(found.UserID), user.EmailKey(found.EmailKey), user.IsActive(true))...).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, mail.ErrToken()
	}
	return of, err //nolint:wrapcheck // The caller names the operation.
}
