package account

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The maximum lengths of names in characters.
const (
	MaxName     = 50
	MaxUserName = email.MaxLength
)

// UpdateMeInput changes the caller's account. Nil fields do not change.
type UpdateMeInput struct {
	secret.Hidden

	FirstName, LastName, UserName *string
	Email                         *string
	// CurrentPassword is required to change the e-mail address.
	CurrentPassword *string
}

// Validate trims the texts, except for the password, and returns every fault.
func (in *UpdateMeInput) Validate() fault.Details {
	var faults fault.Details
	CheckNames(&faults, &in.FirstName, &in.LastName, &in.UserName)
	if in.Email != nil {
		trimmed := *in.Email
		email.Check(&faults, "email", &trimmed)
		in.Email = &trimmed
	}
	if in.CurrentPassword != nil {
		password.CheckGiven(&faults, "currentPassword", *in.CurrentPassword)
	}
	return faults
}

// CheckNames trims the names that are not nil, and adds their faults.
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
			plaintext.CheckName(faults, name.field, &trimmed, name.limit)
			*name.given = &trimmed
		}
	}
}

// UpdateMe changes the caller's names, user name and e-mail address, and returns the account. No
// firm sees any of it. Any signed-in user may call it. To change the e-mail address, the current
// password is required, or it returns ValidationError; a user may try five times an hour, after
// which it returns TooManyRequests; and it returns Conflict if the address has another account. It
// opens its own transaction after hashing.
func (m *Manager) UpdateMe(ctx context.Context, in UpdateMeInput) (updated *ent.User, err error) {
	defer fault.Wrap(&err, "account.UpdateMe")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	caller, err := m.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(ctx)
	if err != nil {
		return nil, err
	}
	newEmail := in.Email != nil && *in.Email != caller.Email
	if newEmail {
		if in.CurrentPassword == nil {
			return nil, fault.Details{{Field: "currentPassword", Message: "is required for another e-mail"}}.Err()
		}
		if err := m.emailChanges.Take(m.clock(), caller.ID); err != nil {
			return nil, err
		}
		if err := m.passwords.CheckOwn(ctx, caller.PasswordHash, "currentPassword", *in.CurrentPassword); err != nil {
			return nil, err
		}
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := Lock(ctx, m.db, caller); err != nil {
			return err
		}
		change := m.db.Client.User.UpdateOne(caller).
			SetNillableFirstName(in.FirstName).SetNillableLastName(in.LastName).SetNillableUserName(in.UserName)
		if newEmail {
			if err := m.freeEmail(ctx, email.Key(*in.Email)); err != nil {
				return err
			}
			change.SetEmail(*in.Email).SetEmailKey(email.Key(*in.Email))
		}
		updated, err = change.Save(ctx)
		if db.IsUnique(err) {
			return fault.New(fault.Conflict, "Somebody has this e-mail already.").Because(err)
		}
		return err
	})
	return updated, err
}

// freeEmail deletes the account with the e-mail address if it is unused; see [DeleteUnused].
func (m *Manager) freeEmail(ctx context.Context, emailKey string) error {
	left, err := m.db.Client.User.Query().Where(user.EmailKey(emailKey), user.PasswordHash("")).IDs(ctx)
	if err == nil {
		err = m.db.LockUsers(ctx, left...)
	}
	if err != nil {
		return err //nolint:wrapcheck // UpdateMe names the operation.
	}
	return DeleteUnused(ctx, m.db, left...)
}
