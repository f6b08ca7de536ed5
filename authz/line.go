package authz

import (
	"strconv"
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
	// Origin is where the line comes from, for people: role "Sales", API client "Shop", or a policy rule by its id.
	Origin string
	// RuleID is the policy rule that the line comes from, and Note why that exists, which is for the super-firm only; both
	// are zero for all other lines.
	RuleID uuid.UUID
	Note   string
	// Problem says what is wrong with the policy rule that the line comes from; empty for every valid line.
	Problem string
}

// String writes the line as casbin reads it from a CSV file.
func (l Line) String() string {
	fields := make([]string, 0, len(l.Values))
	for _, value := range l.Values {
		if strings.ContainsAny(value, ",\"\r\n") || strings.TrimSpace(value) != value {
			value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
		}
		fields = append(fields, value)
	}
	return strings.Join(fields, ", ")
}

// Comment says where the line comes from in one line of text, with the note of a policy rule: it is for the super-firm.
func (l Line) Comment() string {
	if l.Note == "" {
		return l.Origin
	}
	return l.Origin + ": " + strconv.Quote(l.Note)
}

// Firm is the firm that a policy rule is for: its id, or * for all of them.
func (l Line) Firm() string {
	if l.Values[0] == linePolicy {
		return l.Values[2]
	}
	return l.Values[3]
}

// denies reports whether the line denies something.
func (l Line) denies() bool { return l.Values[0] == linePolicy && l.Values[5] == effectDeny }

const (
	linePolicy   = "p"
	lineGrouping = "g"
	wildcard     = "*"

	effectAllow = "allow"
	effectDeny  = "deny"

	subjectUser      = "user:"
	subjectAPIClient = "apiclient:"
	subjectRole      = "role:"

	// subjectAnyone is whoever holds the role that a policy was loaded for, unless a rule names them. No rule can name this.
	subjectAnyone = "user:*"
)

func roleSubject(id uuid.UUID) string { return subjectRole + id.String() }

// idOf is the id in a subject, if it is of that kind and holds one.
func idOf(subject, kind string) (uuid.UUID, bool) {
	text, ok := strings.CutPrefix(subject, kind)
	if !ok || !isID(text) {
		return uuid.Nil, false
	}
	return uuid.MustParse(text), true
}
