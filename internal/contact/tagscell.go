package contact

import (
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/line"
)

// tagSeparators are between the tags of a cell. No tag has a line break.
const tagSeparators = ";|\r\n"

// TagsCell returns tags as one cell of a table: a;b. A tag that [TagsOfCell] would read as another one is in quotation marks.
func TagsCell(names []string) string {
	cell := make([]string, len(names))
	for i, name := range names {
		if strings.ContainsAny(name, tagSeparators) || strings.HasPrefix(name, `"`) {
			name = strconv.Quote(name)
		}
		cell[i] = name
	}
	return strings.Join(cell, ";")
}

// TagsOfCell returns the tags of a cell of a table. Semicolons, vertical bars and line breaks are between them, but for those within
// quotation marks.
func TagsOfCell(cell string) (names []string) {
	for cell != "" {
		cell = strings.TrimLeft(cell, " ")
		name, rest, isQuoted := quotedTag(cell)
		if !isQuoted {
			end := strings.IndexAny(cell, tagSeparators)
			if end < 0 {
				end = len(cell)
			}
			name, rest = cell[:end], cell[end:]
		}
		if !line.IsBlank(name) {
			names = append(names, name)
		}
		cell = strings.TrimLeft(rest, tagSeparators)
	}
	return names
}

// quotedTag returns the tag in quotation marks that a cell begins with, and what comes after it.
func quotedTag(cell string) (name, rest string, ok bool) {
	if !strings.HasPrefix(cell, `"`) {
		return "", "", false
	}
	quoted, err := strconv.QuotedPrefix(cell)
	if err != nil {
		return "", "", false
	}
	rest = strings.TrimLeft(cell[len(quoted):], " ")
	name, err = strconv.Unquote(quoted)
	return name, rest, err == nil && (rest == "" || strings.ContainsAny(rest[:1], tagSeparators))
}
