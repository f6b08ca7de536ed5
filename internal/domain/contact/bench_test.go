package contact_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/page"
)

func BenchmarkCreate(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			d := dbtest.Open(b, dialect)
			_, ctx := dbtest.Firm(b, d, "Acme")
			b.ReportAllocs()
			for b.Loop() {
				_, err := contact.Create(ctx, d, ana())
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			d := dbtest.Open(b, dialect)
			_, ctx := dbtest.Firm(b, d, "Acme")
			created, err := contact.Create(ctx, d, ana())
			require.NoError(b, err)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				_, err := contact.Update(ctx, d, contact.UpdateInput{
					ID: created.ID, LastName: new(strconv.Itoa(n)),
					Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: fmt.Sprintf("+55 11 98765-%04d", n%10_000)}}},
				})
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkList(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			d := dbtest.Open(b, dialect)
			ctx := fill(b, d, 50_000)
			for name, in := range map[string]query.ListInput{
				"first page":     {},
				"by name":        {SortBy: "lastName"},
				"page 2000":      {Page: new(2000), SortBy: "lastName"},
				"common word":    {SearchTerm: "example"},
				"rare word":      {SearchTerm: "zdzislaw blaszczyk"},
				"phone":          {SearchTerm: "98765"},
				"short word":     {SearchTerm: "zd"},
				"nothing":        {SearchTerm: "qqqqq"},
				"Chinese":        {SearchTerm: "王小明"},
				"tag":            {Tags: []string{"vip"}},
				"tags":           {Tags: []string{"vip", "café", "trial"}},
				"tag and search": {Tags: []string{"vip"}, SearchTerm: "silva"},
			} {
				found, err := query.List(ctx, d, in, page.Selection{})
				require.NoError(b, err)
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						_, err := found.Items(ctx)
						require.NoError(b, err)
					}
				})
				b.Run(name+" total", func(b *testing.B) {
					for b.Loop() {
						_, err := found.TotalCount(ctx)
						require.NoError(b, err)
					}
				})
			}
		})
	}
}

// fill creates n contacts of a firm, and a tenth of that in another one.
func fill(b *testing.B, d *db.DB, n int) context.Context {
	b.Helper()
	_, other := dbtest.Firm(b, d, "Other")
	_, ctx := dbtest.Firm(b, d, "Acme")
	require.NoError(b, demo.FillContacts(other, d, demo.World, n/10))
	require.NoError(b, demo.FillContacts(ctx, d, demo.World, n))
	return ctx
}
