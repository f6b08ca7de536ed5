package authz

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
)

// MemberID returns a condition for the membership with this user id. The firm sees the id of the
// account once the person has joined, and a public id before; either is accepted.
func MemberID(userID uuid.UUID) predicate.Membership {
	return membership.Or(
		membership.PublicID(userID),
		membership.And(membership.UserID(userID), membership.StatusNEQ(membership.StatusInvited)),
	)
}
