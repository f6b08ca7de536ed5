package contact

import (
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/internal/line"
)

// tagSeparators are between the tags of a cell. No tag has a line break.
const tagSeparators = ";|\r\n"

// TagsCell returns tags as one cell of a table: a;b. A tag that [TagsOfCell] would read as another one is in quotation marks, its own
// ones doubled.
func TagsCell(names []string) string {
	cell := make([]string, len(names))
	for i, name := range names {
		if strings.ContainsAny(name, tagSeparators) || strings.HasPrefix(name, `"`) {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		cell[i] = name
	}
	return strings.Join(cell, ";")
}

// quotedTag is a tag in quotation marks, and what ends it.
var quotedTag = regexp.MustCompile(`^"((?:[^"\r\n]|"")*)" *(?:[;|\r\n]|$)`)

// TagsOfCell returns the tags of a cell of a table. Semicolons, vertical bars and line breaks are between them, but for semicolons and
// vertical bars within quotation marks. A quotation mark that does not end at one of them is part of its tag.
func TagsOfCell(cell string) (names []string) {
	for cell != "" {
		cell = strings.TrimLeft(cell, " ")
		var name string
		if match := quotedTag.FindStringSubmatch(cell); match != nil {
			name, cell = strings.ReplaceAll(match[1], `""`, `"`), cell[len(match[0]):]
		} else if end := strings.IndexAny(cell, tagSeparators); end >= 0 {
			name, cell = cell[:end], cell[end+1:]
		} else {
			name, cell = cell, ""
		}
		if !line.IsBlank(name) {
			names = append(names, name)
		}
	}
	return names
}
