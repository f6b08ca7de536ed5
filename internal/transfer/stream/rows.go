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

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// Rows collects the rows of a table as text. Write a cell for each column, in order, and then call
// End.
type Rows struct {
	format  Format
	names   []string // of the columns as JSON, with the text before them
	buf     []byte
	column  int
	scratch bytes.Buffer
}

// NewRows returns Rows without rows. For CSV they contain the line of the header.
func NewRows(format Format, columns []string) *Rows {
	r := &Rows{format: format, names: make([]string, len(columns))}
	for i, column := range columns {
		opening := ","
		if i == 0 {
			opening = "{"
		}
		r.quote(column)
		r.names[i] = opening + string(r.buf) + ":"
		r.Reset()
	}
	if format == CSV {
		for _, column := range columns {
			r.Text(column)
		}
		r.End()
	}
	return r
}

// Bytes returns the rows since the last Reset. The result is valid until the next Reset.
func (r *Rows) Bytes() []byte { return r.buf }

// PageBytes is the size of a page of large rows. At most so much and one row is kept of what is
// read for the page.
const PageBytes = 4 << 20

// Full reports whether the rows since the last Reset have reached [PageBytes], so that the page
// should end.
func (r *Rows) Full() bool { return len(r.buf) >= PageBytes }

// Reset drops the rows, and keeps their memory for the next ones.
func (r *Rows) Reset() { r.buf = r.buf[:0] }

// Text writes a text. In CSV, apostrophes are written before formulas of spreadsheets; see
// [csvfile.AppendCell].
func (r *Rows) Text(text string) {
	r.begin()
	switch {
	case r.format == NDJSON:
		r.quote(text)
	case r.column == 1:
		r.buf = csvfile.AppendFirstCell(r.buf, text)
	default:
		r.buf = csvfile.AppendCell(r.buf, text)
	}
}

// OptionalText writes a text, or nothing.
func (r *Rows) OptionalText(text *string) {
	if text == nil {
		r.Null()
		return
	}
	r.Text(*text)
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

// OptionalTime writes a time in UTC, or nothing.
func (r *Rows) OptionalTime(t *time.Time) {
	if t == nil {
		r.Null()
		return
	}
	r.Time(*t)
}

// Int writes a number.
func (r *Rows) Int(n int64) {
	r.Number(strconv.FormatInt(n, 10))
}

// Number writes a number in the text form of JSON.
func (r *Rows) Number(text string) {
	if r.format == CSV {
		r.Text(text)
		return
	}
	r.begin()
	r.buf = append(r.buf, text...)
}

// JSON writes a value that is already JSON; nil is written as [Rows.Null].
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

// Null writes null, which is an empty cell in CSV.
func (r *Rows) Null() {
	r.begin()
	if r.format == NDJSON {
		r.buf = append(r.buf, "null"...)
	}
}

// Format returns the format of the rows.
func (r *Rows) Format() Format { return r.format }

// Line writes a whole row of NDJSON: a JSON object without line breaks, which may have other
// members than the columns.
func (r *Rows) Line(object json.RawMessage) {
	r.buf = append(r.buf, object...)
	r.buf = append(r.buf, '\n')
}

// End ends a row. It panics unless the row has a cell for each column.
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
