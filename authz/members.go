package authz

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// mostMembers is how many members of a firm [Enforcer.Members] asks about at most.
const mostMembers = 1000

// Members returns active members of a firm who hold a permission there: at most limit, among the
// users if some are named, else among the first 1,000 members. It decides by the present policy,
// and does not check the caller.
func (e *Enforcer) Members(
	ctx context.Context, firm uuid.UUID, p Permission, limit int, users ...uuid.UUID,
) (found []uuid.UUID, err error) {
	ctx = rule.AcrossFirms(ctx, "find the members of a firm who hold a permission")
	version, err := policyVersion(ctx, e.client, firm)
	if err != nil {
		return nil, err
	}
	query := e.client.Membership.Query().Where(ActiveHolders(firm)...)
	if len(users) > 0 {
		query = query.Where(membership.UserIDIn(users...))
	}
	members, err := query.Order(ent.Asc(membership.FieldID)).Limit(mostMembers).
		Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the members of a firm: %w", err)
	}
	for _, m := range members {
		if len(found) == limit {
			break
		}
		who := &viewer.Viewer{Kind: viewer.User, UserID: m.UserID, FirmID: firm, RoleID: m.RoleID, PolicyVersion: version}
		allowed, err := e.allows(viewer.NewContext(ctx, who), p.Module, p.Action)
		if fault.Is(err, fault.Forbidden) { // the policy of the firm is broken
			continue
		}
		if err != nil {
			return nil, err
		}
		if allowed {
			found = append(found, m.UserID)
		}
	}
	return found, nil
}
