package dbtest

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Member returns a builder of an active membership with made-up names. The caller sets its user and
// role.
func Member(client *ent.Client) *ent.MembershipCreate {
	email := uuid.NewString() + "@member.example"
	return client.Membership.Create().SetStatus(membership.StatusActive).
		SetFirstName("Mem").SetLastName("Ber").SetEmail(email).SetEmailKey(email).SetUserName(email)
}

// PolicyVersion returns the policy version of a firm, as a request would have it.
func PolicyVersion(d *db.DB, firm uuid.UUID) viewer.PolicyVersion {
	ctx := rule.AcrossFirms(context.Background(), "a test reads a policy version")
	return viewer.PolicyVersion{
		Global: d.Client.PolicyVersion.Query().OnlyX(ctx).Version,
		Firm:   d.Client.Firm.GetX(ctx, firm).PolicyVersion,
	}
}
