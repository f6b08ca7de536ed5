package csvfile

import (
	"bytes"
	"unicode/utf8"
)

// verdict is what is known about the record at the beginning of a text.
type verdict int

const (
	// undecided: more of the file must be read.
	undecided verdict = iota
	whole
	// unclosed: a quotation mark is never closed, so the record ends with the line of the mark.
	unclosed
	// tooLong: the record is longer than the limit.
	tooLong
	// longLine: the record is longer than the limit, and ends with the line of a mark that is never
	// closed.
	longLine
	// open: at the limit, the record is within a quoted cell, or within what follows a quoted cell
	// of several lines. Only the bytes after the limit decide whether the cell is closed.
	open
)

// scanner finds the cells of a record as RFC 4180 defines them, with some tolerance. A line may end
// with CR, LF or both. A quotation mark that is not the first character of its cell is like any
// other character. Text may follow a closing quotation mark.
//
// A quotation mark that is never closed would include the following rows in its cell, up to a mark
// in one of them that seems to close it. So a mark also counts as unclosed if its cell spans lines
// and text follows the closing mark, or if the closing mark is too far away. The result depends
// only on the bytes after the beginning of the record, never on how they were read.
type scanner struct {
	delimiter byte
	limit     int

	// spans are the first cells, up to maxCells.
	spans []span
	// cells is the number of cells. used is the number of cells up to the last one that is not
	// blank.
	cells, used int
	// mark is the index of the cell that begins with an unclosed quotation mark.
	mark int
}

// span is a cell in the text of a record. In a quoted cell, shut is the index of the closing mark,
// else it is 0.
type span struct{ start, shut, end int }

// hasLines reports whether a cell is quoted and has line breaks.
func (c span) hasLines(text []byte) bool { return c.shut > 0 && indexBreak(text[c.start:c.shut]) >= 0 }

// scan scans the record at the beginning of text, and returns its size including the line break.
// For tooLong, the size is a place in a cell at which no quotation mark opens or closes the cell.
// For open, it is the place of the mark. last is set if the file ends with the text.
func (s *scanner) scan(text []byte, last bool) (size int, found verdict) {
	s.spans, s.cells, s.used = s.spans[:0], 0, 0
	short := undecided
	if len(text) > s.limit {
		text, last, short = text[:s.limit], false, tooLong
	}
	for i := 0; ; {
		cell := span{start: i}
		if i < len(text) && text[i] == '"' {
			shut, ok := closing(text, i+1, last)
			if !ok {
				return s.within(text, cell.start, last, short)
			}
			cell.shut, i = shut, shut+1
		}
		for i < len(text) && text[i] != s.delimiter && text[i] != '\n' && text[i] != '\r' {
			i++
		}
		cell.end = i
		if i == len(text) && !last {
			if cell.hasLines(text) {
				return s.within(text, cell.start, last, short)
			}
			s.add(text, cell)
			return len(text) - 1, short
		}
		if cell.shut > 0 && !isBlank(text[cell.shut+1:i]) && cell.hasLines(text) {
			return s.line(text, cell.start, last)
		}
		s.add(text, cell)
		switch {
		case i == len(text):
			return i, whole
		case text[i] == s.delimiter:
			i++
		case text[i] == '\r' && i+1 == len(text) && !last:
			return i, short // a line feed may follow
		default:
			return i + breakSize(text[i:]), whole
		}
	}
}

// within returns what is known about the record if the text ends within the quoted cell of a mark.
func (s *scanner) within(text []byte, mark int, last bool, short verdict) (size int, found verdict) {
	switch {
	case last:
		return s.line(text, mark, last)
	case short == tooLong:
		return mark, open
	}
	return 0, undecided
}

// line ends the record with the line of an unclosed mark, and splits the rest of that line as if it
// had no quotation marks. For a longLine, the size is where to look for its end.
func (s *scanner) line(text []byte, mark int, last bool) (size int, found verdict) {
	end, found := len(text), longLine
	if i := indexBreak(text[mark:]); i >= 0 {
		end = mark + i
	}
	switch {
	case end == len(text) && last:
		size, found = end, unclosed
	case end == len(text), end == len(text)-1 && text[end] == '\r' && !last: // a line feed may follow
		size = len(text) - 1
	default:
		size, found = end+breakSize(text[end:]), unclosed
	}
	s.mark = s.cells
	for start := mark; ; {
		i := bytes.IndexByte(text[start:end], s.delimiter)
		if i < 0 {
			s.add(text, span{start: start, end: end})
			return size, found
		}
		s.add(text, span{start: start, end: start + i})
		start += i + 1
	}
}

// cut ends the text within the quoted cell of a mark, before its last character, as if that were
// the closing mark.
func (s *scanner) cut(text []byte, mark int) {
	shut := len(text) - 1
	for shut > mark && !utf8.RuneStart(text[shut]) {
		shut--
	}
	if shut == mark {
		s.add(text, span{start: mark, end: mark})
		return
	}
	s.add(text, span{start: mark, shut: shut, end: shut + 1})
}

func (s *scanner) add(text []byte, cell span) {
	s.cells++
	if s.cells <= maxCells {
		s.spans = append(s.spans, cell)
	}
	content := text[cell.start:cell.end]
	if cell.shut > 0 {
		content = text[cell.start+1 : cell.shut]
	}
	if !isBlank(content) || cell.shut > 0 && !isBlank(text[cell.shut+1:cell.end]) {
		s.used = s.cells
	}
}

// closing returns the index of the mark that closes a cell whose content begins at from. Doubled
// marks do not close it.
func closing(text []byte, from int, last bool) (shut int, ok bool) {
	for {
		i := bytes.IndexByte(text[from:], '"')
		if i < 0 {
			return 0, false
		}
		from += i
		if from+1 == len(text) {
			return from, last
		}
		if text[from+1] != '"' {
			return from, true
		}
		from += 2
	}
}

func isBlank(text []byte) bool {
	return len(text) == 0 || text[0] <= ' ' && len(bytes.TrimSpace(text)) == 0
}
