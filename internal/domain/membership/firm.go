package membership

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
)

// Choice is a firm in which a user can work: an active membership in an active firm. A user who has
// only invitations has a choice without membership and firm.
type Choice struct {
	User       *ent.User
	Membership *ent.Membership
	Firm       *ent.Firm
}

// HasNoFirm reports whether the user has only invitations.
func (c Choice) HasNoFirm() bool { return c.Membership == nil }

// FirmEntry is a firm that a user can choose, as the API returns it.
type FirmEntry struct {
	FirmID uuid.UUID
	// RelationID is the id of the membership.
	RelationID uuid.UUID
	FirmName   string
	SessionID  uuid.UUID
}

// Entry returns the choice for a session.
func (c Choice) Entry(sessionID uuid.UUID) FirmEntry {
	return FirmEntry{FirmID: c.Firm.ID, RelationID: c.Membership.ID, FirmName: c.Firm.Name, SessionID: sessionID}
}

// Entries returns the choices for a session.
func Entries(choices []Choice, sessionID uuid.UUID) []FirmEntry {
	entries := make([]FirmEntry, 0, len(choices))
	for _, c := range choices {
		entries = append(entries, c.Entry(sessionID))
	}
	return entries
}

// Choices returns the firms that a user can choose, by name.
func (m *Manager) Choices(ctx context.Context, of *ent.User) ([]Choice, error) {
	own, err := m.relationsOf(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	memberships, err := m.db.Client.Membership.Query().
		Where(own.are(), membership.StatusEQ(membership.StatusActive), own.inActiveFirm()).
		WithFirm().
		All(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	choices := make([]Choice, 0, len(memberships))
	for _, row := range memberships {
		choices = append(choices, Choice{User: of, Membership: row, Firm: row.Edges.Firm})
	}
	slices.SortFunc(choices, func(a, b Choice) int { return strings.Compare(a.Firm.NameKey, b.Firm.NameKey) })
	return choices, nil
}

// Default returns the choice with which a session starts: the firm last used, or else the first by
// name. For a user who has only invitations it returns no firm. For a user without invitations,
// too, it returns false.
func (m *Manager) Default(ctx context.Context, of *ent.User, choices []Choice) (Choice, bool, error) {
	if len(choices) > 0 {
		return lastUsed(choices), true, nil
	}
	own, err := m.relationsOf(ctx, of.ID)
	if err != nil {
		return Choice{}, false, err
	}
	invited, err := m.db.Client.Membership.Query().Where(m.open(own)).Exist(ctx)
	return Choice{User: of}, invited, err //nolint:wrapcheck // The caller names the operation.
}

func lastUsed(choices []Choice) Choice {
	latest := choices[0]
	for _, c := range choices {
		used := c.Membership.LastUsedAt
		if used != nil && (latest.Membership.LastUsedAt == nil || used.After(*latest.Membership.LastUsedAt)) {
			latest = c
		}
	}
	return latest
}

// Find returns the choice with this membership, and reports whether there is one.
func Find(choices []Choice, membershipID *uuid.UUID) (Choice, bool) {
	i := slices.IndexFunc(choices, func(c Choice) bool { return membershipID != nil && c.Membership.ID == *membershipID })
	if i < 0 {
		return Choice{}, false
	}
	return choices[i], true
}

// Use stores that the user has chosen the firm now, so that the next log-in starts there. It does
// not change updated_at.
func (c Choice) Use(ctx context.Context, d *db.DB, now time.Time) error {
	if c.HasNoFirm() {
		return nil
	}
	update := d.Client.Membership.UpdateOne(c.Membership).SetLastUsedAt(now).SetUpdatedAt(c.Membership.UpdatedAt)
	return update.Exec(ctx) //nolint:wrapcheck // The caller names the operation.
}
