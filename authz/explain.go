package authz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
)

// Explanation is a decision and its reason.
type Explanation struct {
	Allowed bool
	// Line is the line that decided: the grant, or the denial that overrides every grant. It has no
	// values when the subject is refused because no line matches.
	Line Line
	// Because is the reason in one sentence, without its capital letter and full stop.
	Because string
}

// List returns the lines of a firm's policy in this order: the policy rules, with a Problem if they
// are invalid; for each role its permissions and its holders; and the permissions of each API
// client.
func List(ctx context.Context, client *ent.Client, firmID uuid.UUID) ([]Line, error) {
	s, err := load(ctx, client, firmID, readWhole)
	if err != nil {
		return nil, err
	}
	return s.lines, nil
}

// Explain decides for a subject of a firm by the current policy, and returns which role, rule or
// permission decided. The subject is user:<id>, apiclient:<id>, or role:<id or name>; for any other
// text Explain returns ValidationError. A subject whose account, membership or key is not active is
// refused whatever the policy says. While a policy rule is invalid, every subject is refused.
func Explain(ctx context.Context, client *ent.Client, firmID uuid.UUID, subject, module, action string) (
	*Explanation, error,
) {
	if !isSubject(subject) {
		return nil, fault.New(fault.ValidationError, "%s", "It can't be explained: "+noSubject(subject)+".")
	}
	s, err := load(ctx, client, firmID, about(subject))
	if err != nil {
		return nil, err
	}
	if invalid := invalid(s.lines); len(invalid) > 0 {
		return &Explanation{Line: invalid[0], Because: "everything is refused in the firm until an invalid policy rule is repaired"}, nil
	}
	enforcer, err := compile(s)
	if err != nil {
		return nil, err
	}
	who, err := lookUp(ctx, client, firmID, subject)
	if err != nil {
		return nil, err
	}
	if who.refused != "" {
		return &Explanation{Because: who.refused}, nil
	}
	allowed, values, err := enforcer.EnforceEx(subject, firmID.String(), module, action)
	if err != nil {
		return nil, fmt.Errorf("authz: decide: %w", err)
	}
	e := &Explanation{Allowed: allowed}
	for _, line := range s.lines {
		if len(values) > 0 && line.Values[0] == linePolicy && slices.Equal(line.Values[1:], values) {
			e.Line = line
			e.Because = s.decided(line, subject, who)
			return e, nil
		}
	}
	e.Because = s.undecided(subject, who, Permission{Module: module, Action: action})
	return e, nil
}

// decided describes a line that matched.
func (s *snapshot) decided(line Line, subject string, who subjectInfo) string {
	name := line.Values[3] + ":" + line.Values[4]
	if line.RuleID == uuid.Nil {
		return fmt.Sprintf("the %s has %s", line.Origin, name)
	}
	verb, to := "allows", who.name
	if line.Values[5] == effectDeny {
		verb = "denies"
	}
	if line.Values[1] != subject {
		to = s.roleName(line.Values[1])
	}
	said := fmt.Sprintf("%s of the super-firm %s %s to %s", line.Origin, verb, name, to)
	if line.Values[2] == wildcard {
		said += " in every firm"
	}
	for _, given := range s.lines {
		if given.RuleID != uuid.Nil && slices.Equal(given.Values[:3], []string{lineGrouping, subject, line.Values[1]}) {
			return said + ", and " + given.Origin + " gives that role to " + who.name
		}
	}
	return said
}

// undecided returns why no line matches the subject and the permission.
func (s *snapshot) undecided(subject string, who subjectInfo, asked Permission) string {
	switch {
	case !slices.ContainsFunc(permissionsOf(s.properties), func(p Permission) bool { return p.String() == asked.String() }):
		return "no permission is named " + asked.String()
	case strings.HasPrefix(subject, subjectAPIClient) && !asked.ForAPIClients():
		return fmt.Sprintf("API clients can't have %s, which is for people who sign in", asked)
	case who.inactive != "":
		return who.inactive
	}
	var roles, inactive []string
	for _, line := range s.lines {
		switch {
		case line.Values[0] != lineGrouping || line.Values[1] != subject:
		case s.grantsNothing(line.Values[2]):
			inactive = append(inactive, s.roleName(line.Values[2]))
		default:
			roles = append(roles, s.roleName(line.Values[2]))
		}
	}
	switch {
	case len(roles) == 1:
		return fmt.Sprintf("%s does not have %s", roles[0], asked)
	case len(roles) > 1:
		return fmt.Sprintf("%s do not have %s", strings.Join(roles, " and "), asked)
	case len(inactive) == 1:
		return inactive[0] + " is not active"
	case len(inactive) > 1:
		return strings.Join(inactive, " and ") + " are not active"
	case strings.HasPrefix(subject, subjectUser):
		return fmt.Sprintf("no policy rule gives %s to %s, who only visits the firm", asked, who.name)
	}
	return fmt.Sprintf("%s does not have %s", who.name, asked)
}

// roleName returns the name of a role, or its id when the firm has no such role.
func (s *snapshot) roleName(subject string) string {
	if id, ok := idOf(subject, subjectRole); ok && s.roles[id] != nil {
		return "the " + originOf(s.roles[id])
	}
	return "the role " + strings.TrimPrefix(subject, subjectRole)
}
