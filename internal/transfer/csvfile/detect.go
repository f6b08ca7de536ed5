package csvfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// sampleSize is how many bytes of a file Detect reads, and sampleRows how many records.
	sampleSize = 1 << 20
	sampleRows = 100
)

// Detect returns the layout of a file, which it reads from its beginning. The header is the first
// row that is not blank. If the file can't be read as a table, the fault tells the user what to do.
// Columns in added, which [Without] removes, do not count for the limit.
func Detect(file io.Reader, added ...string) (Layout, error) {
	head, err := io.ReadAll(io.LimitReader(file, sampleSize))
	if err != nil {
		return Layout{}, fmt.Errorf("csvfile: %w", err)
	}
	if len(head) == 0 {
		return Layout{}, refusal("The file is empty.")
	}
	s := sample{head: head, cut: len(head) == sampleSize}
	var mark int
	if s.layout.Encoding, mark, err = detectEncoding(head, s.cut); err != nil {
		return Layout{}, err
	}
	s.layout.Start.Offset = int64(mark)
	if err := s.delimiter(); err != nil {
		return Layout{}, err
	}
	return s.header(added)
}

// Without returns the columns of a header without added columns at its end. It ignores the case of
// their names. A header that consists of them alone is returned unchanged.
func Without(columns []string, added ...string) []string {
	own := len(columns) - len(added)
	if own <= 0 || !slices.EqualFunc(columns[own:], added, strings.EqualFold) {
		return columns
	}
	return columns[:own]
}

// sample is the beginning of a file, and what is known about its layout.
type sample struct {
	head   []byte
	cut    bool
	layout Layout
}

// reader reads the records of the sample, without a header.
func (s *sample) reader(delimiter string) *Reader {
	layout := s.layout
	layout.Delimiter = delimiter
	return NewReader(bytes.NewReader(s.head[layout.Start.Offset:]), layout, layout.Start)
}

// separator is the line that tells Excel the delimiter. No spreadsheet shows it.
var separator = regexp.MustCompile(`^(?i:"?sep=)([^"\r\n])"?(?:\r\n|\n|\r|$)`)

// delimiter finds the delimiter. If the first line names one, it is that. Otherwise it is the one
// that splits header and rows into the most columns, as far as the rows agree with the header.
// Quoted text does not count. Names of columns contain commas, too, so the comma is tried last.
func (s *sample) delimiter() error {
	beginning := newSource(bytes.NewReader(s.head[s.layout.Start.Offset:]), s.layout.Encoding, 0)
	if err := beginning.more(); err != nil {
		return err
	}
	if match := separator.FindSubmatch(beginning.window()); match != nil {
		s.layout.Delimiter = string(match[1])
		if !isDelimiter(match[1]) {
			return refusal("The first line of the file says that %q is between the cells. Use a comma, a semicolon or a tab.", match[1])
		}
		size := int64(len(match[0]))
		if s.layout.Encoding == UTF16LE || s.layout.Encoding == UTF16BE {
			size *= 2
		}
		s.layout.Start.Offset += size
		return nil
	}
	s.layout.Delimiter = ","
	best := 0.0
	for _, delimiter := range []string{"\t", ";", ","} {
		score, err := s.score(delimiter)
		if err != nil {
			return err
		}
		if score > best {
			s.layout.Delimiter, best = delimiter, score
		}
	}
	return nil
}

func isDelimiter(text []byte) bool { return len(text) == 1 && strings.IndexByte(",;|\t", text[0]) >= 0 }

// score returns 0 if the delimiter is not in the header.
func (s *sample) score(delimiter string) (float64, error) {
	r := s.reader(delimiter)
	columns, rows, alike := 0, 0, 0
	for rows <= sampleRows {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if s.cut && r.source.ended() && len(r.source.window()) == 0 {
			break
		}
		if rows == 0 {
			columns = r.scanner.cells
		}
		rows++
		if r.scanner.cells == columns {
			alike++
		}
	}
	return float64(columns-1) * float64(alike) / float64(max(1, rows)), nil
}

// header returns the layout with the header, and the position after it.
func (s *sample) header(added []string) (Layout, error) {
	r := s.reader(s.layout.Delimiter)
	record, err := r.Next()
	if errors.Is(err, io.EOF) {
		return Layout{}, refusal("The file has no header: all of its rows are blank.")
	}
	if err != nil {
		return Layout{}, err
	}
	named := r.scanner.used
	kept := max(MaxColumns, min(named, maxCells)) // columns that are left out have no name
	if named <= len(record.Cells) {
		named = len(Without(record.Cells[:named], added...))
	}
	switch {
	case record.Fault != nil:
		return Layout{}, refusal("The header, row %d of the file, %s.", record.Row, record.Fault.Message)
	case s.cut && r.Position().Offset >= sampleSize:
		return Layout{}, refusal("The header, row %d of the file, is longer than %d KiB.", record.Row, sampleSize>>10)
	case named > MaxColumns:
		return Layout{}, refusal("The header, row %d of the file, has %d columns; %d are possible.", record.Row, named, MaxColumns)
	}
	for i, name := range record.Cells {
		if utf8.RuneCountInString(name) > MaxName {
			return Layout{}, refusal("The name of column %d is longer than %d characters. The first row must be the header, with the "+
				"names of the columns.", i+1, MaxName)
		}
	}
	s.layout.Header = record.Cells[:min(len(record.Cells), kept)]
	s.layout.Start = r.Position()
	return s.layout, nil
}
