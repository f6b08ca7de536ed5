package authz

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
)

// Explanation says why a subject may do something, or may not.
type Explanation struct {
	Allowed bool
	// Line is the line that decided: the grant, or the denial that overrode every grant. It has no values when the
	// subject is refused because no line speaks of it.
	Line Line
	// Because is the reason in one sentence.
	Because string
}

// List gives the lines of a firm's policy as it stands: the policy rules, invalid ones with their Problem, then what
// each role may do and who holds it.
func List(ctx context.Context, client *ent.Client, firmID uuid.UUID) ([]Line, error) {
	s, err := load(ctx, client, firmID)
	if err != nil {
		return nil, err
	}
	return s.lines, nil
}

// Explain decides for any subject of a firm (user:<id>, apiclient:<id>, role:<id or name>) from the policy as it stands
// and says which role, rule or permission decided. An invalid policy rule is an error, as it is for everyone.
func Explain(ctx context.Context, client *ent.Client, firmID uuid.UUID, subject, module, action string) (
	*Explanation, error,
) {
	s, err := load(ctx, client, firmID)
	if err != nil {
		return nil, err
	}
	p := compile(s)
	if p.broken != nil {
		return nil, p.broken
	}
	allowed, values, err := p.casbin.EnforceEx(subject, firmID.String(), module, action)
	if err != nil {
		return nil, fmt.Errorf("authz: decide: %w", err)
	}
	e := &Explanation{Allowed: allowed}
	for _, line := range s.lines {
		if len(values) > 0 && line.Values[0] == rulePolicy && slices.Equal(line.Values[1:], values) {
			e.Line = line
			e.Because = decided(line)
			return e, nil
		}
	}
	e.Because, err = undecided(ctx, client, s, subject, module, action)
	return e, err
}

// decided puts a line that matched into words.
func decided(line Line) string {
	verb := "allows"
	if line.Values[5] == effectDeny {
		verb = "denies"
	}
	return fmt.Sprintf("%s %s %s:%s to %s", line.Origin, verb, line.Values[3], line.Values[4], line.Values[1])
}

// undecided says why no line speaks of the subject and the permission.
func undecided(ctx context.Context, client *ent.Client, s *snapshot, subject, module, action string) (string, error) {
	name := module + ":" + action
	if !slices.ContainsFunc(s.permissions, func(p Permission) bool { return p.String() == name }) {
		return "no permission is named " + name, nil
	}
	var roles []string
	for _, line := range s.lines {
		if line.Values[0] == ruleGrouping && line.Values[1] == subject {
			roles = append(roles, line.Origin)
		}
	}
	if len(roles) > 0 {
		return fmt.Sprintf("%s does not hold %s", strings.Join(roles, ", "), name), nil
	}
	id, ok := strings.CutPrefix(subject, subjectUser)
	if !ok || !isID(id) {
		return fmt.Sprintf("no role or policy rule gives %s to %s", name, subject), nil
	}
	return roleless(ctx, client, s.firm, uuid.MustParse(id))
}

// roleless says why a user holds no role in the firm.
func roleless(ctx context.Context, client *ent.Client, firmID, userID uuid.UUID) (string, error) {
	m, err := client.Membership.Query().Where(membership.FirmID(firmID), membership.UserID(userID)).WithRole().
		Only(rule.AcrossFirms(ctx, "explain a decision"))
	switch {
	case ent.IsNotFound(err):
		return "the user is no member of the firm", nil
	case err != nil:
		return "", fmt.Errorf("authz: read the membership: %w", err)
	case !m.IsActive:
		return "the user's membership is not active", nil
	}
	return fmt.Sprintf("the role %s is not active", strconv.Quote(m.Edges.Role.Name)), nil
}
