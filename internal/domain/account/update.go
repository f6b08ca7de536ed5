package account

import (
	"context"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/mail"
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
	// Language is that of mails, or empty for that of the browser.
	Language *string
	// CurrentPassword is required to change the e-mail address.
	CurrentPassword *string
}

// Validate trims the texts, except for the password, and returns every fault. UpdateMe checks
// another e-mail address as [email.CheckAccount] does: an older one may stay.
func (in *UpdateMeInput) Validate() fault.Details {
	var faults fault.Details
	CheckNames(&faults, &in.FirstName, &in.LastName, &in.UserName)
	if in.Email != nil {
		trimmed := *in.Email
		email.Check(&faults, "email", &trimmed)
		in.Email = &trimmed
	}
	if in.Language != nil && *in.Language != "" && !slices.Contains(mail.Languages(), *in.Language) {
		faults.Add("language", "must be %s, or empty", strings.Join(mail.Languages(), ", "))
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

// UpdateMe changes the caller's names, user name, e-mail address and language, and returns the
// account. Where mail is sent, another e-mail address counts once it is verified; see
// [Manager.VerifyEmail]. No firm sees any of it. Any signed-in user may call it. To change the
// e-mail address, the current password is required, or it returns ValidationError; a user may try
// five times an hour, after which it returns TooManyRequests; and without mail it returns Conflict
// if the address has another account. It opens its own transaction after hashing.
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
		var faults fault.Details
		email.CheckOwn(&faults, "email", *in.Email)
		if err := faults.Err(); err != nil {
			return nil, err
		}
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
			SetNillableFirstName(in.FirstName).SetNillableLastName(in.LastName).SetNillableUserName(in.UserName).
			SetNillableLanguage(in.Language)
		switch {
		case newEmail:
			if err := m.setEmail(ctx, caller, change, *in.Email); err != nil {
				return err
			}
		case in.Email != nil:
			change.SetPendingEmail("") // the address stays
		}
		updated, err = change.Save(ctx)
		if db.IsUnique(err) {
			return fault.New(fault.Conflict, "Somebody has this e-mail already.").Because(err)
		}
		return err
	})
	return updated, err
}

// setEmail changes the e-mail address of a locked account. Where mail is sent, another address is
// only stored, until it is verified by the link that is mailed to it, and the old address is told.
// So nobody learns here whether the new one has an account.
func (m *Manager) setEmail(ctx context.Context, caller *ent.User, change *ent.UserUpdateOne, to string) error {
	key := email.Key(to)
	if key == caller.EmailKey {
		if !email.SameMailbox(to, caller.Email) { // an older account; see email.CheckAccount
			return fault.New(fault.Conflict, "This e-mail can't be told apart from your present one. Change to a third one first.")
		}
		change.SetEmail(to).SetPendingEmail("")
		return nil
	}
	if !m.mails.Sends() {
		change.SetEmail(to).SetEmailKey(key).SetPendingEmail("").ClearEmailVerifiedAt()
		return m.freeEmail(ctx, key)
	}
	change.SetPendingEmail(to)
	if err := m.mails.Notify(ctx, caller.ID, mail.EmailChangeRequested, mail.About{To: caller.Email, Detail: to}); err != nil {
		return err
	}
	return m.mails.Verify(ctx, caller.ID)
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
