package db_test

import (
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// BenchmarkPage reads a page of 20 contacts with phones and tags: on SQLite, on PostgreSQL by our
// driver, and by database/sql's for comparison.
func BenchmarkPage(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmarkPage(b, dbtest.Open(b, db.SQLite), nil) })
	b.Run("postgres", func(b *testing.B) { benchmarkPage(b, dbtest.Open(b, db.Postgres), nil) })
	b.Run("postgres by database-sql", func(b *testing.B) {
		url := dbtest.URL(b, db.Postgres)
		d, err := db.Open(b.Context(), url)
		require.NoError(b, err)
		defer d.Close()
		config, err := pgxpool.ParseConfig(url)
		require.NoError(b, err)
		pool := stdlib.OpenDB(*config.ConnConfig)
		defer pool.Close()
		benchmarkPage(b, d, ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, pool))))
	})
}

func benchmarkPage(b *testing.B, d *db.DB, client *ent.Client) {
	b.Helper()
	if client == nil {
		client = d.Client
	}
	const contacts = 20
	_, ctx := dbtest.Firm(b, d, "Acme")
	tag := d.Client.Tag.Create().SetName("t").SetNameKey("t").SetMark("t").SaveX(ctx)
	for range contacts {
		c := d.Client.Contact.Create().SetFirstName("First").SetLastName("Last").
			SetFirstNameKey("first").SetLastNameKey("last").SetSearch("first last").SaveX(ctx)
		d.Client.ContactTag.Create().SetContactID(c.ID).SetTagID(tag.ID).ExecX(ctx)
		for range 2 {
			d.Client.ContactPhone.Create().SetContactID(c.ID).SetPhone("1").SetPhoneCc("+1").SetE164("+1").
				SetMatchKey("+1").SetDigits(" 1").ExecX(ctx)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		page := client.Contact.Query().WithPhones().WithTags().Limit(contacts).AllX(ctx)
		require.Len(b, page, contacts)
	}
}
