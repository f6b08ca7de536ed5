package session

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// ActiveIDs returns the sessions among those passed that have not ended and whose user is active.
// Only the server itself calls it.
func ActiveIDs(ctx context.Context, d *db.DB, ids []uuid.UUID) (active []uuid.UUID, err error) {
	defer fault.Wrap(&err, "session.ActiveIDs")
	ctx = rule.AcrossFirms(ctx, "the connections of a process belong to many persons")
	return d.Client.Session.Query().Where(session.IDIn(ids...), session.EndedAtIsNil(), session.HasUserWith(user.IsActive(true))).IDs(ctx)
}

// ActiveMembershipIDs returns the active memberships among those passed. All of them are in these
// firms. Only the server itself calls it.
func ActiveMembershipIDs(ctx context.Context, d *db.DB, firms, ids []uuid.UUID) (active []uuid.UUID, err error) {
	defer fault.Wrap(&err, "session.ActiveMembershipIDs")
	ctx = rule.AcrossFirms(ctx, "the connections of a process are in many firms")
	return d.Client.Membership.Query().
		Where(membership.FirmIDIn(firms...), membership.IDIn(ids...), membership.StatusEQ(membership.StatusActive)).IDs(ctx)
}

// AdmittedMembershipIDs returns the memberships among those passed, except those whose firm
// requires a second factor that their user lacks. All of them are in these firms. Only the server
// itself calls it.
func AdmittedMembershipIDs(ctx context.Context, d *db.DB, firms, ids []uuid.UUID) (admitted []uuid.UUID, err error) {
	defer fault.Wrap(&err, "session.AdmittedMembershipIDs")
	ctx = rule.AcrossFirms(ctx, "the connections of a process are in many firms")
	requiring, err := d.Client.Firm.Query().Where(firm.IDIn(firms...), firm.RequireMfa(true)).IDs(ctx)
	if err != nil || len(requiring) == 0 {
		return slices.Clone(ids), err
	}
	due, err := d.Client.Membership.Query().Where(
		membership.FirmIDIn(requiring...), membership.IDIn(ids...), membership.HasUserWith(user.HasFactor(false)),
	).IDs(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id uuid.UUID) bool { return slices.Contains(due, id) }), nil
}
