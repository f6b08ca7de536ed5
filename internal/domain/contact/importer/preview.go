package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
)

// Preview is what an import shows about its file: the columns that it ignores and, for a dry run
// that has ended, the rest.
type Preview struct {
	Ignored []*IgnoredColumn `json:"ignored"`

	Mapping []*Column `json:"mapping"`
	// Sample contains the contacts of the first ten rows that would be imported, as they would be
	// stored. There are fewer if they are large.
	Sample []*contact.Stored `json:"sample"`
	Hints  []string          `json:"hints"`
}

// Column is the meaning of a column of a file.
type Column struct {
	// Column is the heading, as in the file.
	Column string `json:"column"`
	// Field is nil for a column that is ignored.
	Field *string `json:"field"`
}

// IgnoredColumn is a column of a file that is not read, although the mapping does not leave it out.
type IgnoredColumn struct {
	// Column is the heading, as in the file; "column 3" if it has none.
	Column string `json:"column"`
	Reason string `json:"reason"`
}

// PreviewOf returns the preview of an import. It is empty until the header of the file has been
// read.
func PreviewOf(row *ent.ContactImport) (p Preview, err error) {
	if err := decode(row.Preview, &p); err != nil {
		return p, err
	}
	if row.FinishedAt == nil {
		p = Preview{Ignored: p.Ignored}
	}
	return p, nil
}

const (
	sampleRows = 10
	// sampleBytes is about how many bytes a sample may have. It is limited because it is read with
	// the import.
	sampleBytes = 64 << 10
)

// addSample adds a contact to the sample if there is room.
func (p *Preview) addSample(c *contact.Stored) error {
	if len(p.Sample) == sampleRows {
		return nil
	}
	encoded, err := json.Marshal(append(p.Sample, c))
	if err != nil {
		return fmt.Errorf("encode a sample: %w", err)
	}
	if len(encoded) <= sampleBytes {
		p.Sample = append(p.Sample, c)
	}
	return nil
}

// addHints adds hints that would improve the import.
func (p *Preview) addHints(c *checkpoint) {
	p.Hints = []string{}
	if c.NoCode > 0 {
		p.Hints = append(p.Hints, fmt.Sprintf("Phones without a country code: %d. Set defaultPhoneCC, such as +55.", c.NoCode))
	}
	if len(p.Ignored) > 0 {
		p.Hints = append(p.Hints, fmt.Sprintf("Columns that are ignored: %s. A mapping says what they hold.", p.ignored()))
	}
}

// ignored returns the names of the first ignored columns.
func (p *Preview) ignored() string {
	names := make([]string, len(p.Ignored))
	for i, of := range p.Ignored {
		names[i] = of.Column
	}
	return fault.List(quoted(names), ", ")
}

// ignoredColumns returns the columns that are not read, in order. Of those without a name, it
// returns the ones in which rows have text.
func (t *table) ignoredColumns(withText []int) []*IgnoredColumn {
	all := []*IgnoredColumn{}
	for i, name := range t.header {
		if reason, ok := t.ignored[i]; ok {
			all = append(all, &IgnoredColumn{Column: name, Reason: reason})
		} else if slices.Contains(withText, i) {
			all = append(all, &IgnoredColumn{Column: fmt.Sprint("column ", i+1), Reason: "It has no name."})
		}
	}
	return all
}

// columns returns the meanings of the columns, by the names that a mapping may use.
func (t *table) columns() []*Column {
	fields := make([]string, len(t.header))
	put := func(column int, f field, position int) {
		if column < 0 {
			return
		}
		fields[column] = string(f)
		if position > 0 {
			fields[column] += strconv.Itoa(position + 1)
		}
	}
	for i, p := range t.phones {
		put(p.phone, phone, i)
		put(p.cc, phoneCC, i)
		put(p.kind, phoneType, i)
	}
	for i, e := range t.emails {
		put(e.email, email, i)
		put(e.kind, emailType, i)
	}
	for _, column := range t.tags {
		put(column, tag, 0)
	}
	for n, a := range t.addresses {
		for i, column := range a.parts {
			if n == 0 {
				put(column, addressParts[i], 0)
			} else if column >= 0 {
				fields[column] = fmt.Sprintf("addresses[%d].%s", n, strings.Replace(string(addressParts[i]), "addressT", "t", 1))
			}
		}
	}
	for f, column := range t.single {
		put(column, f, 0)
	}
	all := make([]*Column, len(fields))
	for i, name := range fields {
		all[i] = &Column{Column: t.header[i]}
		if name != "" {
			all[i].Field = &name
		}
	}
	return all
}
