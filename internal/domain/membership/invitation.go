package membership

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// InvitationLife is how long an invitation is open after it was sent.
	InvitationLife = 30 * 24 * time.Hour
	// maxListed limits the list of a person's invitations.
	maxListed = 100
)

// Invitation is an open invitation as the invited person sees it.
type Invitation struct {
	ID uuid.UUID
	// FirmName is the name of the firm, and RoleName the name of the role that the person would
	// have there.
	FirmName, RoleName string
	// CreatedAt is when the invitation was last sent.
	CreatedAt time.Time
}

// open matches the memberships that are open invitations. They were sent within 30 days, by an
// active firm, to the present e-mail address of the membership.
func (m *Manager) open(among relations) predicate.Membership {
	return membership.And(
		among.are(), membership.StatusEQ(membership.StatusInvited), membership.InvitationHashNEQ(""),
		membership.InvitedAtGT(m.now().Add(-InvitationLife)), among.inActiveFirm(),
	)
}

// newest orders invitations, the one sent last first.
func newest() []membership.OrderOption {
	return []membership.OrderOption{ent.Desc(membership.FieldInvitedAt, membership.FieldID)}
}

// Invitations returns the caller's open invitations, the one sent last first, at most 100. Any
// signed-in user may call it.
func (m *Manager) Invitations(ctx context.Context) (_ []*Invitation, err error) {
	defer fault.Wrap(&err, "membership.Invitations")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person is invited by other firms")
	own, err := m.relationsOf(ctx, asking.UserID)
	if err != nil {
		return nil, err
	}
	rows, err := m.db.Client.Membership.Query().
		Where(m.open(own)).
		WithFirm().WithRole(own.ofFirms).
		Order(newest()...).Limit(maxListed).
		All(ctx)
	if err != nil {
		return nil, err
	}
	listed := make([]*Invitation, 0, len(rows))
	for _, row := range rows {
		listed = append(listed, &Invitation{
			ID: row.ID, FirmName: row.Edges.Firm.Name, RoleName: row.Edges.Role.Name, CreatedAt: *row.InvitedAt,
		})
	}
	return listed, nil
}

// ownInvitation returns an open invitation of the user, or NotFound for any other id.
func (m *Manager) ownInvitation(ctx context.Context, userID, id uuid.UUID) (*ent.Membership, error) {
	own, err := m.relationsOf(ctx, userID, id)
	if err != nil {
		return nil, err
	}
	invited, err := m.db.Client.Membership.Query().Where(m.open(own)).WithFirm().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "You have no such invitation.").Because(err)
	}
	return invited, err //nolint:wrapcheck // The caller names the operation.
}

// NewestInvitations returns the open invitations of an account, the one sent last first, at most
// limit.
func (m *Manager) NewestInvitations(ctx context.Context, userID uuid.UUID, limit int) ([]*ent.Membership, error) {
	own, err := m.relationsOf(ctx, userID)
	if err != nil {
		return nil, err
	}
	return m.db.Client.Membership.Query(). //nolint:wrapcheck // The caller names the operation.
						Where(m.open(own)).Order(newest()...).Limit(limit).All(ctx)
}

// Unchanged returns the present state of an invitation. It returns [account.ErrChanged] when the
// invitation was answered, withdrawn or sent again since it was read. The caller has locked the
// account; nobody changes an invitation without that lock.
func (m *Manager) Unchanged(ctx context.Context, read *ent.Membership) (*ent.Membership, error) {
	one := relations{userID: read.UserID, ids: []uuid.UUID{read.ID}, firms: []uuid.UUID{read.FirmID}}
	now, err := m.db.Client.Membership.Query().
		Where(m.open(one), membership.InvitationHash(read.InvitationHash)).
		Only(ctx)
	if ent.IsNotFound(err) {
		return nil, account.ErrChanged()
	}
	return now, err //nolint:wrapcheck // The caller names the operation.
}

// Mailed returns the open invitation of a user that was mailed to an address. It returns
// [mail.ErrToken] when it was answered, withdrawn, or is for another address by now. The caller has
// locked the account.
func (m *Manager) Mailed(ctx context.Context, userID, id uuid.UUID, emailKey string) (*ent.Membership, error) {
	own, err := m.relationsOf(ctx, userID, id)
	if err != nil {
		return nil, err
	}
	invited, err := m.db.Client.Membership.Query().Where(m.open(own), membership.EmailKey(emailKey)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, mail.ErrToken()
	}
	return invited, err //nolint:wrapcheck // The caller names the operation.
}
