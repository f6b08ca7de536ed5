package importer

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

// Preview is what a dry run shows when it has ended.
type Preview struct {
	Mapping []*Column `json:"mapping"`
	// Sample has the contacts of the first ten rows that would be imported, as they would be stored: fewer where they are large.
	Sample []*contact.Stored `json:"sample"`
	Hints  []string          `json:"hints"`
}

// Column says what a column of a file is taken for.
type Column struct {
	// Column is the heading, as in the file.
	Column string `json:"column"`
	// Field is nil for a column that is ignored.
	Field *string `json:"field"`
}

// PreviewOf returns the preview of an import; an empty one unless it is a dry run that has ended.
func PreviewOf(row *ent.ContactImport) (p Preview, err error) {
	if len(row.Preview) == 0 || row.FinishedAt == nil {
		return p, nil
	}
	if err := json.Unmarshal(row.Preview, &p); err != nil {
		return p, fmt.Errorf("read the preview of an import: %w", err)
	}
	return p, nil
}

const (
	sampleRows = 10
	// sampleBytes is how many bytes a sample may have about, since it is read with the import.
	sampleBytes = 64 << 10
)

// addSample adds a contact to the sample, if there is room.
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

// addHints adds what would make the import better.
func (p *Preview) addHints(c *checkpoint) {
	p.Hints = []string{}
	if c.NoCode > 0 {
		p.Hints = append(p.Hints, fmt.Sprintf("Phones without a country code: %d. Set defaultPhoneCC, such as +55.", c.NoCode))
	}
	var ignored []string
	for _, column := range p.Mapping {
		if column.Field == nil && !line.IsBlank(column.Column) {
			ignored = append(ignored, column.Column)
		}
	}
	if len(ignored) > 0 {
		p.Hints = append(p.Hints, fmt.Sprintf("Columns that are ignored: %s. A mapping says what they hold.", fault.List(quoted(ignored), ", ")))
	}
}

// columns returns what the columns are taken for, by the names that a mapping may use.
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
		put(column, tags, 0)
	}
	for _, a := range t.addresses {
		for i, column := range a.parts {
			put(column, addressParts[i], 0)
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
