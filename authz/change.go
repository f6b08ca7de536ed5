package authz

import (
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
)

// Change is a change of the policy rules: valid lines to add, and ids of rules to remove.
type Change struct {
	Add    []Line
	Remove []uuid.UUID
}

// apply sorts the rules before and after the change, and returns those that stay.
func (r *rehearser) apply(rules []*ent.PolicyRule, change Change) (left []Line) {
	r.before, r.after = map[string][]Line{}, map[string][]Line{}
	for _, stored := range rules {
		line := LineOf(stored)
		r.before[line.Firm()] = append(r.before[line.Firm()], line)
		r.all = append(r.all, line)
		if slices.Contains(change.Remove, stored.ID) {
			r.changed = append(r.changed, line)
			continue
		}
		r.after[line.Firm()] = append(r.after[line.Firm()], line)
		left = append(left, line)
	}
	for _, line := range change.Add {
		r.after[line.Firm()] = append(r.after[line.Firm()], line)
		r.all = append(r.all, line)
		r.changed = append(r.changed, line)
	}
	return left
}

// touched returns the permissions whose decisions lines can change. A line that gives a role can
// change all.
func touched(permissions []Permission, lines []Line) (found []Permission) {
	for _, p := range permissions {
		if slices.ContainsFunc(lines, func(line Line) bool {
			return line.Values[0] == lineGrouping || len(naming(p, [][]string{line.Values[1:]})) > 0
		}) {
			found = append(found, p)
		}
	}
	return found
}
