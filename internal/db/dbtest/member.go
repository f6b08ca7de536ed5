package dbtest

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
)

// Member begins the row of an active membership with made-up names. The caller says whose it is, and which role.
func Member(client *ent.Client) *ent.MembershipCreate {
	email := uuid.NewString() + "@member.example"
	return client.Membership.Create().SetStatus(membership.StatusActive).
		SetFirstName("Mem").SetLastName("Ber").SetEmail(email).SetEmailKey(email).SetUserName(email)
}
