package authz

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
)

// MemberID matches the membership with this user id: that of the account, which the firm sees once the person has joined, or
// the public one, which it sees before.
func MemberID(userID uuid.UUID) predicate.Membership {
	return membership.Or(
		membership.PublicID(userID),
		membership.And(membership.UserID(userID), membership.StatusNEQ(membership.StatusInvited)),
	)
}
