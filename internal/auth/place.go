package auth

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
)

// place is where a user can be signed in: an active membership in an active firm. Without a membership it stands for
// the session of a user who has only invitations.
type place struct {
	user       *ent.User
	membership *ent.Membership
	firm       *ent.Firm
}

func (p place) hasNoFirm() bool { return p.membership == nil }

// FirmEntry is a firm that a user can choose.
type FirmEntry struct {
	FirmID uuid.UUID
	// RelationID is the membership.
	RelationID uuid.UUID
	FirmName   string
	SessionID  uuid.UUID
}

func (p place) entry(sessionID uuid.UUID) FirmEntry {
	return FirmEntry{FirmID: p.firm.ID, RelationID: p.membership.ID, FirmName: p.firm.Name, SessionID: sessionID}
}

// places gives those of a user, by the name of the firm.
func (a *Authority) places(ctx context.Context, user *ent.User) ([]place, error) {
	memberships, err := a.db.Client.Membership.Query().
		Where(membership.UserID(user.ID), membership.StatusEQ(membership.StatusActive), membership.HasFirmWith(firm.IsActive(true))).
		WithFirm().
		All(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	found := make([]place, 0, len(memberships))
	for _, m := range memberships {
		found = append(found, place{user: user, membership: m, firm: m.Edges.Firm})
	}
	slices.SortFunc(found, func(a, b place) int { return strings.Compare(a.firm.NameKey, b.firm.NameKey) })
	return found, nil
}

// start returns the place in which a session of the user starts: the firm last used, else the first by name; for a user who
// has no active firm but invitations, a place without a firm. It returns false for a user who has no invitations either.
func (a *Authority) start(ctx context.Context, of *ent.User, places []place) (place, bool, error) {
	if len(places) > 0 {
		return lastUsed(places), true, nil
	}
	invited, err := a.db.Client.Membership.Query().Where(a.isOpenTo(of.ID)).Exist(ctx)
	return place{user: of}, invited, err //nolint:wrapcheck // The caller names the operation.
}

func lastUsed(places []place) place {
	start := places[0]
	for _, p := range places {
		used := p.membership.LastUsedAt
		if used != nil && (start.membership.LastUsedAt == nil || used.After(*start.membership.LastUsedAt)) {
			start = p
		}
	}
	return start
}

// entries are the places as a user chooses among them.
func entries(places []place, sessionID uuid.UUID) []FirmEntry {
	chosen := make([]FirmEntry, 0, len(places))
	for _, p := range places {
		chosen = append(chosen, p.entry(sessionID))
	}
	return chosen
}

// at finds the place of a membership; nil is of none.
func at(places []place, membershipID *uuid.UUID) (place, bool) {
	i := slices.IndexFunc(places, func(p place) bool { return membershipID != nil && p.membership.ID == *membershipID })
	if i < 0 {
		return place{}, false
	}
	return places[i], true
}

// remember notes, unless it is nowhere, that the user is in this firm now, so that the next log-in starts there. That
// changes nothing of the membership as others see it.
func (a *Authority) remember(ctx context.Context, in place) error {
	if in.hasNoFirm() {
		return nil
	}
	update := a.db.Client.Membership.UpdateOne(in.membership).SetLastUsedAt(a.now()).SetUpdatedAt(in.membership.UpdatedAt)
	return update.Exec(ctx) //nolint:wrapcheck // As above.
}
