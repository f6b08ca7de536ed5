package authz

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
)

// MemberID is true of the membership that a firm knows by this user id: that of the account, which the firm knows once the
// person has joined, or the one that it was shown for the invitation, before and after.
func MemberID(userID uuid.UUID) predicate.Membership {
	return membership.Or(
		membership.PublicID(userID),
		membership.And(membership.UserID(userID), membership.StatusNEQ(membership.StatusInvited)),
	)
}
