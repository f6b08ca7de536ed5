package authz

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

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

// read adds to the rules what the role or API client may do. Of the other roles only those that a rule hands to somebody
// can matter: a subject comes to no role but by a rule, or by the membership that the viewer brings along. That the
// viewer has the role was read with the policy version of the request, so that who holds it need not be read again.
func (p part) read(ctx context.Context, client *ent.Client, s *snapshot) error {
	asked := s.handedOut()
	if p.kind == viewer.User && p.id != uuid.Nil {
		asked = append(asked, p.id)
	}
	if len(asked) > 0 {
		roles, err := s.readRoles(ctx, client, role.IDIn(asked...))
		if err != nil {
			return err
		}
		for _, r := range roles {
			if p.kind == viewer.User && r.ID == p.id {
				s.hold(r)
			}
		}
	}
	if p.kind != viewer.APIClient {
		return nil
	}
	return s.readAPIClients(ctx, client, apiclient.ID(p.id))
}

// about reads what decides for one subject of a firm by its name, and by which role.
func about(subject string) func(context.Context, *ent.Client, *snapshot) error {
	return func(ctx context.Context, client *ent.Client, s *snapshot) error {
		asked := s.handedOut()
		held, err := s.roleOf(ctx, client, subject)
		if err != nil {
			return err
		}
		if id, ok := idOf(subject, subjectRole); ok {
			asked = append(asked, id)
		}
		roles, err := s.readRoles(ctx, client, role.IDIn(append(asked, held)...))
		if err != nil {
			return err
		}
		for _, r := range roles {
			if r.ID == held {
				s.group(subject, roleSubject(r.ID), originOf(r))
			}
		}
		if id, ok := idOf(subject, subjectAPIClient); ok {
			return s.readAPIClients(ctx, client, apiclient.ID(id))
		}
		return nil
	}
}

// roleOf is the role that a user holds in the firm; zero for none, and for all that is no user.
func (s *snapshot) roleOf(ctx context.Context, client *ent.Client, subject string) (uuid.UUID, error) {
	id, ok := idOf(subject, subjectUser)
	if !ok {
		return uuid.Nil, nil
	}
	m, err := client.Membership.Query().
		Where(membership.FirmID(s.firm), membership.UserID(id), membership.IsActive(true)).Only(ctx)
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

// hold gives the role to all who ask by this part: to each user that a rule names, and to whoever else.
func (s *snapshot) hold(r *ent.Role) {
	named := s.named()
	s.group(subjectAnyone, roleSubject(r.ID), originOf(r))
	for id := range named {
		s.group(subjectUser+id.String(), roleSubject(r.ID), originOf(r))
	}
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
