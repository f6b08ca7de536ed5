package auth

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

// How long names may be, in characters.
const (
	MaxName     = 50
	MaxUserName = maxEmail
)

// UpdateMeInput changes the caller's account; nil keeps what is.
type UpdateMeInput struct {
	secret

	FirstName, LastName, UserName *string
	Email                         *string
	// CurrentPassword is needed for another e-mail.
	CurrentPassword *string
}

// Validate trims the texts, except for the password, and notes every fault.
func (in *UpdateMeInput) Validate() fault.Details {
	var faults fault.Details
	CheckNames(&faults, &in.FirstName, &in.LastName, &in.UserName)
	if in.Email != nil {
		trimmed := *in.Email
		CheckEmail(&faults, &trimmed)
		in.Email = &trimmed
	}
	if in.CurrentPassword != nil {
		checkGivenPassword(&faults, "currentPassword", *in.CurrentPassword)
	}
	return faults
}

// CheckNames trims those of the names that are given, and notes what is wrong with them.
func CheckNames(faults *fault.Details, firstName, lastName, userName **string) {
	for _, name := range []struct {
		field string
		given **string
		limit int
	}{
		{"firstName", firstName, MaxName}, {"lastName", lastName, MaxName}, {"userName", userName, MaxUserName},
	} {
		if *name.given != nil {
			trimmed := **name.given
			line.CheckName(faults, name.field, &trimmed, name.limit)
			*name.given = &trimmed
		}
	}
}

// CheckEmail trims an e-mail address and notes what is wrong with it.
func CheckEmail(faults *fault.Details, email *string) {
	*email = strings.TrimSpace(*email)
	var wrong fault.Details
	ValidateEmail(&wrong, "email", *email)
	if len(wrong) == 0 {
		line.CheckKey(&wrong, "email", EmailKey(*email))
	}
	*faults = append(*faults, wrong...)
}

// UpdateMe changes the caller's names, user name and e-mail, and returns the account. No firm is shown any of it. Another
// e-mail takes the current password (a ValidationError else), may be tried five times an hour (TooManyRequests), and is a
// Conflict where somebody has it. Any signed-in user may call it. As with [Login], it must be the first thing in its
// transaction.
func (a *Authority) UpdateMe(ctx context.Context, in UpdateMeInput) (updated *ent.User, err error) {
	defer fault.Wrap(&err, "auth.UpdateMe")
	asking, err := signedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	caller, err := a.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(db.Outside(ctx))
	if err != nil {
		return nil, err
	}
	newEmail := in.Email != nil && *in.Email != caller.Email
	if newEmail {
		if in.CurrentPassword == nil {
			return nil, fault.Details{{Field: "currentPassword", Message: "is required for another e-mail"}}.Err()
		}
		if err := a.limits.emailChange(a.now(), caller.ID); err != nil {
			return nil, err
		}
		if err := a.checkPassword(ctx, caller.PasswordHash, "currentPassword", *in.CurrentPassword); err != nil {
			return nil, err
		}
	}
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		if err := a.hold(ctx, caller); err != nil {
			return err
		}
		change := a.db.Client.User.UpdateOne(caller).
			SetNillableFirstName(in.FirstName).SetNillableLastName(in.LastName).SetNillableUserName(in.UserName)
		if newEmail {
			if err := a.freeEmail(ctx, EmailKey(*in.Email)); err != nil {
				return err
			}
			change.SetEmail(*in.Email).SetEmailKey(EmailKey(*in.Email))
		}
		updated, err = change.Save(ctx)
		if db.IsUnique(err) {
			return fault.New(fault.Conflict, "Somebody has this e-mail already.").Because(err)
		}
		return err
	})
	return updated, err
}

// freeEmail deletes the account that has the e-mail, if it was left over: see [DeleteUnused].
func (a *Authority) freeEmail(ctx context.Context, emailKey string) error {
	left, err := a.db.Client.User.Query().Where(user.EmailKey(emailKey), user.PasswordHash(""), db.ForUpdate).IDs(ctx)
	if err != nil {
		return err //nolint:wrapcheck // UpdateMe names the operation.
	}
	return DeleteUnused(ctx, a.db, left...)
}

// DeleteUnused deletes those of the accounts that have no password and are not invited any more. The caller holds them, or
// nobody else can know of them.
func DeleteUnused(ctx context.Context, d *db.DB, accounts ...uuid.UUID) error {
	for _, id := range accounts {
		_, err := d.Exec(ctx, `
			DELETE FROM users WHERE id = $1 AND password_hash = ''
			AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id)`, id)
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
	}
	return nil
}
