package stream

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Rows collects the rows of a table as text. A row is a cell for each column, in order, and then End.
type Rows struct {
	format  Format
	names   []string // of the columns as JSON, with what stands before them
	buf     []byte
	column  int
	scratch bytes.Buffer
}

// NewRows returns no rows yet, but the line of the header for CSV.
func NewRows(format Format, columns []string) *Rows {
	r := &Rows{format: format, names: make([]string, len(columns))}
	for i, column := range columns {
		opening := ","
		if i == 0 {
			opening = "{"
		}
		r.names[i] = opening + strconv.Quote(column) + ":"
	}
	if format == CSV {
		for _, column := range columns {
			r.Text(column)
		}
		r.End()
	}
	return r
}

// Bytes returns the rows since the last Reset. They are valid until then.
func (r *Rows) Bytes() []byte { return r.buf }

// Reset drops the rows and keeps their memory for the next ones.
func (r *Rows) Reset() { r.buf = r.buf[:0] }

// Text writes a text. In CSV, one that a spreadsheet would run as a formula is made harmless by a leading apostrophe.
func (r *Rows) Text(text string) {
	r.begin()
	if r.format == CSV {
		r.cell(text)
		return
	}
	r.quote(text)
}

// ID writes an id.
func (r *Rows) ID(id uuid.UUID) {
	r.begin()
	r.mark()
	for i, end := range [...]int{4, 6, 8, 10, 16} {
		if i > 0 {
			r.buf = append(r.buf, '-')
		}
		r.buf = hex.AppendEncode(r.buf, id[[...]int{0, 4, 6, 8, 10}[i]:end])
	}
	r.mark()
}

// OptionalID writes an id, or nothing.
func (r *Rows) OptionalID(id *uuid.UUID) {
	if id == nil {
		r.Null()
		return
	}
	r.ID(*id)
}

// Time writes a time in UTC.
func (r *Rows) Time(t time.Time) {
	r.begin()
	r.mark()
	r.buf = t.UTC().AppendFormat(r.buf, time.RFC3339Nano)
	r.mark()
}

// Int writes a number.
func (r *Rows) Int(n int64) {
	r.begin()
	r.buf = strconv.AppendInt(r.buf, n, 10)
}

// JSON writes a value that is JSON already; nil is [Rows.Null].
func (r *Rows) JSON(value json.RawMessage) {
	switch {
	case len(value) == 0:
		r.Null()
	case r.format == CSV:
		r.Text(string(value))
	default:
		r.begin()
		r.scratch.Reset()
		if json.Compact(&r.scratch, value) != nil { // a line break in it would end the line
			r.quote(string(value))
			return
		}
		r.buf = append(r.buf, r.scratch.Bytes()...)
	}
}

// Null writes that there is no value: an empty cell in CSV.
func (r *Rows) Null() {
	r.begin()
	if r.format == NDJSON {
		r.buf = append(r.buf, "null"...)
	}
}

// End ends a row. It panics when the row has not a cell for each column.
func (r *Rows) End() {
	if r.column != len(r.names) {
		panic(fmt.Sprintf("stream: a row has %d cells for %d columns", r.column, len(r.names)))
	}
	r.column = 0
	if r.format == NDJSON {
		r.buf = append(r.buf, "}\n"...)
		return
	}
	r.buf = append(r.buf, "\r\n"...)
}

func (r *Rows) begin() {
	if r.format == NDJSON {
		r.buf = append(r.buf, r.names[r.column]...)
	} else if r.column > 0 {
		r.buf = append(r.buf, ',')
	}
	r.column++
}

// mark writes the quotation mark that NDJSON needs around a text.
func (r *Rows) mark() {
	if r.format == NDJSON {
		r.buf = append(r.buf, '"')
	}
}

// cell writes a cell of CSV after RFC 4180.
func (r *Rows) cell(text string) {
	guard := isFormula(text)
	if !strings.ContainsAny(text, "\",\r\n") && !strings.HasPrefix(text, " ") {
		if guard {
			r.buf = append(r.buf, '\'')
		}
		r.buf = append(r.buf, text...)
		return
	}
	r.buf = append(r.buf, '"')
	if guard {
		r.buf = append(r.buf, '\'')
	}
	for i := range len(text) {
		if text[i] == '"' {
			r.buf = append(r.buf, '"')
		}
		r.buf = append(r.buf, text[i])
	}
	r.buf = append(r.buf, '"')
}

// isFormula reports whether a spreadsheet would run a cell: a text that begins as formulas do, but is no number and no
// phone number such as +351 212345678, which other programs are to read as it is.
func isFormula(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	switch first {
	case '=', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
		return true
	case '+', '-':
		return strings.ContainsFunc(text[size:], func(c rune) bool { return (c < '0' || c > '9') && c != ' ' && c != '.' })
	}
	return false
}

// quote writes a text as JSON.
func (r *Rows) quote(text string) {
	if !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == utf8.RuneError }) {
		r.buf = append(r.buf, '"')
		r.buf = append(r.buf, text...)
		r.buf = append(r.buf, '"')
		return
	}
	r.scratch.Reset()
	encoder := json.NewEncoder(&r.scratch)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string: cannot happen
	}
	r.buf = append(r.buf, bytes.TrimSuffix(r.scratch.Bytes(), []byte("\n"))...)
}
