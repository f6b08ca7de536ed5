package authz

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
)

// Problem is a policy rule that does not do what its author meant.
type Problem struct {
	RuleID  uuid.UUID
	Line    Line
	Message string
	// Invalid rules are refused: until such a rule is gone, its firms (all, for *) get no permission at all. The other
	// problems are rules without effect: they name a firm, role or permission that does not exist.
	Invalid bool
}

// Check looks at every policy rule of every firm and reports what is wrong, in the order in which the rules were made.
func Check(ctx context.Context, client *ent.Client) (problems []Problem, err error) {
	ctx = rule.AcrossFirms(ctx, "check all policy rules")
	rules, err := client.PolicyRule.Query().Order(policyrule.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the policy rules: %w", err)
	}
	properties, err := liveProperties(ctx, client)
	if err != nil {
		return nil, err
	}
	live := permissionsOf(properties)
	for _, r := range rules {
		line := ruleLine(r)
		if line.Problem != "" {
			problems = append(problems, Problem{RuleID: r.ID, Line: line, Message: line.Problem, Invalid: true})
			continue
		}
		idle, err := idleBecause(ctx, client, r, live)
		if err != nil {
			return nil, err
		}
		if idle != "" {
			problems = append(problems, Problem{RuleID: r.ID, Line: line, Message: idle})
		}
	}
	return problems, nil
}

// ruleLine makes the policy line of a rule, and notes in it what is wrong with it.
func ruleLine(r *ent.PolicyRule) Line {
	line := Line{Origin: "policy rule " + r.ID.String(), Problem: ruleProblem(r)}
	if r.Note != "" {
		line.Origin += " (" + r.Note + ")"
	}
	line.Values = []string{r.Ptype.String(), r.V0, r.V1, r.V2}
	if r.Ptype == policyrule.PtypeP {
		line.Values = append(line.Values, r.V3, r.V4)
	}
	return line
}

// ruleProblem says what makes a rule invalid. It is strict about spelling, since a denial with a slip in it would
// otherwise deny nothing, silently.
func ruleProblem(r *ent.PolicyRule) string {
	if !isSubject(r.V0) {
		return fmt.Sprintf("the subject %q is not user:<id>, apiclient:<id> or role:<id or name>", r.V0)
	}
	switch r.Ptype {
	case policyrule.PtypeP:
		switch {
		case !isFirm(r.V1):
			return fmt.Sprintf("the firm %q is neither an id in lower case nor *", r.V1)
		case !isName(r.V2):
			return fmt.Sprintf("the module %q is neither a name nor *", r.V2)
		case !isName(r.V3):
			return fmt.Sprintf("the action %q is neither a name nor *", r.V3)
		case r.V4 != effectAllow && r.V4 != effectDeny:
			return fmt.Sprintf("the effect %q is neither allow nor deny", r.V4)
		}
	case policyrule.PtypeG:
		switch {
		case !strings.HasPrefix(r.V1, subjectRole) || !isSubject(r.V1):
			return fmt.Sprintf("the role %q is not role:<id or name>", r.V1)
		case !isFirm(r.V2):
			return fmt.Sprintf("the firm %q is neither an id in lower case nor *", r.V2)
		case r.V3 != "" || r.V4 != "":
			return "a g line has three values only"
		case r.V0 == r.V1:
			return "a role can't hold itself"
		}
	}
	return ""
}

func isSubject(s string) bool {
	if name, ok := strings.CutPrefix(s, subjectRole); ok {
		return name != wildcard && isName(name)
	}
	if id, ok := strings.CutPrefix(s, subjectUser); ok {
		return isID(id)
	}
	id, ok := strings.CutPrefix(s, subjectAPIClient)
	return ok && isID(id)
}

func isFirm(s string) bool { return s == wildcard || isID(s) }

// isID holds to the canonical form: lines are compared as text.
func isID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.String() == s
}

// isName takes a name or the wildcard; not a pattern, which casbin would compare letter by letter.
func isName(s string) bool {
	return s == wildcard || (s != "" && s == strings.TrimSpace(s) && !strings.ContainsAny(s, "*,\"#\r\n\t"))
}

// idleBecause says why a valid rule has no effect; empty when it has one.
func idleBecause(ctx context.Context, client *ent.Client, r *ent.PolicyRule, live []Permission) (string, error) {
	domain := r.V1
	if r.Ptype == policyrule.PtypeG {
		domain = r.V2
	}
	if domain != wildcard {
		exists, err := client.Firm.Query().Where(firm.ID(uuid.MustParse(domain))).Exist(ctx)
		if err != nil {
			return "", fmt.Errorf("authz: look for a rule's firm: %w", err)
		}
		if !exists {
			return "the firm does not exist", nil
		}
	}
	for _, subject := range []string{r.V0, r.V1} {
		name, ok := strings.CutPrefix(subject, subjectRole)
		if !ok || !isID(name) {
			continue
		}
		exists, err := client.Role.Query().Where(role.ID(uuid.MustParse(name))).Exist(ctx)
		if err != nil {
			return "", fmt.Errorf("authz: look for a rule's role: %w", err)
		}
		if !exists {
			return fmt.Sprintf("the role %s does not exist", name), nil
		}
	}
	if r.Ptype == policyrule.PtypeP && !covers(r.V2, r.V3, live) {
		return fmt.Sprintf("no permission is named %s:%s", r.V2, r.V3), nil
	}
	return "", nil
}

// covers tells whether a module and action, with their wildcards, mean any of the permissions.
func covers(module, action string, permissions []Permission) bool {
	for _, p := range permissions {
		if (module == wildcard || module == p.Module) && (action == wildcard || action == p.Action) {
			return true
		}
	}
	return false
}
