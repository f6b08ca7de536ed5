package authz

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

// idsAtOnce is how many ids one statement may list; SQLite takes 32,766 parameters.
const idsAtOnce = 1000

// part names the part of a firm's policy that decides for some viewers: for all who hold a role, or for an API client.
// Without an id it is for those who hold no role and visit the firm. So what a decision needs does not grow with the
// firm: neither with its users nor with its roles and API clients.
type part struct {
	firm uuid.UUID
	kind viewer.Kind
	id   uuid.UUID
}

func partOf(v *viewer.Viewer) part {
	switch {
	case v.Kind == viewer.User && v.HomeFirmID == uuid.Nil:
		return part{v.FirmID, v.Kind, v.RoleID}
	case v.Kind == viewer.APIClient:
		return part{v.FirmID, v.Kind, v.APIClientID}
	}
	return part{v.FirmID, v.Kind, uuid.Nil}
}

func (p part) key() string { return fmt.Sprint(p.firm, p.kind, p.id) }

// read adds to the rules what the role or API client may do. That the viewer has the role was read with the policy version
// of the request, so that who holds it need not be read again.
func (p part) read(ctx context.Context, client *ent.Client, s *snapshot) error {
	if p.kind == viewer.APIClient {
		return s.readSubjects(ctx, client, uuid.Nil, subjectAPIClient+p.id.String())
	}
	holders := []string{subjectAnyone}
	for id := range s.named() {
		holders = append(holders, subjectUser+id.String())
	}
	return s.readSubjects(ctx, client, p.id, holders...)
}

// about reads what decides for one subject of a firm by its name, and by which role.
func about(subject string) reader {
	return func(ctx context.Context, client *ent.Client, s *snapshot) error {
		held, err := s.roleOf(ctx, client, subject)
		if err != nil {
			return err
		}
		return s.readSubjects(ctx, client, held, subject)
	}
}

// readSubjects adds what decides for subjects that all hold one role of the firm, or none if it is zero. Of the other roles
// only those that a rule hands to somebody can matter: a subject gets a role by a rule or by its membership alone.
func (s *snapshot) readSubjects(ctx context.Context, client *ent.Client, held uuid.UUID, subjects ...string) error {
	asked := map[uuid.UUID]bool{held: true}
	for _, id := range s.handedOut() {
		asked[id] = true
	}
	var keys []predicate.APIClient
	for _, subject := range subjects {
		if id, ok := idOf(subject, subjectRole); ok {
			asked[id] = true
		}
		if id, ok := idOf(subject, subjectAPIClient); ok {
			keys = append(keys, apiclient.ID(id))
		}
	}
	for some := range slices.Chunk(slices.Collect(maps.Keys(asked)), idsAtOnce) {
		if err := s.readRoles(ctx, client, role.IDIn(some...)); err != nil {
			return err
		}
	}
	if r := s.roles[held]; r != nil {
		for _, subject := range subjects {
			s.group(subject, roleSubject(held), originOf(r))
		}
	}
	for _, key := range keys {
		if err := s.readAPIClients(ctx, client, key); err != nil {
			return err
		}
	}
	return nil
}

// roleOf is the role that a user holds in the firm; zero for none, and for all that is no user.
func (s *snapshot) roleOf(ctx context.Context, client *ent.Client, subject string) (uuid.UUID, error) {
	id, ok := idOf(subject, subjectUser)
	if !ok {
		return uuid.Nil, nil
	}
	m, err := client.Membership.Query().
		Where(membership.FirmID(s.firm), membership.UserID(id), membership.StatusEQ(membership.StatusActive)).Only(ctx)
	if ent.IsNotFound(err) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("authz: read the membership: %w", err)
	}
	return m.RoleID, nil
}

// handedOut are the roles, by id, that policy rules give to somebody.
func (s *snapshot) handedOut() (ids []uuid.UUID) {
	for _, line := range s.lines {
		if line.Problem != "" || line.Values[0] != lineGrouping {
			continue
		}
		if id, ok := idOf(line.Values[2], subjectRole); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// named are the users that a policy rule speaks of.
func (s *snapshot) named() map[uuid.UUID]bool {
	ids := map[uuid.UUID]bool{}
	for _, line := range s.lines {
		if id, ok := idOf(line.Values[1], subjectUser); ok && line.RuleID != uuid.Nil {
			ids[id] = true
		}
	}
	return ids
}
