package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// AcceptMailedInvitationInput is the token of an invitation, and what a new account needs.
type AcceptMailedInvitationInput struct {
	secret.Hidden

	Token string
	// Password is required for an account that has never been logged in to.
	Password *string
	// FirstName and LastName are by default what the firm entered.
	FirstName, LastName *string
}

// Validate trims the names and returns every fault.
func (in *AcceptMailedInvitationInput) Validate() fault.Details {
	var faults fault.Details
	if in.Token == "" {
		faults.Add("token", "is required")
	}
	if in.Password != nil {
		password.Validate(&faults, "password", *in.Password)
	}
	var none *string
	account.CheckNames(&faults, &in.FirstName, &in.LastName, &none)
	return faults
}

var errNotSignedIn = errors.New("session: the invited account has been logged in to before")

// AcceptMailedInvitation makes the person who received the token an active user of the inviting
// firm, and logs that person in. The first time the account gets the password of the input. If the
// account has been logged in to before, the viewer must be its person, and the password is ignored.
//
// It returns Unauthorized for a token that is not valid, and for an account that has been logged in
// to before if nobody is signed in; Forbidden if somebody else is, and if the sender of the
// invitation could not grant its permissions now; ValidationError for a new account without a
// password; Conflict for a person who is in the firm already; and Unavailable if the server sends
// no mail. It opens its own transaction after hashing.
func (m *Manager) AcceptMailedInvitation(ctx context.Context, in AcceptMailedInvitationInput) (login *Login, err error) {
	defer fault.Wrap(&err, "session.AcceptMailedInvitation")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if err := m.mails.Check(); err != nil {
		return nil, err
	}
	asking := viewer.From(ctx)
	ctx = rule.AcrossFirms(ctx, "a person answers the invitation of another firm")
	found, err := m.mails.Find(ctx, mailtoken.PurposeInvitation, in.Token)
	if err != nil {
		return nil, err
	}
	of, err := m.db.Client.User.Query().Where(user.ID(found.UserID), user.IsActive(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, mail.ErrToken()
	}
	if err != nil {
		return nil, err
	}
	hash := ""
	switch {
	case of.PasswordHash != "":
		err = mustBe(asking, of.ID)
	case in.Password == nil:
		err = fault.Details{{Field: "password", Message: "is required: you have not logged in before"}}.Err()
	default:
		hash, err = m.passwords.Hash(ctx, *in.Password)
	}
	if err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := account.Lock(ctx, m.db, of); err != nil {
			return err
		}
		if err := m.mails.Spend(ctx, found); err != nil {
			return err
		}
		if err := m.join(ctx, of, found, hash, in); err != nil {
			return err
		}
		joined, err := m.db.Client.User.Get(ctx, of.ID)
		if err != nil {
			return err
		}
		login, err = m.begin(ctx, joined, asking.Request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return login, nil
}

// mustBe returns Unauthorized if nobody is signed in, and Forbidden if it is somebody else.
func mustBe(asking *viewer.Viewer, userID uuid.UUID) error {
	if asking.Kind != viewer.User {
		return fault.New(fault.Unauthorized, "You have an account: sign in, then open the link again.").Because(errNotSignedIn)
	}
	if asking.UserID != userID {
		return fault.New(fault.Forbidden, "The invitation is for another person than the one who is signed in.")
	}
	return nil
}

// join makes the invitation of a token an active membership. A new account gets the password and
// its names.
func (m *Manager) join(
	ctx context.Context, of *ent.User, found *ent.MailToken, hash string, in AcceptMailedInvitationInput,
) error {
	invited, err := m.memberships.Mailed(ctx, of.ID, found.MembershipID, found.EmailKey)
	if err != nil {
		return err
	}
	if hash != "" {
		update := m.db.Client.User.UpdateOne(of).
			SetPasswordHash(hash).SetMustChangePassword(false).SetEmailVerifiedAt(m.now()).
			SetFirstName(invited.FirstName).SetLastName(invited.LastName).
			SetNillableFirstName(in.FirstName).SetNillableLastName(in.LastName).
			SetEmail(invited.Email).SetUserName(invited.UserName)
		if err := update.Exec(ctx); err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		if err := account.VoidEmailChange(ctx, m.db, m.mails, of.ID); err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
	} else if of.EmailVerifiedAt == nil && of.EmailKey == found.EmailKey {
		if err := m.db.Client.User.UpdateOne(of).SetEmailVerifiedAt(m.now()).Exec(ctx); err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
	}
	return m.memberships.Activate(ctx, invited)
}
