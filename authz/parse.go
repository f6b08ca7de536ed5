package authz

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

// ParseLine parses a policy rule in casbin's CSV format. The error continues the name of what was
// parsed: "must be …". It is strict about spelling, since a misspelled denial would deny nothing.
// It does not check that the names in the rule exist; see [Ineffective].
func ParseLine(text string) (Line, error) {
	if !utf8.ValidString(text) {
		return Line{}, errors.New("must be UTF-8")
	}
	if strings.TrimSpace(text) == "" {
		return Line{}, errors.New("is required")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1 // checked below, with a better message
	r.TrimLeadingSpace = true
	values, err := r.Read()
	if err != nil {
		return Line{}, errors.New("must be values with commas between them")
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return Line{}, errors.New("must be one line only")
	}
	for i := range values {
		values[i] = strings.TrimSpace(values[i])
	}
	if wrong := problem(values); wrong != "" {
		return Line{}, fmt.Errorf("is not a valid rule: %s", wrong)
	}
	return Line{Values: values}, nil
}

const (
	sizePolicy   = 6
	sizeGrouping = 4
	// maxValue is the longest value that the database stores. Every name of a permission or role
	// fits.
	maxValue = 200
)

// problem returns the fault that makes the values of a policy rule invalid.
func problem(values []string) string {
	for _, value := range values {
		if utf8.RuneCountInString(value) > maxValue {
			return fmt.Sprintf("a value has more than %d characters", maxValue)
		}
	}
	switch values[0] {
	case linePolicy:
		return problemOfPolicy(values)
	case lineGrouping:
		return problemOfGrouping(values)
	}
	return fmt.Sprintf("it begins with %q, neither p nor g", fault.Shown(values[0]))
}

func problemOfPolicy(values []string) string {
	if len(values) != sizePolicy {
		return "a p line has six values: p, subject, firm, module, action, effect"
	}
	subject, firm, module, action, effect := values[1], values[2], values[3], values[4], values[5]
	switch {
	case !isSubject(subject):
		return noSubject(subject)
	case !isFirm(firm):
		return noFirm(firm)
	case !isName(module):
		return fmt.Sprintf("the module %q is neither a name nor *", fault.Shown(module))
	case !isName(action):
		return fmt.Sprintf("the action %q is neither a name nor *", fault.Shown(action))
	case effect != effectAllow && effect != effectDeny:
		return fmt.Sprintf("the effect %q is neither allow nor deny", fault.Shown(effect))
	}
	return ""
}

func problemOfGrouping(values []string) string {
	if len(values) != sizeGrouping {
		return "a g line has four values: g, subject, role, firm"
	}
	subject, role, firm := values[1], values[2], values[3]
	switch {
	case !isSubject(subject):
		return noSubject(subject)
	case !strings.HasPrefix(role, subjectRole) || !isSubject(role):
		return fmt.Sprintf("the role %q is not role:<id or name>", fault.Shown(role))
	case !isFirm(firm):
		return noFirm(firm)
	case subject == role:
		return "a role can't hold itself"
	}
	return ""
}

func noSubject(s string) string {
	return fmt.Sprintf("the subject %q is not user:<id>, apiclient:<id> or role:<id or name>", fault.Shown(s))
}

func noFirm(s string) string {
	return fmt.Sprintf("the firm %q is neither an id in lower case nor *", fault.Shown(s))
}

func isSubject(s string) bool {
	if name, ok := strings.CutPrefix(s, subjectRole); ok {
		_, err := uuid.Parse(name)
		return name != wildcard && isName(name) && (err != nil || isID(name))
	}
	if id, ok := strings.CutPrefix(s, subjectUser); ok {
		return isID(id)
	}
	id, ok := strings.CutPrefix(s, subjectAPIClient)
	return ok && isID(id)
}

func isFirm(s string) bool { return s == wildcard || isID(s) }

// isID reports whether the text is an id in canonical form. No other form is accepted, since lines
// are compared as text.
func isID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.String() == s
}

// isName reports whether the text is a name or the wildcard. It refuses patterns, which casbin
// would compare letter by letter, and invisible characters.
func isName(s string) bool {
	return s == wildcard || s != "" && s == strings.TrimSpace(s) && !strings.ContainsAny(s, "*,\"#") &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
