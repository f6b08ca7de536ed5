// Package export writes contacts as tables: in CSV with the columns that an import reads, in NDJSON
// in the form of the REST API.
package export

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// pageSize is how many contacts of an export are read at once, and firstPageSize how many at first.
// A contact may have 280 KB of addresses. Of the contacts read, as many are kept as fit into a
// page, and the next time at most twice as many are read.
const (
	firstPageSize = 100
	pageSize      = 500
)

// exportedColumns and exportedEdges are the columns and edges that an export reads.
var (
	exportedColumns = page.Selection{Columns: append(contact.Columns(),
		entcontact.FieldCreatedAt, entcontact.FieldUpdatedAt, entcontact.FieldFirstNameKey, entcontact.FieldLastNameKey)}
	exportedEdges = page.Selection{Edges: map[string]page.Selection{
		entcontact.EdgePhones: {}, entcontact.EdgeEmails: {}, entcontact.EdgeAddresses: {}, entcontact.EdgeTags: {},
		contact.EdgeIdentities: {},
	}}
)

// Contacts returns the contacts that the input selects, in its order. It ignores the page and page
// size of the input. In CSV the columns are those that an import reads, with as many phones and
// e-mail addresses as the firm's contacts need. In NDJSON a line is a contact in the form of the
// REST API.
func Contacts(ctx context.Context, d *db.DB, in query.ListInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "export.Contacts")
	contacts, err := query.NewReader(ctx, d, in)
	if err != nil {
		return nil, err
	}
	columns, err := readColumns(ctx, d)
	if err != nil {
		return nil, err
	}
	limit := firstPageSize
	return &stream.Table{
		Columns: columns.names(),
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "export.Contacts")
			read, err := contacts.Read(ctx, limit, exportedColumns)
			if err != nil || len(read) == 0 {
				return false, err
			}
			first, err := contact.AddFirstEdges(ctx, d, read, exportedEdges, stream.PageBytes)
			if err != nil {
				return false, err
			}
			write := columns.write
			if rows.Format() == stream.NDJSON {
				write = writeLine
			}
			written := 0
			for full := false; !full && written < len(first); written++ {
				if err := write(rows, first[written]); err != nil {
					return false, err
				}
				full = rows.Full()
			}
			contacts.Skip(first[written-1])
			more = written < len(read) || len(read) == limit
			limit = min(pageSize, 2*written)
			return more, nil
		},
	}, nil
}

// exportColumns are the numbers of columns of an export: how many phones, e-mail addresses and
// addresses a contact of the firm has.
type exportColumns struct{ phones, emails, addresses int }

// readColumns returns the columns that the firm's contacts need, and at least one of each.
func readColumns(ctx context.Context, d *db.DB) (columns exportColumns, err error) {
	for table, most := range map[string]*int{
		"contact_phones": &columns.phones, "contact_emails": &columns.emails, "contact_addresses": &columns.addresses,
	} {
		// Few contacts have several; only those are looked up.
		_, err := d.InFirm(ctx).Row([]any{most}, `SELECT coalesce(max(n), 1) FROM (
			SELECT contact_id, count(*) AS n FROM `+table+` WHERE firm_id = $1 GROUP BY contact_id HAVING count(*) > 1) AS parts
			JOIN contacts ON contacts.firm_id = $1 AND contacts.id = parts.contact_id WHERE contacts.deleted_at IS NULL`)
		if err != nil {
			return columns, err
		}
	}
	return columns, nil
}

func (e exportColumns) names() []string {
	names := []string{"id"}
	for name := range contact.Values(&ent.Contact{}) {
		names = append(names, name)
	}
	for i := range e.phones {
		names = append(names, numbered("phone", i), numbered("phoneCC", i), numbered("phoneType", i))
	}
	for i := range e.emails {
		names = append(names, numbered("email", i), numbered("emailType", i))
	}
	names = append(append(names, contact.AddressTexts()...), "addressType")
	if e.addresses > 1 {
		names = append(names, "moreAddresses")
	}
	return append(names, "tags", "createdAt", "updatedAt")
}

// numbered returns the name of a column of the entry at a position: phone, phone2, phone3.
func numbered(name string, position int) string {
	if position == 0 {
		return name
	}
	return name + strconv.Itoa(position+1)
}

// write writes a contact as a row. The primary phone and e-mail address come first, because an
// import makes the first one primary.
func (e exportColumns) write(rows *stream.Rows, c *ent.Contact) error {
	phones, emails, addresses := c.Edges.Phones, c.Edges.Emails, c.Edges.Addresses
	if len(phones) > e.phones || len(emails) > e.emails || len(addresses) > max(1, e.addresses) {
		return fault.New(fault.Conflict, "A contact got more phones, e-mails or addresses than the columns hold. Export again.")
	}
	rows.ID(c.ID)
	for _, value := range contact.Values(c) {
		writeCell(rows, value)
	}

	primaryFirst(phones, func(p *ent.ContactPhone) bool { return p.IsPrimary })
	for _, phone := range phones {
		rows.Text(phone.Phone)
		rows.Text(phone.PhoneCc)
		rows.Int(int64(phone.Type))
	}
	nulls(rows, 3*(e.phones-len(phones)))
	primaryFirst(emails, func(m *ent.ContactEmail) bool { return m.IsPrimary })
	for _, address := range emails {
		rows.Text(address.Email)
		rows.Int(int64(address.Type))
	}
	nulls(rows, 2*(e.emails-len(emails)))

	if len(addresses) == 0 {
		nulls(rows, len(contact.AddressTexts())+1)
	} else {
		first := addresses[0]
		for name, value := range contact.AddressValues(first) {
			if name != "type" {
				writeCell(rows, value)
			}
		}
		rows.Int(int64(first.Type))
	}
	if e.addresses > 1 {
		if len(addresses) > 1 {
			more := newText()
			more.addresses(addresses[1:])
			if more.err != nil {
				return fmt.Errorf("encode addresses: %w", more.err)
			}
			rows.Text(more.buf.String())
		} else {
			rows.Null()
		}
	}
	rows.Text(tags.Cell(tagNames(c)))
	rows.Time(c.CreatedAt)
	rows.Time(c.UpdatedAt)
	rows.End()
	return nil
}

// writeCell writes a value of contact.Values.
func writeCell(rows *stream.Rows, value any) {
	switch v := value.(type) {
	case *string:
		rows.Text(*v)
	case *int:
		rows.Int(int64(*v))
	case *bool:
		rows.Text(strconv.FormatBool(*v))
	case **string:
		rows.OptionalText(*v)
	case **entcontact.Gender:
		rows.OptionalText((*string)(*v))
	default:
		panic(fmt.Sprintf("export: no cell has a %T", value))
	}
}

func nulls(rows *stream.Rows, count int) {
	for range count {
		rows.Null()
	}
}

func primaryFirst[T any](entries []T, isPrimary func(T) bool) {
	slices.SortStableFunc(entries, func(a, b T) int {
		switch {
		case isPrimary(a) == isPrimary(b):
			return 0
		case isPrimary(a):
			return -1
		}
		return 1
	})
}

func tagNames(c *ent.Contact) []string {
	names := make([]string, len(c.Edges.Tags))
	for i, tag := range c.Edges.Tags {
		names[i] = tag.Name
	}
	return names
}
