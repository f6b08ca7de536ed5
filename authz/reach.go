package authz

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/viewer"
)

// reach holds the subjects to whom lines can apply, and the firms where they can.
type reach struct {
	users, clients, roles []uuid.UUID
	// firms are the firms of the lines. It is empty if a line is for all firms.
	firms []uuid.UUID
}

// reached returns the parts of policies that the changed lines can change, at most as many as the
// limit, and whether these are all.
func (r *rehearser) reached(ctx context.Context) (parts []part, all bool, err error) {
	to := reachOf(r.changed, r.all)
	most := r.limits.Subjects
	all = max(len(to.users), len(to.clients), len(to.roles)) <= most
	to.users, to.clients, to.roles = first(to.users, most), first(to.clients, most), first(to.roles, most)
	members, err := r.members(ctx, to)
	if err != nil {
		return nil, false, err
	}
	visits, err := r.visits(ctx, to, members)
	if err != nil {
		return nil, false, err
	}
	held, err := r.heldRoles(ctx, to, members)
	if err != nil {
		return nil, false, err
	}
	clients, err := r.clients(ctx, to)
	if err != nil {
		return nil, false, err
	}
	parts = slices.Concat(members, visits, held, clients)
	return first(parts, most), all && len(parts) <= most, nil
}

func first[T any](all []T, most int) []T { return all[:min(len(all), most)] }

// reachOf returns the subjects of the changed lines, and all who can hold these subjects by other
// lines.
func reachOf(changed, all []Line) (to reach) {
	var subjects []string
	everywhere := false
	for _, line := range changed {
		if line.Problem != "" {
			continue // [rehearser.warnings] speaks of it.
		}
		subjects = appendOnce(subjects, line.Values[1])
		if line.Firm() == wildcard {
			everywhere = true
		} else {
			to.firms = appendOnce(to.firms, uuid.MustParse(line.Firm()))
		}
	}
	if everywhere {
		to.firms = nil
	}
	for i := 0; i < len(subjects); i++ {
		for _, line := range all {
			if line.Problem == "" && line.Values[0] == lineGrouping && line.Values[2] == subjects[i] {
				subjects = appendOnce(subjects, line.Values[1])
			}
		}
	}
	for _, subject := range subjects {
		if id, ok := idOf(subject, subjectUser); ok {
			to.users = append(to.users, id)
		} else if id, ok := idOf(subject, subjectAPIClient); ok {
			to.clients = append(to.clients, id)
		} else if id, ok := idOf(subject, subjectRole); ok {
			to.roles = append(to.roles, id)
		}
	}
	return to
}

// appendOnce appends a value that the list does not have yet.
func appendOnce[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// members returns the parts of users whom rules name, in their own firms: those of the reach, and
// those who hold one of its roles.
func (r *rehearser) members(ctx context.Context, to reach) (parts []part, err error) {
	for some := range slices.Chunk(slices.Collect(maps.Keys(named(r.all))), idsAtOnce) {
		found, err := r.client.Membership.Query().Where(ActiveHolders(to.firms...)...).
			Where(membership.UserIDIn(some...), membership.Or(membership.UserIDIn(to.users...), membership.RoleIDIn(to.roles...))).
			Order(membership.ByID()).Limit(r.limits.Subjects+1).
			Select(membership.FieldFirmID, membership.FieldUserID, membership.FieldRoleID).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("authz: read the members whom rules name: %w", err)
		}
		for _, m := range found {
			parts = append(parts, part{firm: m.FirmID, kind: viewer.User, id: m.RoleID, user: m.UserID})
		}
	}
	return parts, nil
}

// visits returns the parts of users of the super-firm in the firms that they can visit: those that
// rules name, and once for all others, which can't differ.
func (r *rehearser) visits(ctx context.Context, to reach, members []part) (parts []part, err error) {
	firms := to.firms
	if len(firms) == 0 {
		if firms, err = namedFirms(ctx, r.client, r.all); err != nil {
			return nil, err
		}
		firms = append(firms, uuid.Nil)
	}
	for _, id := range to.users {
		visits, err := isSupport(ctx, r.client, id)
		if err != nil {
			return nil, fmt.Errorf("authz: look for visitors: %w", err)
		}
		for _, in := range firms {
			isMember := slices.ContainsFunc(members, func(p part) bool { return p.firm == in && p.user == id })
			if visits && !isMember {
				parts = append(parts, part{firm: in, kind: viewer.User, user: id})
			}
		}
		if len(parts) > r.limits.Subjects {
			break
		}
	}
	return parts, nil
}

// heldRoles returns the parts of reached roles with a holder whom no rules name, and counts these
// holders.
func (r *rehearser) heldRoles(ctx context.Context, to reach, members []part) (parts []part, err error) {
	var held []struct {
		FirmID uuid.UUID `json:"firm_id"`
		RoleID uuid.UUID `json:"role_id"`
		Count  int       `json:"count"`
	}
	err = r.client.Membership.Query().Where(ActiveHolders(to.firms...)...).Where(membership.RoleIDIn(to.roles...)).
		Order(ent.Asc(membership.FieldRoleID)).GroupBy(membership.FieldFirmID, membership.FieldRoleID).Aggregate(ent.Count()).Scan(ctx, &held)
	if err != nil {
		return nil, fmt.Errorf("authz: count the holders of roles: %w", err)
	}
	r.holders = make(map[uuid.UUID]int, len(held))
	for _, h := range held {
		r.holders[h.RoleID] = h.Count
	}
	for _, m := range members {
		r.holders[m.id]--
	}
	for _, h := range held {
		if r.holders[h.RoleID] > 0 {
			parts = append(parts, part{firm: h.FirmID, kind: viewer.User, id: h.RoleID})
		}
	}
	return parts, nil
}

// clients returns the parts of the API clients of the reach whose keys can be used.
func (r *rehearser) clients(ctx context.Context, to reach) (parts []part, err error) {
	usable := r.client.APIClient.Query().Where(apiclient.IDIn(to.clients...), apiclient.RevokedAtIsNil(),
		apiclient.Or(apiclient.ExpiresAtIsNil(), apiclient.ExpiresAtGT(time.Now())), apiclient.HasFirmWith(firm.IsActive(true)))
	if len(to.firms) > 0 {
		usable.Where(apiclient.FirmIDIn(to.firms...))
	}
	found, err := usable.Order(apiclient.ByID()).Select(apiclient.FieldID, apiclient.FieldFirmID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the API clients: %w", err)
	}
	for _, c := range found {
		parts = append(parts, part{firm: c.FirmID, kind: viewer.APIClient, id: c.ID})
	}
	return parts, nil
}
