package authz

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/user"
)

// ActiveHolders returns the conditions for memberships by which users can call: those that are
// active, of active users and active firms. They are in one of the firms or, without any, in all.
func ActiveHolders(firms ...uuid.UUID) []predicate.Membership {
	conditions := []predicate.Membership{
		membership.StatusEQ(membership.StatusActive), membership.HasUserWith(user.IsActive(true)), membership.HasFirmWith(firm.IsActive(true)),
	}
	if len(firms) > 0 {
		conditions = append(conditions, membership.FirmIDIn(firms...))
	}
	return conditions
}
