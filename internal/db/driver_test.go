package db_test

import (
	"encoding/json"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/signingkey"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// What ent writes comes back the same, on both databases: every Go type that the schema uses, with
// and without a value.
func TestDriver_Types(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		full := b.Client.Contact.Create().SetFirstName("Ärger").SetLastName("'; DROP TABLE").
			SetFirstNameKey("arger").SetLastNameKey("'; drop table").SetSearch("x").
			SetGender(contact.GenderOther).SetProfilePic("http://x").SetIsActive(false).SaveX(b.ctx)
		bare := b.Client.Contact.Create().SetFirstName("B").SetLastName("B").
			SetFirstNameKey("b").SetLastNameKey("b").SetSearch("").SaveX(b.ctx)

		read := b.Client.Contact.GetX(b.ctx, full.ID)
		require.Equal(t, full.String(), read.String())
		require.Equal(t, full.CreatedAt, read.CreatedAt)
		require.Equal(t, time.UTC, read.CreatedAt.Location())
		require.Equal(t, contact.GenderOther, *read.Gender)
		read = b.Client.Contact.GetX(b.ctx, bare.ID)
		require.Nil(t, read.Gender)
		require.Nil(t, read.ProfilePic)
		require.Nil(t, read.DeletedAt)
		require.True(t, read.IsActive)

		across := rule.AcrossFirms(b.ctx, "a test reads keys")
		key := b.Client.SigningKey.Create().SetPrivateKey([]byte{0, 1, 255}).SetPublicKey([]byte{}).
			SetSignsFrom(time.Date(2031, 1, 2, 3, 4, 5, 600000, time.FixedZone("", 3600))).SaveX(across)
		readKey := b.Client.SigningKey.Query().Where(signingkey.ID(key.ID)).OnlyX(across)
		require.Equal(t, []byte{0, 1, 255}, readKey.PrivateKey)
		require.Empty(t, readKey.PublicKey)
		require.Equal(t, key.SignsFrom.UTC(), readKey.SignsFrom)
	})
}

// ent's other ways to read: edges, groups, sums, chosen columns, ids.
func TestDriver_Reads(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		c := b.Client.Contact.Create().SetFirstName("A").SetLastName("A").
			SetFirstNameKey("a").SetLastNameKey("a").SetSearch("a").SaveX(b.ctx)
		for i, number := range []string{"+2", "+1"} {
			b.Client.ContactPhone.Create().SetContactID(c.ID).SetType(i).SetPosition(i).
				SetPhone(number).SetPhoneCc("+1").SetE164(number).SetMatchKey(number).SetDigits(number).ExecX(b.ctx)
		}
		for _, name := range []string{"z", "y"} {
			added := b.Client.Tag.Create().SetName(name).SetNameKey(name).SetMark(name).SaveX(b.ctx)
			b.Client.ContactTag.Create().SetContactID(c.ID).SetTagID(added.ID).ExecX(b.ctx)
		}

		read := b.Client.Contact.Query().WithFirm().WithPhones().WithTags().OnlyX(b.ctx)
		require.Equal(t, b.firm, read.Edges.Firm.ID)
		require.Equal(t, "+2", read.Edges.Phones[0].E164)
		require.Equal(t, "y", read.Edges.Tags[0].Name)

		var groups []struct {
			ContactID uuid.UUID `sql:"contact_id"`
			Count     int
			Sum, Max  int
		}
		require.NoError(t, b.Client.ContactPhone.Query().GroupBy(contactphone.FieldContactID).
			Aggregate(countAll, entSum, entMax).Scan(b.ctx, &groups))
		require.Len(t, groups, 1)
		require.Equal(t, c.ID, groups[0].ContactID)
		require.Equal(t, []int{2, 1, 1}, []int{groups[0].Count, groups[0].Sum, groups[0].Max})

		require.Equal(t, []uuid.UUID{c.ID}, b.Client.Contact.Query().IDsX(b.ctx))
		require.True(t, b.Client.Tag.Query().ExistX(b.ctx))
		require.Equal(t, 2, b.Client.Tag.Query().CountX(b.ctx))
		tags := b.Client.Contact.Query().QueryTags().Order(tag.ByName()).AllX(b.ctx)
		require.Len(t, tags, 2)
	})
}

func countAll(*entsql.Selector) string { return entsql.As(entsql.Count("*"), "count") }

func entSum(s *entsql.Selector) string { return entsql.As(entsql.Sum(s.C("type")), "sum") }

func entMax(s *entsql.Selector) string { return entsql.As(entsql.Max(s.C("type")), "max") }

// What the schema does not use yet, but may: nullable UUIDs, JSON, floats, and NULL in each.
func TestDriver_RawTypes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		types := map[string]string{
			db.Postgres: "id uuid, other uuid, doc jsonb, at timestamptz, ok boolean, n bigint, f double precision, s varchar",
			db.SQLite:   "id uuid, other uuid, doc json, at datetime, ok bool, n integer, f real, s text",
		}[d.Dialect()]
		_, err := d.Exec(ctx, "CREATE TABLE x_types ("+types+")")
		require.NoError(t, err)

		id, at, doc := uuid.New(), time.Now().UTC().Truncate(time.Microsecond), json.RawMessage(`{"a":1}`)
		const insert = "INSERT INTO x_types VALUES ($1, $1, $2, $3, $4, $5, $6, $7)"
		_, err = d.Exec(ctx, insert, id, doc, at, true, 7, 1.5, "s")
		require.NoError(t, err)
		_, err = d.Exec(ctx, insert, nil, nil, nil, nil, nil, nil, nil)
		require.NoError(t, err)

		rows, err := d.Query(ctx, "SELECT id, other, doc, at, ok, n, f, s FROM x_types ORDER BY id NULLS LAST")
		require.NoError(t, err)
		defer rows.Close()
		type row struct {
			id    uuid.UUID
			other entsql.NullScanner
			doc   []byte
			at    entsql.NullTime
			ok    entsql.NullBool
			n     entsql.NullInt64
			f     entsql.NullFloat64
			s     entsql.NullString
		}
		scan := func() row {
			other := new(uuid.UUID)
			got := row{other: entsql.NullScanner{S: other}}
			require.True(t, rows.Next())
			dest := []any{&got.id, &got.other, &got.doc, &got.at, &got.ok, &got.n, &got.f, &got.s}
			before := append([]any(nil), dest...)
			require.NoError(t, rows.Scan(dest...))
			require.Equal(t, before, dest, "the targets are ent's own")
			return got
		}
		full := scan()
		require.Equal(t, id, full.id)
		require.True(t, full.other.Valid)
		require.Equal(t, id, *full.other.S.(*uuid.UUID))
		require.JSONEq(t, string(doc), string(full.doc))
		require.Equal(t, entsql.NullTime{Time: at, Valid: true}, full.at)
		require.Equal(t, entsql.NullBool{Bool: true, Valid: true}, full.ok)
		require.Equal(t, entsql.NullInt64{Int64: 7, Valid: true}, full.n)
		require.Equal(t, entsql.NullFloat64{Float64: 1.5, Valid: true}, full.f)
		require.Equal(t, entsql.NullString{String: "s", Valid: true}, full.s)
		none := scan()
		require.False(t, none.other.Valid || none.at.Valid || none.ok.Valid || none.n.Valid || none.f.Valid || none.s.Valid)
		require.Equal(t, uuid.Nil, none.id)
		require.False(t, rows.Next())

		var structs []struct {
			ID    *uuid.UUID
			Doc   map[string]int
			At    *time.Time
			Total float64
		}
		rows, err = d.Query(ctx, "SELECT id, doc, at, n * 1.5 AS total FROM x_types WHERE id = $1", id)
		require.NoError(t, err)
		defer rows.Close()
		require.NoError(t, entsql.ScanSlice(rows, &structs))
		require.Equal(t, id, *structs[0].ID)
		require.Equal(t, map[string]int{"a": 1}, structs[0].Doc)
		require.Equal(t, at, *structs[0].At)
		require.InDelta(t, 10.5, structs[0].Total, 0)
	})
}

// The order of placeholders is by number, not by place.
func TestQuery_Placeholders(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rows, err := d.Query(t.Context(), "SELECT CAST($2 AS text) || CAST($1 AS text) || CAST($2 AS text)", "a", "b")
		require.NoError(t, err)
		defer rows.Close()
		var got []string
		require.NoError(t, entsql.ScanSlice(rows, &got))
		require.Equal(t, []string{"bab"}, got)
	})
}

func TestForUpdate(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.Equal(t, "a", b.Client.Tag.Query().Where(tag.NameKey("a"), db.ForUpdate).OnlyX(b.ctx).Name)
	})
}
