package authz

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
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
	firms := []uuid.UUID{uuid.Nil}
	seen := map[string]bool{wildcard: true}
	for _, r := range rules {
		line := LineOf(r)
		if line.Problem != "" {
			continue
		}
		isNamed = isNamed || line.Values[1] == user
		if domain := line.Firm(); !seen[domain] {
			seen[domain] = true
			firms = append(firms, uuid.MustParse(domain))
		}
	}
	if !isNamed {
		return nil, nil
	}
	return firms, nil
}
