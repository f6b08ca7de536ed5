package authz

import (
	"fmt"
	"math/big"
)

// decider returns a function that asks casbin to decide for a subject by the snapshot. Only one
// goroutine at a time may call it. It returns an error while a rule is invalid.
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
		if len(policy.Policy) == 0 { // no line allows it
			return false, nil
		}
		allowed, err := enforcer.Enforce(subject, s.firm.String(), asked.Module, asked.Action)
		if err != nil {
			return false, fmt.Errorf("authz: decide: %w", err)
		}
		return allowed, nil
	}, nil
}

// naming returns the p lines that name the permission. The model compares the names too, but
// evaluating its matcher takes a microsecond, and each permission of a role would be compared with
// each line of the role.
func naming(asked Permission, lines [][]string) (found [][]string) {
	for _, line := range lines {
		module, action := line[2], line[3]
		if (module == asked.Module || module == wildcard) && (action == asked.Action || action == wildcard) {
			found = append(found, line)
		}
	}
	return found
}

// decideAll returns the decisions for a subject, one bit for each permission.
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
