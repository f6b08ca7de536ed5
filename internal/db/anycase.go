package db

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// AnyCase is a term to find in texts, whatever the case of their letters. The databases do not fold
// the case of letters outside ASCII alike. So these letters of a text are replaced one by one by
// the letters of the term. A read of such a condition looks at each row.
type AnyCase struct {
	term   string
	others []letterCase
}

// letterCase is a letter and its replacement, which differs only in case.
type letterCase struct{ from, to rune }

// NewAnyCase returns the term in one case.
func NewAnyCase(term string) *AnyCase {
	a, seen := &AnyCase{}, map[rune]bool{}
	a.term = strings.Map(func(letter rune) rune {
		to := letter
		for other := unicode.SimpleFold(letter); other != letter; other = unicode.SimpleFold(other) {
			to = min(to, other)
		}
		if to < utf8.RuneSelf {
			return unicode.ToLower(to)
		}
		if seen[to] {
			return to
		}
		seen[to] = true
		for other := unicode.SimpleFold(to); other != to; other = unicode.SimpleFold(other) {
			a.others = append(a.others, letterCase{from: other, to: to})
		}
		return to
	}, term)
	return a
}

// Write writes the condition that a text, an SQL expression, contains the term. It calls sql for
// each piece of SQL, and arg for each argument between them.
func (a *AnyCase) Write(dialect, text string, sql, arg func(string)) {
	sql(strings.Repeat("replace(", len(a.others)) + LowerASCII(dialect, text))
	for _, other := range a.others {
		sql(", ")
		arg(string(other.from))
		sql(", ")
		arg(string(other.to))
		sql(")")
	}
	sql(" LIKE ")
	arg(Containing(a.term))
	sql(` ESCAPE '\'`)
}

// LowerASCII returns an SQL expression for a text, an SQL expression, with its ASCII letters in
// lower case, compared by code points. The two databases do not agree on any other folding of case.
func LowerASCII(dialect, text string) string {
	if dialect == Postgres {
		return "lower((" + text + `) COLLATE "C")`
	}
	return "lower((" + text + "))"
}
