package authz

import (
	"encoding/csv"
	"strings"

	"github.com/google/uuid"
)

// Line is one line of a firm's policy, in casbin's standard form:
//
//	p, subject, firm, module, action, allow or deny
//	g, subject, role, firm
//
// Subjects are user:<id>, apiclient:<id> and role:<id>; a policy rule may name roles of its own (role:support).
type Line struct {
	// Values are the fields, the kind of line (p or g) first.
	Values []string
	// Origin is where the line comes from, for people: role "Sales", or a policy rule and its note.
	Origin string
	// Problem says what is wrong with the policy rule that the line comes from; empty for every valid line.
	Problem string
}

// String writes the line as casbin reads it from a CSV file.
func (l Line) String() string {
	var text strings.Builder
	w := csv.NewWriter(&text)
	_ = w.Write(l.Values) // a strings.Builder can't fail
	w.Flush()
	return strings.ReplaceAll(strings.TrimSuffix(text.String(), "\n"), ",", ", ")
}

const (
	rulePolicy   = "p"
	ruleGrouping = "g"
	wildcard     = "*"

	effectAllow = "allow"
	effectDeny  = "deny"

	subjectUser      = "user:"
	subjectAPIClient = "apiclient:"
	subjectRole      = "role:"
)

func roleSubject(id uuid.UUID) string { return subjectRole + id.String() }
