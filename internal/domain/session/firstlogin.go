package session

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
)

// triedInvitations is how many invitations of an account a first log-in tries, the newest first. An
// older one can be sent again.
const triedInvitations = 3

// compareInvitations compares a password with the passwords of the newest invitations of an account
// without its own password. It returns nil for a wrong one.
func (m *Manager) compareInvitations(ctx context.Context, found *ent.User, password string) (*identity, error) {
	invitations, err := m.memberships.NewestInvitations(ctx, found.ID, triedInvitations)
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	hashes := make([]string, 0, len(invitations))
	for _, invitation := range invitations {
		hashes = append(hashes, invitation.InvitationHash)
	}
	i, err := m.passwords.VerifyAny(ctx, hashes, password)
	if err != nil || i < 0 {
		return nil, err
	}
	return &identity{User: found, invitation: invitations[i]}, nil
}

// firstLogin completes the account at the first log-in. The account gets the password of the
// invitation and the names that the firm entered, and the invitation becomes an active membership.
// The caller has locked the account.
func (m *Manager) firstLogin(ctx context.Context, known *identity) error {
	invited, err := m.memberships.Unchanged(ctx, known.invitation)
	if err != nil {
		return err //nolint:wrapcheck // Login names the operation.
	}
	known.User, err = m.db.Client.User.UpdateOne(known.User).
		SetPasswordHash(invited.InvitationHash).SetMustChangePassword(true).
		SetFirstName(invited.FirstName).SetLastName(invited.LastName).
		SetEmail(invited.Email).SetUserName(invited.UserName).
		Save(ctx)
	if err != nil {
		return err //nolint:wrapcheck // As above.
	}
	err = m.memberships.Activate(ctx, invited)
	if fault.Is(err, fault.Forbidden) {
		return badLogin(err)
	}
	return err
}
