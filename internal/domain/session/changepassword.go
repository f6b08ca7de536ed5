package session

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
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

// ChangePasswordInput is a user's present password and the new one.
type ChangePasswordInput struct {
	secret.Hidden

	CurrentPassword string
	NewPassword     string
}

// Validate returns every fault. The current password may be older than the present rules, so it is
// only required.
func (in *ChangePasswordInput) Validate() fault.Details {
	var faults fault.Details
	password.CheckGiven(&faults, "currentPassword", in.CurrentPassword)
	password.Validate(&faults, "newPassword", in.NewPassword)
	if in.NewPassword != "" && in.NewPassword == in.CurrentPassword {
		faults.Add("newPassword", "must differ from the current one")
	}
	return faults
}

// ChangePassword sets a new password of the caller, ends the caller's other sessions, and takes
// back a change of the e-mail address. Any signed-in user may call it. It returns ValidationError
// for a wrong current password, and TooManyRequests after more than 10 in a minute. It opens its
// own transaction after hashing.
func (m *Manager) ChangePassword(ctx context.Context, in ChangePasswordInput) (err error) {
	defer fault.Wrap(&err, "session.ChangePassword")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := m.passwords.Attempt(asking.UserID); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's password is the same in all firms")
	caller, err := m.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(ctx)
	if err != nil {
		return err //nolint:wrapcheck // Wrapped above, here and below.
	}
	if err := m.passwords.CheckOwn(ctx, caller.PasswordHash, "currentPassword", in.CurrentPassword); err != nil {
		return err
	}
	hash, err := m.passwords.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // As above.
		if err := m.replace(ctx, caller, hash, false); err != nil {
			return err
		}
		if err := m.EndOtherSessions(ctx, asking.UserID, asking.SessionID, session.EndReasonPasswordChanged); err != nil {
			return err
		}
		return m.mails.Notify(ctx, asking.UserID, mail.PasswordChanged, mail.About{})
	})
}

// replace replaces a password hash if it is still the one that was read. It also sets whether the
// password must be changed. A change of the e-mail address is taken back, and links that were
// mailed for it, or to choose a new password, become useless.
func (m *Manager) replace(ctx context.Context, of *ent.User, hash string, due bool) error {
	if err := m.db.LockUsers(ctx, of.ID); err != nil { // a log-in with the old password may be about to begin a session
		return err //nolint:wrapcheck // The caller names the operation.
	}
	replaced, err := m.db.Client.User.Update().
		Where(user.ID(of.ID), user.PasswordHash(of.PasswordHash)).
		SetPasswordHash(hash).SetMustChangePassword(due).
		Save(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if replaced == 0 {
		return account.ErrChanged()
	}
	if err := account.VoidEmailChange(ctx, m.db, m.mails, of.ID); err != nil {
		return err //nolint:wrapcheck // As above.
	}
	return m.mails.Void(ctx, of.ID, mailtoken.PurposeResetPassword)
}

// ResetPasswordInput is a new password for the user with this e-mail address.
type ResetPasswordInput struct {
	secret.Hidden

	Email       string
	NewPassword string
}

// Validate trims the e-mail address and returns every fault.
func (in *ResetPasswordInput) Validate() fault.Details {
	var faults fault.Details
	email.Check(&faults, "email", &in.Email)
	password.Validate(&faults, "newPassword", in.NewPassword)
	return faults
}

// ResetPassword sets a new password of a user without checking the old one, ends all the user's
// sessions, takes back a change of the e-mail address, and mails the user a notice. Only the
// operator's command line calls it; clients can't reach it. It returns NotFound for an e-mail
// address without a user.
func (m *Manager) ResetPassword(ctx context.Context, in ResetPasswordInput) (err error) {
	defer fault.Wrap(&err, "session.ResetPassword")
	if err := in.Validate().Err(); err != nil {
		return err
	}
	hash, err := m.passwords.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's password is the same in all firms")
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		of, err := m.db.Client.User.Query().Where(user.EmailKey(email.Key(in.Email))).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.New(fault.NotFound, "There is no user with the e-mail %s.", fault.Shown(in.Email))
		}
		if err != nil {
			return err //nolint:wrapcheck // As above.
		}
		if err := m.replace(ctx, of, hash, of.MustChangePassword); err != nil {
			return err
		}
		if err := m.EndUserSessions(ctx, of.ID, session.EndReasonPasswordChanged); err != nil {
			return err
		}
		return m.mails.Notify(ctx, of.ID, mail.PasswordChanged, mail.About{})
	})
}
