package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/export"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// exported returns the pages of an export as one text, and their number.
func exported(ctx context.Context, t *testing.T, d *db.DB, format stream.Format, in query.ListInput) (text string, pages int) {
	t.Helper()
	table, err := export.Contacts(ctx, d, in)
	require.NoError(t, err)
	rows := stream.NewRows(format, table.Columns)
	var all strings.Builder
	for more := true; more; pages++ {
		more, err = table.Next(ctx, rows)
		require.NoError(t, err)
		require.Less(t, len(rows.Bytes()), stream.PageBytes+500_000, "no page is larger, but by a contact")
		all.Write(rows.Bytes())
		rows.Reset()
	}
	return all.String(), pages
}

// records returns the rows of an export in CSV by their columns.
func records(t *testing.T, text string) (columns []string, rows []map[string]string) {
	t.Helper()
	cells, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	for _, row := range cells[1:] {
		record := make(map[string]string)
		for i, cell := range row {
			record[cells[0][i]] = cell
		}
		rows = append(rows, record)
	}
	return cells[0], rows
}

func named(first, last string) contact.CreateInput {
	return contact.CreateInput{FirstName: first, LastName: last}
}

func TestContacts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		full := contact.CreateInput{
			FirstName: "Ana", LastName: "Sil\"va, ;", Gender: new(entcontact.GenderFemale), IsActive: new(false), ProfilePic: new("https://a.example/p.png"),
			Phones: []contact.PhoneInput{{Phone: "212 345 678", PhoneCC: "+351"}, {Phone: "+5511987654321", Type: new(1), IsPrimary: new(true)}, {Phone: "+44 20 7946 1234"}},
			Emails: []contact.EmailInput{{Email: "a@mail.example"}, {Email: "b@mail.example", IsPrimary: new(true), Type: new(2)}},
			Addresses: []contact.AddressInput{
				{Type: new(1), PostalAddress: contact.PostalAddress{
					Line1: "1", Line2: "2", Landmark: "L", City: "C", State: "S", Country: "X", PinCode: "P",
				}},
				{PostalAddress: contact.PostalAddress{Line1: "second"}},
			},
			Tags: []string{"VIP", "café"},
		}
		made, err := contact.CreateMany(ctx, d, []contact.CreateInput{full, named("=1+1", "Bare")})
		require.NoError(t, err)
		many := named("Many", "Phones")
		for i := range 50 {
			many.Phones = append(many.Phones, contact.PhoneInput{Phone: fmt.Sprintf("+351 2123456%02d", i)})
		}
		_, err = contact.Create(other, d, many)
		require.NoError(t, err)

		t.Run("OK CSV", func(t *testing.T) {
			text, _ := exported(ctx, t, d, stream.CSV, query.ListInput{SortBy: "createdAt"})
			columns, rows := records(t, text)
			require.Equal(t, strings.Fields(`id firstName lastName gender isActive profilePic phone phoneCC phoneType phone2 phoneCC2 phoneType2
				phone3 phoneCC3 phoneType3 email emailType email2 emailType2
				line1 line2 landmark city state country pinCode addressType moreAddresses tags createdAt updatedAt`), columns)
			require.Len(t, rows, 2)
			require.Contains(t, rows[0]["moreAddresses"], `"line1":"second"`)
			delete(rows[0], "moreAddresses")
			require.Equal(t, map[string]string{
				"id": made[0].ID.String(), "firstName": "Ana", "lastName": "Sil\"va, ;'", "gender": "Female", "isActive": "false",
				"profilePic": "https://a.example/p.png",
				"phone":      "+5511987654321", "phoneCC": "+55", "phone2": "212 345 678", "phoneCC2": "+351", "phone3": "+44 20 7946 1234", "phoneCC3": "+44",
				"phoneType": "1", "phoneType2": "0", "phoneType3": "0", "emailType": "2", "emailType2": "0", "addressType": "1",
				"email": "b@mail.example", "email2": "a@mail.example",
				"line1": "1", "line2": "2", "landmark": "L", "city": "C", "state": "S", "country": "X", "pinCode": "P", "tags": "café;VIP",
				"createdAt": rows[0]["createdAt"], "updatedAt": rows[0]["updatedAt"],
			}, rows[0])
			require.Equal(t, "'=1+1", rows[1]["firstName"])
			require.Equal(t, "true", rows[1]["isActive"])
		})

		t.Run("OK NDJSON", func(t *testing.T) {
			text, _ := exported(ctx, t, d, stream.NDJSON, query.ListInput{SearchTerm: "ana"})
			var line struct {
				FirstName string
				Gender    string
				Phones    []struct {
					Phone, PhoneCC string
					Type           int
					IsPrimary      bool
				}
				Addresses []struct{ Line1 string }
				Tags      []string
			}
			require.Equal(t, 1, strings.Count(text, "\n"))
			require.NoError(t, json.Unmarshal([]byte(text), &line))
			require.Equal(t, "Female", line.Gender)
			require.Equal(t, "212 345 678", line.Phones[0].Phone)
			require.True(t, line.Phones[1].IsPrimary)
			require.Equal(t, 1, line.Phones[1].Type)
			require.Equal(t, "second", line.Addresses[1].Line1)
			require.Equal(t, []string{"café", "VIP"}, line.Tags)
		})

		t.Run("OK the filter and the page of the list", func(t *testing.T) {
			for _, in := range []query.ListInput{{SearchTerm: "ana"}, {Tags: []string{"vip"}}, {Tags: []string{"VIP", "café"}, SearchTerm: "mail"}} {
				in.Page, in.PageSize = new(7), new(1)
				text, _ := exported(ctx, t, d, stream.CSV, in)
				_, rows := records(t, text)
				require.Len(t, rows, 1)
			}
			text, _ := exported(ctx, t, d, stream.CSV, query.ListInput{SearchTerm: "nobody"})
			_, rows := records(t, text)
			require.Empty(t, rows)
		})

		t.Run("ErrValidation", func(t *testing.T) {
			_, err := export.Contacts(ctx, d, query.ListInput{SortBy: "phone", SearchTerm: strings.Repeat("x", 201), Page: new(0)})
			refused := fault.From(err).Details
			require.Len(t, refused, 2)
			require.Equal(t, []string{"sortBy", "searchTerm"}, []string{refused[0].Field, refused[1].Field})
		})

		t.Run("ErrMoreColumns", func(t *testing.T) {
			table, err := export.Contacts(ctx, d, query.ListInput{})
			require.NoError(t, err)
			_, err = contact.Create(ctx, d, many)
			require.NoError(t, err)
			_, err = table.Next(ctx, stream.NewRows(stream.CSV, table.Columns))
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			_, err = table.Next(ctx, stream.NewRows(stream.NDJSON, table.Columns))
			require.NoError(t, err)
		})
	})
}

// Every contact is in an export once, in each order, whatever its pages.
func TestContacts_pages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 1200)
		for i := range people {
			people[i] = named(fmt.Sprint("First", i%7), fmt.Sprint("Last", i%3))
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		for _, in := range []query.ListInput{
			{},
			{SortBy: "createdAt"},
			{SortBy: "firstName"},
			{SortBy: "LASTNAME", SortDesc: true},
			{SortBy: "updatedAt", SortDesc: true},
			{SearchTerm: "first", SortBy: "lastName"},
		} {
			text, pages := exported(ctx, t, d, stream.NDJSON, in)
			require.Equal(t, 5, pages)
			var keys []string
			seen := make(map[string]bool)
			for line := range bytes.Lines([]byte(text)) {
				var c struct{ ID, FirstName, LastName string }
				require.NoError(t, json.Unmarshal(line, &c))
				require.False(t, seen[c.ID])
				seen[c.ID] = true
				switch in.SortBy {
				case "firstName":
					keys = append(keys, c.FirstName)
				case "LASTNAME":
					keys = append(keys, c.LastName)
				}
			}
			require.Len(t, seen, 1200)
			if in.SortDesc {
				slices.Reverse(keys)
			}
			require.True(t, slices.IsSorted(keys), in.SortBy)
		}
	})
}

// A page of contacts that have all that they may have is no larger than another one, and none of
// them is left out.
func TestContacts_large(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 180)
		for i := range people {
			people[i] = named("Ana", fmt.Sprintf("Silva%03d", i))
			if i < 110 || i > 150 {
				continue
			}
			text := strings.Repeat("漢", 200)
			if i%2 == 0 {
				text = strings.Repeat("<", 200) // JSON makes six bytes of each
			}
			for range 50 {
				people[i].Addresses = append(people[i].Addresses, contact.AddressInput{
					PostalAddress: contact.PostalAddress{Line1: text, Line2: text, Landmark: text, City: text, State: text, Country: text, PinCode: text},
				})
			}
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		for _, format := range []stream.Format{stream.CSV, stream.NDJSON} {
			text, _ := exported(ctx, t, d, format, query.ListInput{SortBy: "lastName"})
			require.Greater(t, len(text), stream.PageBytes+1_000_000)
			for i := range people {
				require.Equal(t, 1, strings.Count(text, fmt.Sprintf("Silva%03d", i)))
			}
		}
	})
}
