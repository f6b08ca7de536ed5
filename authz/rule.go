package authz

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rule"
)

// Problem is a policy rule without the effect that its author intended.
type Problem struct {
	RuleID  uuid.UUID
	Line    Line
	Message string
	// Invalid is set for a rule that can't be parsed. Until such a rule is corrected or deleted,
	// its firms (all, for *) get no permission at all. The other problems are rules without effect;
	// see [Ineffective].
	Invalid bool
}

// Check returns the problems of all policy rules, in the order of their creation.
func Check(ctx context.Context, client *ent.Client) (problems []Problem, err error) {
	ctx = rule.AcrossFirms(ctx, "check all policy rules")
	rules, err := client.PolicyRule.Query().Order(policyrule.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the policy rules: %w", err)
	}
	lines := make([]Line, 0, len(rules))
	for _, r := range rules {
		lines = append(lines, LineOf(r))
	}
	for i, r := range rules {
		line := lines[i]
		if line.Problem != "" {
			problems = append(problems, Problem{RuleID: r.ID, Line: line, Message: line.Problem, Invalid: true})
			continue
		}
		why, err := Ineffective(ctx, client, line)
		if err == nil && why == "" {
			why, err = idle(ctx, client, line, lines)
		}
		if err != nil {
			return nil, err
		}
		if why != "" {
			problems = append(problems, Problem{RuleID: r.ID, Line: line, Message: why})
		}
	}
	return problems, nil
}

// idle returns why a rule that may be written has no effect beside all rules, and "" for a rule
// with an effect.
func idle(ctx context.Context, client *ent.Client, line Line, all []Line) (string, error) {
	if why := loose(line, all); why != "" {
		return why, nil
	}
	why, err := checkRole(ctx, client, line, all)
	if err != nil || why != "" {
		return why, err
	}
	return absent(ctx, client, line)
}

// LineOf returns the policy line of a rule, with its Problem if it is invalid.
func LineOf(r *ent.PolicyRule) Line {
	values := []string{r.Ptype.String(), r.V0, r.V1, r.V2}
	if r.Ptype == policyrule.PtypeP || r.V3 != "" || r.V4 != "" {
		values = append(values, r.V3, r.V4)
	}
	return Line{
		Values: values, Origin: "policy rule " + r.ID.String(), RuleID: r.ID, Note: r.Note, Problem: problem(values),
	}
}
