package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/userfirm"
)

// relations are memberships of a user, including invitations. Queries of them name their firms, so
// that they read only the parts of the database that contain those firms.
type relations struct {
	userID     uuid.UUID
	ids, firms []uuid.UUID
}

// relationsOf returns the memberships of a user. With an id, it returns only the one with this id,
// if it belongs to the user.
func (m *Manager) relationsOf(ctx context.Context, userID uuid.UUID, id ...uuid.UUID) (relations, error) {
	found := m.db.Client.UserFirm.Query().Where(userfirm.UserID(userID))
	if len(id) > 0 {
		found.Where(userfirm.IDIn(id...))
	}
	rows, err := found.All(ctx)
	if err != nil {
		return relations{}, err //nolint:wrapcheck // The caller names the operation.
	}
	r := relations{userID: userID}
	for _, row := range rows {
		r.ids, r.firms = append(r.ids, row.ID), append(r.firms, row.FirmID)
	}
	return r, nil
}

// are matches the memberships.
func (r relations) are() predicate.Membership {
	return membership.And(membership.FirmIDIn(r.firms...), membership.IDIn(r.ids...), membership.UserID(r.userID))
}

// inActiveFirm matches memberships in active firms.
func (r relations) inActiveFirm() predicate.Membership {
	return membership.HasFirmWith(firm.IDIn(r.firms...), firm.IsActive(true))
}

// ofFirms limits a query of roles to the roles of the firms.
func (r relations) ofFirms(q *ent.RoleQuery) { q.Where(role.FirmIDIn(r.firms...)) }
