package authz

import (
	"fmt"
	"math/big"
)

// decider returns the function by which casbin decides for a subject by the snapshot, for one goroutine at a time; an error
// while a rule is invalid.
func (s *snapshot) decider(subject string) (func(Permission) (bool, error), error) {
	enforcer, err := compile(s)
	if err != nil {
		return nil, err
	}
	policy, err := enforcer.GetModel().GetAssertion(linePolicy, linePolicy)
	if err != nil {
		return nil, fmt.Errorf("authz: the model: %w", err)
	}
	all := policy.Policy
	return func(asked Permission) (bool, error) {
		policy.Policy = naming(asked, all)
		if len(policy.Policy) == 0 { // nothing allows it
			return false, nil
		}
		allowed, err := enforcer.Enforce(subject, s.firm.String(), asked.Module, asked.Action)
		if err != nil {
			return false, fmt.Errorf("authz: decide: %w", err)
		}
		return allowed, nil
	}, nil
}

// naming returns the p lines that name the permission. The model compares the names too; but an evaluation of its matcher takes
// a microsecond, and each of the permissions of a role would be compared with each of its lines.
func naming(asked Permission, lines [][]string) (found [][]string) {
	for _, line := range lines {
		module, action := line[2], line[3]
		if (module == asked.Module || module == wildcard) && (action == asked.Action || action == wildcard) {
			found = append(found, line)
		}
	}
	return found
}

// decideAll returns the decisions on the permissions for a subject, a bit each.
func (s *snapshot) decideAll(subject string, permissions []Permission) (*big.Int, error) {
	may, err := s.decider(subject)
	if err != nil {
		return nil, err
	}
	allowed := new(big.Int)
	for i, p := range permissions {
		is, err := may(p)
		if err != nil {
			return nil, err
		}
		if is {
			allowed.SetBit(allowed, i, 1)
		}
	}
	return allowed, nil
}
