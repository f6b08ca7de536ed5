package authz

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/role"
)

// leaveDenials removes the grants of roles that are inactive, deleted, or of another firm, and
// keeps their denials. If such a role holds other roles, their denials become its own, because
// those roles would also grant.
func (s *snapshot) leaveDenials() {
	kept := make([]Line, 0, len(s.lines))
	for _, line := range s.lines {
		switch {
		case line.Problem != "" || !s.grantsNothing(line.Values[1]) || line.denies():
			kept = append(kept, line)
		case line.Values[0] == lineGrouping:
			for _, denial := range denialsBy(line.Values[2], s.lines) {
				denial.Values = slices.Clone(denial.Values)
				denial.Values[1] = line.Values[1]
				kept = append(kept, denial)
			}
		}
	}
	s.lines = kept
}

// grantsNothing reports whether the subject is a role, named by its id, that is not an active role
// of the firm.
func (s *snapshot) grantsNothing(subject string) bool {
	id, ok := idOf(subject, subjectRole)
	return ok && (s.roles[id] == nil || !s.roles[id].IsActive)
}

// denialsBy returns the lines that deny something to the role, or to a role that it holds.
func denialsBy(subject string, lines []Line) (denials []Line) {
	held := []string{subject}
	for i := 0; i < len(held); i++ {
		for _, line := range lines {
			switch {
			case line.Problem != "" || line.Values[1] != held[i]:
			case line.denies():
				denials = append(denials, line)
			case line.Values[0] == lineGrouping && !slices.Contains(held, line.Values[2]):
				held = append(held, line.Values[2])
			}
		}
	}
	return denials
}

// checkRole returns the problem of a rule that has no effect because it names a role that is not
// active. Such a rule may be written: the role may become active. Denials have an effect even so.
func checkRole(ctx context.Context, client *ent.Client, line Line, all []Line) (string, error) {
	if line.denies() || line.Values[0] == lineGrouping && len(denialsBy(line.Values[2], all)) > 0 {
		return "", nil
	}
	var ids []uuid.UUID
	for _, subject := range line.Values[1:3] { // the second value of a p line is a firm
		if id, ok := idOf(subject, subjectRole); ok {
			ids = append(ids, id)
		}
	}
	found, err := client.Role.Query().Where(role.IDIn(ids...), role.IsActive(false)).Order(role.ByID()).All(ctx)
	if err != nil {
		return "", fmt.Errorf("authz: look for inactive roles: %w", err)
	}
	if len(found) == 0 {
		return "", nil
	}
	return fmt.Sprintf("the role %s is not active", found[0].ID), nil
}
