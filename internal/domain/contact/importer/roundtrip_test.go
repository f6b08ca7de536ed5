package importer_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/export"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

func exported(ctx context.Context, t *testing.T, d *db.DB) string {
	t.Helper()
	table, err := export.Contacts(ctx, d, query.ListInput{SortBy: "createdAt"})
	require.NoError(t, err)
	rows := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; {
		more, err = table.Next(ctx, rows)
		require.NoError(t, err)
	}
	return string(rows.Bytes())
}

// everything returns a contact with as many phones and e-mails as one can have.
func everything() contact.CreateInput {
	in := contact.CreateInput{FirstName: "Every", LastName: "Thing"}
	for i := range 50 {
		phone := contact.PhoneInput{Phone: fmt.Sprintf("+5511987600%03d", i)}
		email := contact.EmailInput{Email: fmt.Sprintf("every%d@mail.example", i)}
		if i == 0 {
			phone.IsPrimary, email.IsPrimary = new(true), new(true)
		}
		in.Phones, in.Emails = append(in.Phones, phone), append(in.Emails, email)
	}
	return in
}

// An export can be imported. It changes nothing in the same firm, and creates the same contacts in
// another firm.
func TestImport_export(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		from, to := setup(t, d), setupIn(t, d, t.TempDir())
		people := slices.DeleteFunc(demo.Contacts(1, 200), func(c contact.CreateInput) bool {
			return len(c.Phones)+len(c.Emails) == 0 // A row is matched by them.
		})
		for _, c := range people { // The primary phone is the first of an import.
			slices.SortStableFunc(c.Phones, func(a, b contact.PhoneInput) int {
				switch {
				case a.IsPrimary != nil && b.IsPrimary == nil:
					return -1
				case a.IsPrimary == nil && b.IsPrimary != nil:
					return 1
				}
				return 0
			})
		}
		people = append(people, everything(), contact.CreateInput{
			FirstName: "Type", LastName: "Only", Emails: []contact.EmailInput{{Email: "type@mail.example"}},
			Addresses: []contact.AddressInput{{Type: new(3)}},
		}, contact.CreateInput{
			FirstName: "=1+1", LastName: "'+Quoted\"; |", ProfilePic: new("https://a.example/p.png"),
			Phones:    []contact.PhoneInput{{Phone: "+351 212-345-678"}, {Phone: "(11) 98765-4321", PhoneCC: "+55", IsPrimary: new(true), Type: new(3)}},
			Emails:    []contact.EmailInput{{Email: "+a@mail.example", Type: new(2)}, {Email: "b@mail.example"}},
			Addresses: []contact.AddressInput{{Type: new(3), PostalAddress: contact.PostalAddress{Line1: "-1", City: "@Porto"}}},
			Tags:      []string{"=tag", "Café", "São Paulo, SP", `a;b|"c"`, `"d`, `C:\new;x`, `\e\`, `f:::g`},
		})
		_, err := contact.CreateMany(from.ctx, d, people)
		require.NoError(t, err)
		text := exported(from.ctx, t, d)

		again := from.run(t, text, importer.Input{})
		require.Equal(t, [5]int{len(people), 0, 0, len(people), 0}, counts(again))

		to.files = from.files // whose jobs run
		to.importer = from.importer
		row := to.run(t, text, importer.Input{})
		require.Equal(t, 0, row.FailedCount)
		want, got := from.contacts(t), to.contacts(t)
		last := len(people) - 1
		require.Equal(t, want[:last], got[:last])
		require.Contains(t, got[last], `=1+1 '+Quoted"; | +5511987654321*/3 +351212345678/0 +a@mail.example*/2`, "the primary phone is the first")
		require.Contains(t, got[last], ` #"d #=tag #\e\ #a;b|"c" #C:\new;x #Café #f:::g #São Paulo, SP`)
	})
}
