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
// Subjects are user:<id>, apiclient:<id> and role:<id>; a policy rule may name roles of its own
// (role:support).
type Line struct {
	// Values are the fields, the kind of line (p or g) first.
	Values []string
	// Origin describes where the line comes from: role "Sales", API client "Shop", or a policy rule
	// by its id.
	Origin string
	// RuleID and Note are the id and the note of the policy rule that the line comes from. They are
	// zero for all other lines. Only the super-firm may read the note.
	RuleID uuid.UUID
	Note   string
	// Problem describes the fault of the policy rule that the line comes from. It is empty for a
	// valid line.
	Problem string
}

// String returns the line in casbin's CSV format.
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

// Comment returns the origin of the line in one line of text, with the note of a policy rule. Only
// the super-firm may read it.
func (l Line) Comment() string {
	if l.Note == "" {
		return l.Origin
	}
	return l.Origin + ": " + strconv.Quote(l.Note)
}

// Firm returns the firm to which a policy rule applies: its id, or * for all firms.
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

	// subjectAnyone stands for any holder of the role that a policy was loaded for, except the
	// users named by rules. No rule can name it.
	subjectAnyone = "user:*"
)

func roleSubject(id uuid.UUID) string { return subjectRole + id.String() }

// idOf returns the id in a subject of this kind, if it has one.
func idOf(subject, kind string) (uuid.UUID, bool) {
	text, ok := strings.CutPrefix(subject, kind)
	if !ok || !isID(text) {
		return uuid.Nil, false
	}
	return uuid.MustParse(text), true
}
