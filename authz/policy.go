package authz

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/casbin/casbin/v2/persist"

	"github.com/firmhub/firmhub/internal/fault"
)

// Model is the casbin model of all policies. With the lines of [List], any casbin comes to the same
// decisions.
//
//go:embed model.conf
var Model string

// compile returns a casbin enforcer with the lines of a snapshot. It returns Forbidden while a rule
// is invalid.
func compile(s *snapshot) (*casbin.Enforcer, error) {
	if err := refusal(s.lines); err != nil {
		return nil, err
	}
	return newCasbin(s.lines)
}

// refusal returns Forbidden when a line is invalid, because the line may have been a denial.
func refusal(lines []Line) error {
	var causes []error
	for _, line := range invalid(lines) {
		causes = append(causes, fmt.Errorf("authz: %s is invalid: %s", line.Origin, line.Problem))
	}
	if len(causes) == 0 {
		return nil
	}
	return fault.New(fault.Forbidden, "Everything is refused in this firm until an invalid policy rule is repaired.").
		Because(errors.Join(causes...))
}

// invalid returns the lines of invalid rules.
func invalid(lines []Line) (found []Line) {
	for _, line := range lines {
		if line.Problem != "" {
			found = append(found, line)
		}
	}
	return found
}

// newCasbin returns a casbin enforcer with the policy lines.
func newCasbin(lines []Line) (*casbin.Enforcer, error) {
	m, err := model.NewModelFromString(Model)
	if err != nil {
		return nil, fmt.Errorf("authz: the model: %w", err)
	}
	for _, line := range lines {
		if err := persist.LoadPolicyArray(line.Values, m); err != nil {
			return nil, fmt.Errorf("authz: line %q: %w", line, err)
		}
	}
	enforcer, err := casbin.NewEnforcer(m)
	if err != nil {
		return nil, fmt.Errorf("authz: compile a policy: %w", err)
	}
	if err := enforcer.BuildRoleLinks(); err != nil {
		return nil, fmt.Errorf("authz: compile a policy: %w", err)
	}
	return enforcer, nil
}
