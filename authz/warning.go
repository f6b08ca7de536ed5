package authz

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// WarningKind is the kind of a [Warning].
type WarningKind string

// The kinds of warnings.
const (
	// Idle: nobody's permissions change by a rule, or by the change as a whole.
	Idle WarningKind = "Idle"
	// Conflict: a rule says the opposite, or there is such a rule already.
	Conflict WarningKind = "Conflict"
	// Invalid: everything is refused in the firms of an invalid rule until it is repaired or
	// removed, so the change is not compared there.
	Invalid WarningKind = "Invalid"
)

// maxWarnings is how many warnings a rehearsal has at most.
const maxWarnings = 100

// Warning is what the author of a change of the policy rules should know.
type Warning struct {
	Kind WarningKind
	// Line is the rule that the warning is about. It has no values if it is about the whole change.
	Line Line
	// RuleID is the other rule of a Conflict, if it is stored, or the Invalid rule.
	RuleID uuid.UUID
	// Message is the warning in one sentence.
	Message string
}

// warnings returns the warnings about a change, those about its lines in their order: of each line
// the first conflict. The rules left are those that the change does not remove.
func (r *rehearser) warnings(ctx context.Context, added, left []Line, out *Rehearsal) (warnings []Warning, err error) {
	for _, line := range r.all {
		isNear := line.Problem != "" && slices.ContainsFunc(r.changed, func(c Line) bool {
			return c.Firm() == line.Firm() || c.Firm() == wildcard || line.Firm() == wildcard
		})
		if isNear {
			warnings = append(warnings, Warning{
				Kind: Invalid, Line: line, RuleID: line.RuleID,
				Message: "Until it is repaired or removed everything is refused in its firms: " + line.Problem + ".",
			})
		}
	}
	after := slices.Concat(left, added)
	for i, line := range added {
		for _, other := range slices.Concat(left, added[:i]) {
			if why := conflict(line, other); why != "" {
				warnings = append(warnings, Warning{Kind: Conflict, Line: line, RuleID: other.RuleID, Message: why})
				break
			}
		}
		why, err := idle(ctx, r.client, line, after)
		if err != nil {
			return nil, fmt.Errorf("authz: look for rules without effect: %w", err)
		}
		if why != "" {
			warnings = append(warnings, Warning{Kind: Idle, Line: line, Message: "The rule has no effect: " + why + "."})
		}
	}
	if len(warnings) == 0 && len(out.Effects) == 0 && out.Complete {
		warnings = append(warnings, Warning{Kind: Idle, Message: "Nobody's permissions change."})
	}
	if len(warnings) > maxWarnings {
		warnings, out.Complete = warnings[:maxWarnings], false
	}
	return warnings, nil
}

// conflict returns how a new line conflicts with another one, and "" if it does not. A denial that
// takes a part of a grant does not: that is how exceptions are written.
func conflict(line, other Line) string {
	switch {
	case other.Problem != "":
		return ""
	case slices.Equal(line.Values, other.Values):
		return fmt.Sprintf("The rule %s is there already.", other)
	case line.denies() && !other.denies() && covers(line, other):
		return fmt.Sprintf("It takes away all that the rule %s allows, as a denial wins.", other)
	case other.denies() && !line.denies() && covers(other, line):
		return fmt.Sprintf("The rule %s denies all of it, and a denial wins.", other)
	}
	return ""
}

// covers reports whether a p line is about the subject of another one, and about all of its firms
// and permissions.
func covers(line, other Line) bool {
	if line.Values[0] != linePolicy || other.Values[0] != linePolicy || line.Values[1] != other.Values[1] {
		return false
	}
	for i := 2; i < 5; i++ {
		if line.Values[i] != wildcard && line.Values[i] != other.Values[i] {
			return false
		}
	}
	return true
}
