package tags

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// A mark is a character that stands for a tag of a firm. The row of a contact contains the marks of
// its tags, in the order of their code points. So one pattern matches the contacts with any number
// of tags: the contact with the marks "adf" matches "%a%f%". A mark is never used again for another
// tag. So marks of deleted tags may stay in the rows of contacts until the contact is written
// again; no filter contains them any more.

// quickMarks are the first marks. They have one byte, because such patterns are found faster. No
// mark has a special meaning in a pattern.
const quickMarks = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const (
	afterQuickMarks                 = 0x100
	firstSurrogate, afterSurrogates = 0xd800, 0xe000
)

// nextMark returns the mark after another one, or after "", in the order of code points. After more
// than a million marks it returns Conflict.
func nextMark(last string) (string, error) {
	at, _ := utf8.DecodeRuneInString(last)
	next := at + 1
	switch i := strings.IndexRune(quickMarks, at); {
	case last == "":
		next = rune(quickMarks[0])
	case i >= 0 && i+1 < len(quickMarks):
		next = rune(quickMarks[i+1])
	case i >= 0:
		next = afterQuickMarks
	case next == firstSurrogate:
		next = afterSurrogates
	case next > utf8.MaxRune:
		return "", fault.New(fault.Conflict, "The firm has had more than a million tags. There can be no more.")
	}
	return string(next), nil
}

// Pattern returns the pattern for the contacts that have all marks, which are sorted. Between two
// consecutive marks there can be no third. Without the wildcard between them they are found several
// times as fast.
func Pattern(marks []string, wildcard string) string {
	var pattern strings.Builder
	last := ""
	for _, mark := range marks {
		if next, err := nextMark(last); last == "" || err != nil || next != mark {
			pattern.WriteString(wildcard)
		}
		pattern.WriteString(mark)
		last = mark
	}
	return pattern.String() + wildcard
}

// lastMark returns the last mark that a tag of the firm has or had, or "".
func lastMark(ctx context.Context, d *db.DB) (mark string, err error) {
	_, err = d.InFirm(ctx).Row([]any{&mark}, "SELECT mark FROM tags WHERE firm_id = $1 ORDER BY mark DESC LIMIT 1")
	if err != nil {
		return "", fmt.Errorf("find the last mark of a tag: %w", err)
	}
	return mark, nil
}
