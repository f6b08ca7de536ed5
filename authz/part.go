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

// part identifies a part of a firm's policy: the part for the holders of a role, or for an API
// client. Without an id it is the part for users of the super-firm who visit the firm. The size of
// a part does not depend on the number of users, roles and API clients of the firm.
type part struct {
	firm uuid.UUID
	kind viewer.Kind
	id   uuid.UUID
	// user is a holder or visitor named by policy rules. It is zero for all others together.
	user uuid.UUID
}

func partOf(v *viewer.Viewer) part {
	switch {
	case v.Kind == viewer.User && v.HomeFirmID == uuid.Nil:
		return part{firm: v.FirmID, kind: v.Kind, id: v.RoleID}
	case v.Kind == viewer.APIClient:
		return part{firm: v.FirmID, kind: v.Kind, id: v.APIClientID}
	}
	return part{firm: v.FirmID, kind: v.Kind}
}

// subject returns the policy's name for the subjects of the part.
func (p part) subject() string {
	switch {
	case p.kind == viewer.APIClient:
		return subjectAPIClient + p.id.String()
	case p.user != uuid.Nil:
		return subjectUser + p.user.String()
	}
	return subjectAnyone
}

// read adds the permissions of the role or API client to the rules. The holders of the role are not
// read: the viewer's role is read together with the policy version of the request.
func (p part) read(ctx context.Context, client *ent.Client, s *snapshot) error {
	held := p.id
	if p.kind == viewer.APIClient {
		held = uuid.Nil
	}
	return s.readSubject(ctx, client, held, p.subject())
}

// about returns a reader of the part of a policy that decides for a subject.
func about(subject string) reader {
	return func(ctx context.Context, client *ent.Client, s *snapshot) error {
		held, err := s.roleOf(ctx, client, subject)
		if err != nil {
			return err
		}
		return s.readSubject(ctx, client, held, subject)
	}
}

// readSubject adds the policy of a subject that holds a role of the firm, or no role if the id is
// zero. Subjects hold other roles only by policy rules, so it reads only the roles that a rule
// grants to somebody.
func (s *snapshot) readSubject(ctx context.Context, client *ent.Client, held uuid.UUID, subject string) error {
	asked := map[uuid.UUID]bool{held: true}
	for _, id := range s.handedOut() {
		asked[id] = true
	}
	if id, ok := idOf(subject, subjectRole); ok {
		asked[id] = true
	}
	for some := range slices.Chunk(slices.Collect(maps.Keys(asked)), idsAtOnce) {
		if err := s.readRoles(ctx, client, role.IDIn(some...)); err != nil {
			return err
		}
	}
	if r := s.roles[held]; r != nil {
		s.group(subject, roleSubject(held), originOf(r))
	}
	if id, ok := idOf(subject, subjectAPIClient); ok {
		return s.readAPIClients(ctx, client, id)
	}
	return nil
}

// roleOf returns the role that a user holds in the firm. It returns zero if there is none, or if
// the subject is not a user.
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

// handedOut returns the ids of the roles that policy rules grant to somebody.
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

// named returns the users named by the lines of policy rules.
func named(rules []Line) map[uuid.UUID]bool {
	ids := map[uuid.UUID]bool{}
	for _, line := range rules {
		if id, ok := idOf(line.Values[1], subjectUser); ok {
			ids[id] = true
		}
	}
	return ids
}
