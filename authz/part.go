package authz

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

// idsAtOnce limits the ids in a statement; SQLite allows 32,766 parameters.
const idsAtOnce = 1000

// part identifies a part of a firm's policy: that for the holders of a role, or for an API client; without an id, that for
// users of the super-firm who visit the firm. The size of a part does not depend on the number of users, roles and API
// clients of the firm.
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

// read adds the permissions of the role or API client to the rules. Who holds the role is not read: the role of the viewer
// comes with the policy version of the request.
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

// about returns a reader of the part of a policy that decides for a subject.
func about(subject string) reader {
	return func(ctx context.Context, client *ent.Client, s *snapshot) error {
		held, err := s.roleOf(ctx, client, subject)
		if err != nil {
			return err
		}
		return s.readSubjects(ctx, client, held, subject)
	}
}

// readSubjects adds what decides for subjects that hold one role of the firm, or none if it is zero. Of the other roles it
// reads only those that a policy rule gives to somebody, since subjects hold roles by rules or by their membership only.
func (s *snapshot) readSubjects(ctx context.Context, client *ent.Client, held uuid.UUID, subjects ...string) error {
	asked := map[uuid.UUID]bool{held: true}
	for _, id := range s.handedOut() {
		asked[id] = true
	}
	var keys []uuid.UUID
	for _, subject := range subjects {
		if id, ok := idOf(subject, subjectRole); ok {
			asked[id] = true
		}
		if id, ok := idOf(subject, subjectAPIClient); ok {
			keys = append(keys, id)
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

// roleOf returns the role that a user holds in the firm; zero if there is none, or the subject is no user.
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

// handedOut returns the ids of the roles that policy rules give to somebody.
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

// named returns the users that policy rules name.
func (s *snapshot) named() map[uuid.UUID]bool {
	ids := map[uuid.UUID]bool{}
	for _, line := range s.lines {
		if id, ok := idOf(line.Values[1], subjectUser); ok && line.RuleID != uuid.Nil {
			ids[id] = true
		}
	}
	return ids
}
