package tags

import (
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/internal/plaintext"
)

var (
	// tagSeparator separates the tags of a cell. In the export of Google Contacts it is :::. No tag
	// contains a line break.
	tagSeparator = regexp.MustCompile(`[;|\r\n]|:::`)
	// quotedTag matches a tag in quotation marks, and the text that ends it.
	quotedTag = regexp.MustCompile(`^"((?:[^"\r\n]|"")*)" *(?:[;|\r\n]|:::|$)`)
)

// Cell returns tags as one cell of a table: a;b. A tag that [OfCell] would read as another one is
// put in quotation marks, and its own ones are doubled.
func Cell(names []string) string {
	cell := make([]string, len(names))
	for i, name := range names {
		if tagSeparator.MatchString(name) || strings.HasPrefix(name, `"`) {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		cell[i] = name
	}
	return strings.Join(cell, ";")
}

// OfCell returns the tags of a cell of a table. They are separated by semicolons, vertical bars,
// ::: and line breaks. If a tag begins with a quotation mark, and another one before a separator
// ends it in the same line, the tag is the text between the two. In it, a doubled quotation mark is
// one, and separators are text.
func OfCell(cell string) (names []string) {
	for cell != "" {
		cell = strings.TrimLeft(cell, " ")
		var name string
		var match []string
		if strings.HasPrefix(cell, `"`) { // Few do; looking takes time.
			match = quotedTag.FindStringSubmatch(cell)
		}
		if match != nil {
			name, cell = strings.ReplaceAll(match[1], `""`, `"`), cell[len(match[0]):]
		} else if end := tagSeparator.FindStringIndex(cell); end != nil {
			name, cell = cell[:end[0]], cell[end[1]:]
		} else {
			name, cell = cell, ""
		}
		if !plaintext.IsBlank(name) {
			names = append(names, name)
		}
	}
	return names
}
