package authz

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// coversVisits compares as [Enforcer.Covers] does, but in the firms that a user of the super-firm
// can visit, by what policy rules allow there. It asks once for each firm named by a rule, and once
// for all others, which can't differ.
func (e *Enforcer) coversVisits(ctx context.Context, v *viewer.Viewer, user string) error {
	firms, err := e.visited(ctx, user)
	if err != nil {
		return err
	}
	for _, id := range firms {
		if id == v.FirmID {
			continue
		}
		given, err := take(ctx, e.client, id, func(ctx context.Context, client *ent.Client, s *snapshot) error {
			return s.readSubject(ctx, client, uuid.Nil, user)
		})
		if err != nil {
			return err
		}
		own, err := take(ctx, e.client, id, about(v.Subject()))
		if err != nil {
			return err
		}
		err = lacking(own, v.Subject(), given, user)
		if refused := fault.From(err); fault.Is(err, fault.Forbidden) {
			return fault.New(fault.Forbidden, "The user can visit other firms. %s", refused.Message).Because(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// visited returns the firms named by policy rules, and zero for all others. It returns none when no
// rule names the user.
func (e *Enforcer) visited(ctx context.Context, user string) ([]uuid.UUID, error) {
	rules, err := e.client.PolicyRule.Query().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the policy rules: %w", err)
	}
	isNamed := false
	lines := make([]Line, 0, len(rules))
	for _, r := range rules {
		line := LineOf(r)
		isNamed = isNamed || line.Problem == "" && line.Values[1] == user
		lines = append(lines, line)
	}
	if !isNamed {
		return nil, nil
	}
	firms, err := namedFirms(ctx, e.client, lines)
	return append(firms, uuid.Nil), err
}

// namedFirms returns the firms that valid rules name, and those of the roles that they name. In all
// other firms the same rules apply to a visitor, with the same result.
func namedFirms(ctx context.Context, client *ent.Client, rules []Line) (firms []uuid.UUID, err error) {
	var roles []uuid.UUID
	for _, line := range rules {
		if line.Problem != "" {
			continue
		}
		if domain := line.Firm(); domain != wildcard {
			firms = append(firms, uuid.MustParse(domain))
		}
		for _, subject := range line.Values[1:3] { // the second value of a p line is a firm
			if id, ok := idOf(subject, subjectRole); ok {
				roles = append(roles, id)
			}
		}
	}
	for some := range slices.Chunk(roles, idsAtOnce) {
		found, err := client.Role.Query().Where(role.IDIn(some...)).Select(role.FieldID, role.FieldFirmID).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("authz: read the roles that rules name: %w", err)
		}
		for _, r := range found {
			firms = append(firms, r.FirmID)
		}
	}
	slices.SortFunc(firms, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(firms), nil
}
