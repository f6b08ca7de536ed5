package auth

import (
	"context"
	"strings"
	"time"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// ChangePasswordInput is a user's password and the one to come.
type ChangePasswordInput struct {
	secret

	CurrentPassword string
	NewPassword     string
}

// Validate notes every fault. The current password may be older than our rules; it only has to be there.
func (in *ChangePasswordInput) Validate() fault.Details {
	var faults fault.Details
	checkGivenPassword(&faults, "currentPassword", in.CurrentPassword)
	ValidatePassword(&faults, "newPassword", in.NewPassword)
	if in.NewPassword != "" && in.NewPassword == in.CurrentPassword {
		faults.Add("newPassword", "must differ from the current one")
	}
	return faults
}

// ChangePassword gives the caller a new password and ends the caller's other sessions. Any signed-in user may call it.
// A wrong current password is a ValidationError; more than 10 in a minute are TooManyRequests. As with [Login], it must
// be the first thing in its transaction.
func (a *Authority) ChangePassword(ctx context.Context, in ChangePasswordInput) (err error) {
	defer fault.Wrap(&err, "auth.ChangePassword")
	asking, err := signedIn(ctx)
	if err != nil {
		return err
	}
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := a.limits.user(a.now(), asking.UserID); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's password is the same in all firms")
	caller, err := a.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(db.Outside(ctx))
	if err != nil {
		return err //nolint:wrapcheck // Wrapped above, here and below.
	}
	if err := a.checkPassword(ctx, caller.PasswordHash, "currentPassword", in.CurrentPassword); err != nil {
		return err
	}
	hash, err := a.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	return a.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // As above.
		if err := a.replace(ctx, caller, hash, false); err != nil {
			return err
		}
		return a.EndOtherSessions(ctx, asking.UserID, asking.SessionID, session.EndReasonPasswordChanged)
	})
}

// checkPassword returns a ValidationError for the field unless the stored hash is of the password that a signed-in user sent.
func (a *Authority) checkPassword(ctx context.Context, stored, field, password string) error {
	ok, err := a.VerifyOwn(ctx, stored, password)
	if err == nil && !ok {
		err = fault.Details{{Field: field, Message: "is wrong"}}.Err()
	}
	return err
}

// replace stores a password hash in place of the one that was read, if that is still there, and whether it is due to be
// changed.
func (a *Authority) replace(ctx context.Context, of *ent.User, hash string, due bool) error {
	replaced, err := a.db.Client.User.Update().
		Where(user.ID(of.ID), user.PasswordHash(of.PasswordHash)).
		SetPasswordHash(hash).SetMustChangePassword(due).
		Save(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if replaced == 0 {
		return changedMeanwhile()
	}
	return nil
}

func changedMeanwhile() error {
	return fault.Retry(fault.Unavailable, time.Second, "The account was changed at this very moment. Try again.")
}

// ResetPasswordInput is a new password for the user with this e-mail.
type ResetPasswordInput struct {
	secret

	Email       string
	NewPassword string
}

// Validate trims the e-mail and notes every fault.
func (in *ResetPasswordInput) Validate() fault.Details {
	var faults fault.Details
	in.Email = strings.TrimSpace(in.Email)
	ValidateEmail(&faults, "email", in.Email)
	ValidatePassword(&faults, "newPassword", in.NewPassword)
	return faults
}

// ResetPassword gives a user a new password without asking for the old one, and ends all the user's sessions. It is for
// the operator's command line; nothing that clients reach calls it. NotFound for an e-mail that nobody has.
func (a *Authority) ResetPassword(ctx context.Context, in ResetPasswordInput) (err error) {
	defer fault.Wrap(&err, "auth.ResetPassword")
	if err := in.Validate().Err(); err != nil {
		return err
	}
	hash, err := a.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person's password is the same in all firms")
	return a.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		of, err := a.db.Client.User.Query().Where(user.EmailKey(EmailKey(in.Email)), db.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.New(fault.NotFound, "There is no user with the e-mail %s.", fault.Shown(in.Email))
		}
		if err != nil {
			return err //nolint:wrapcheck // As above.
		}
		if err := a.replace(ctx, of, hash, of.MustChangePassword); err != nil {
			return err
		}
		return a.EndUserSessions(ctx, of.ID, session.EndReasonPasswordChanged)
	})
}
