package csvfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Reader reads the records of a file. It uses at most a few MiB of memory, whatever the size of the
// file and its rows.
type Reader struct {
	source  *source
	scanner scanner
	layout  Layout
	at      Position

	maxCell   int
	maxQuoted int64

	// text and ends are the cells of the current record.
	text []byte
	ends []int
}

// NewReader returns a reader of the records after a position: the start of the layout, or the
// position of another reader. The offset of the file must be that of the position. The reader seeks
// forwards and backwards from there.
func NewReader(file io.ReadSeeker, layout Layout, at Position) *Reader {
	return &Reader{
		source: newSource(file, layout.Encoding, at.Offset), scanner: scanner{delimiter: layout.Delimiter[0], limit: maxRow},
		layout: layout, at: at, maxCell: maxCell, maxQuoted: maxQuoted,
	}
}

// Position returns the position after the last record that Next returned.
func (r *Reader) Position() Position { return r.at }

// ErrBlank is returned by [Reader.Next] after more than a MiB of blank rows. The reader's position
// is then at their end, and Next may be called again. So the caller can stop in time, however many
// there are.
var ErrBlank = errors.New("csvfile: many blank rows")

// maxBlank is how many bytes of blank rows Next skips at once. It is the most that a sample can
// contain.
const maxBlank = sampleSize

// Next returns the next record that is not blank, io.EOF after the last one, and ErrBlank. Other
// errors are errors of reading the file.
func (r *Reader) Next() (Record, error) {
	at := r.at
	for {
		if at.Offset-r.at.Offset > maxBlank {
			r.at = at
			return Record{}, ErrBlank
		}
		text := r.source.window()
		size, found := 0, undecided
		if len(text) > 0 {
			size, found = r.scanner.scan(text, r.source.ended())
		}
		if found == undecided {
			if err := r.source.more(); err == io.EOF { //nolint:errorlint // as io.Reader promises
				r.at = at // after blank rows
				return Record{}, err
			} else if err != nil {
				return Record{}, fmt.Errorf("csvfile: %w", err)
			}
			continue
		}
		if found == open {
			var err error
			text = text[:r.scanner.limit]
			if size, found, err = r.settle(text, size); err != nil {
				return Record{}, fmt.Errorf("csvfile: %w", err)
			}
		}
		at.Row++
		blank := found == whole && r.scanner.used == 0
		var record Record
		if !blank {
			record = r.record(text, found)
			record.Row = at.Row
		}
		r.source.advance(size)
		if err := r.skip(found); err != nil {
			return Record{}, fmt.Errorf("csvfile: %w", err)
		}
		at.Offset = r.source.offset
		if !blank {
			r.at = at
			return record, nil
		}
	}
}

// record returns what the scanner found in the text.
func (r *Reader) record(text []byte, found verdict) Record {
	var record Record
	columns := len(r.layout.Header)
	cut, garbled := r.collect(text)
	switch {
	case found == tooLong, found == longLine:
		record.Fault = &Fault{Message: fmt.Sprintf("is longer than %d KiB", r.scanner.limit>>10)}
	case found == unclosed:
		record.Fault = r.fault(r.scanner.mark, "has an opening quotation mark that is never closed")
	case cut >= 0:
		record.Fault = r.fault(cut, fmt.Sprintf("is longer than %d KiB", r.maxCell>>10))
	case columns > 0 && r.scanner.used > columns:
		record.Fault = &Fault{Message: fmt.Sprintf(
			"has %d cells, but the header has %d: a cell that contains %s must be in quotation marks",
			r.scanner.used, columns, delimiterName(r.layout.Delimiter))}
	case garbled >= 0:
		encoding := "UTF-8"
		if r.source.wide {
			encoding = "UTF-16"
		}
		record.Fault = r.fault(garbled, "has letters that are not "+encoding+", the encoding of the file")
	}
	if record.Fault != nil {
		record.Fault.Cut = cut >= 0 || found == tooLong || found == longLine || r.scanner.used > len(r.scanner.spans)
	}
	shared := string(r.text)
	cells := len(r.ends)
	if columns > 0 && record.Fault == nil {
		cells = min(cells, columns)
	}
	record.Cells = make([]string, max(cells, columns))
	begin := 0
	for i, end := range r.ends[:cells] {
		record.Cells[i] = unguard(shared[begin:end])
		begin = end
	}
	return record
}

// collect puts the cells into r.text, as UTF-8. It returns the index of the first cell that was too
// long, and of the first one that was not valid, or -1.
func (r *Reader) collect(text []byte) (cut, garbled int) {
	cut, garbled = -1, -1
	r.text, r.ends = r.text[:0], r.ends[:0]
	spans := r.scanner.spans
	plain := r.isPlain(text[:spans[len(spans)-1].end])
	// The source has replaced invalid UTF-16: half a surrogate pair, or a single last byte.
	replaced := r.source.wide && bytes.ContainsRune(text[:spans[len(spans)-1].end], utf8.RuneError)
	for i, cell := range spans {
		begin := len(r.text)
		if cell.shut > 0 {
			r.text = appendUnquoted(r.text, text[cell.start+1:cell.shut])
			r.text = append(r.text, text[cell.shut+1:cell.end]...)
		} else {
			r.text = append(r.text, text[cell.start:cell.end]...)
		}
		if !plain && !r.decode(begin) && garbled < 0 {
			garbled = i
		}
		if replaced && garbled < 0 && bytes.ContainsRune(r.text[begin:], utf8.RuneError) {
			garbled = i
		}
		if len(r.text)-begin > r.maxCell {
			end := begin + r.maxCell
			for !utf8.RuneStart(r.text[end]) {
				end--
			}
			r.text = r.text[:end]
			if cut < 0 {
				cut = i
			}
		}
		r.ends = append(r.ends, len(r.text))
	}
	return cut, garbled
}

// isPlain reports whether the bytes of a text are the same in UTF-8.
func (r *Reader) isPlain(text []byte) bool {
	if r.layout.Encoding != Windows1252 {
		return utf8.Valid(text)
	}
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decode makes the last cell of r.text valid UTF-8. It reports false if characters were lost.
func (r *Reader) decode(begin int) (ok bool) {
	cell := r.text[begin:]
	switch {
	case r.layout.Encoding != Windows1252 && utf8.Valid(cell):
		return true
	case r.layout.Encoding != Windows1252 && r.layout.Encoding != ASCII:
		r.text = append(r.text[:begin], bytes.ToValidUTF8(cell, []byte("\uFFFD"))...)
		return false
	}
	stored := bytes.Clone(cell)
	r.text = r.text[:begin]
	for _, b := range stored {
		r.text = utf8.AppendRune(r.text, charmap.Windows1252.DecodeByte(b))
	}
	return true
}

// fault returns a fault of a cell.
func (r *Reader) fault(cell int, message string) *Fault {
	if cell < len(r.layout.Header) {
		if name := strings.TrimSpace(r.layout.Header[cell]); name != "" {
			return &Fault{Column: name, Message: message}
		}
	}
	return &Fault{Message: fmt.Sprintf("has a cell, number %d, that %s", cell+1, message)}
}

// appendUnquoted appends a text whose quotation marks are doubled.
func appendUnquoted(to, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			return append(to, text...)
		}
		to = append(to, text[:i+1]...)
		text = text[min(i+2, len(text)):]
	}
}

func delimiterName(delimiter string) string {
	switch delimiter {
	case ",":
		return "a comma"
	case ";":
		return "a semicolon"
	case "\t":
		return "a tab"
	}
	return "the separator " + delimiter
}
