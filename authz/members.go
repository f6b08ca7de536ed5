package authz

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Members returns active members of a firm who hold a permission there: at most limit, among the
// users if some are named, else among all members. It decides by the present policy, and does not
// check the caller.
func (e *Enforcer) Members(
	ctx context.Context, firm uuid.UUID, p Permission, limit int, users ...uuid.UUID,
) (found []uuid.UUID, err error) {
	ctx = rule.AcrossFirms(ctx, "find the members of a firm who hold a permission")
	version, err := policyVersion(ctx, e.client, firm)
	if err != nil {
		return nil, err
	}
	q := &memberQuery{enforcer: e, firm: firm, version: version, permission: p}
	if len(users) > 0 {
		found, err = q.among(ctx, users)
	} else {
		found, err = q.all(ctx, limit)
	}
	return found[:min(limit, len(found))], err
}

// memberQuery finds the members of a firm who hold a permission at a version of the policy.
type memberQuery struct {
	enforcer   *Enforcer
	firm       uuid.UUID
	version    viewer.PolicyVersion
	permission Permission
}

// all decides for each role and for the users whom rules name, so that it reads no more members
// than it returns and rules name. It may return more than limit.
func (q *memberQuery) all(ctx context.Context, limit int) (found []uuid.UUID, err error) {
	roles, named, err := q.roles(ctx)
	if err != nil {
		return nil, err
	}
	members, err := q.read(ctx, limit+len(named), membership.RoleIDIn(roles...))
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if !named[m.UserID] {
			found = append(found, m.UserID)
		}
	}
	if len(found) >= limit {
		return found, nil
	}
	others, err := q.among(ctx, slices.Collect(maps.Keys(named)))
	return append(found, others...), err
}

// roles returns the roles of the firm whose holders hold the permission, except for the users whom
// rules name: for these it is to be decided one by one.
func (q *memberQuery) roles(ctx context.Context) (holding []uuid.UUID, named map[uuid.UUID]bool, err error) {
	roles, err := q.enforcer.client.Role.Query().Where(role.FirmID(q.firm)).IDs(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("authz: read the roles of a firm: %w", err)
	}
	named = map[uuid.UUID]bool{}
	for _, id := range roles {
		holder := q.member(uuid.Nil, id)
		holds, err := q.holds(ctx, holder)
		if err != nil {
			return nil, nil, err
		}
		if holds {
			holding = append(holding, id)
		}
		d, err := q.enforcer.decidedFor(ctx, holder, partOf(holder), nil)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(named, d.global.named)
		for _, user := range d.named {
			named[user] = true
		}
	}
	return holding, named, nil
}

// among returns those of the users who are members and hold the permission.
func (q *memberQuery) among(ctx context.Context, users []uuid.UUID) (found []uuid.UUID, err error) {
	for some := range slices.Chunk(users, idsAtOnce) {
		members, err := q.read(ctx, idsAtOnce, membership.UserIDIn(some...))
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			holds, err := q.holds(ctx, q.member(m.UserID, m.RoleID))
			if err != nil {
				return nil, err
			}
			if holds {
				found = append(found, m.UserID)
			}
		}
	}
	return found, nil
}

// read returns active members who meet the condition, at most limit, by id.
func (q *memberQuery) read(ctx context.Context, limit int, condition predicate.Membership) ([]*ent.Membership, error) {
	members, err := q.enforcer.client.Membership.Query().Where(ActiveHolders(q.firm)...).Where(condition).
		Order(ent.Asc(membership.FieldID)).Limit(limit).Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the members of a firm: %w", err)
	}
	return members, nil
}

// member returns the viewer that a member would be; without an id, one whom no rule names.
func (q *memberQuery) member(id, roleID uuid.UUID) *viewer.Viewer {
	return &viewer.Viewer{Kind: viewer.User, UserID: id, FirmID: q.firm, RoleID: roleID, PolicyVersion: q.version}
}

func (q *memberQuery) holds(ctx context.Context, member *viewer.Viewer) (bool, error) {
	allowed, err := q.enforcer.allows(viewer.NewContext(ctx, member), q.permission.Module, q.permission.Action)
	if fault.Is(err, fault.Forbidden) { // the policy of the firm is broken
		return false, nil
	}
	return allowed, err
}
