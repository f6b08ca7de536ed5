package demo_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
)

func TestContacts(t *testing.T) {
	t.Parallel()
	const n = 2000
	mixes := map[string]demo.Mix{"americas": demo.Americas, "eurasia": demo.Eurasia, "world": demo.World}
	scripts := map[string][]*unicode.RangeTable{
		"americas": {unicode.Latin, unicode.Han},
		"eurasia": {
			unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Georgian, unicode.Hebrew, unicode.Arabic, unicode.Devanagari,
			unicode.Bengali, unicode.Thai, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		},
	}
	for name, mix := range mixes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			contacts := mix.Contacts(1, n)
			require.Len(t, contacts, n)
			require.Equal(t, contacts, mix.Contacts(1, n), "the same seed, the same contacts")
			require.NotEqual(t, contacts[:100], mix.Contacts(2, 100))

			var text strings.Builder
			numbers, emails, people := map[string]bool{}, map[string]bool{}, map[string]bool{}
			for _, c := range contacts {
				text.WriteString(c.FirstName + c.LastName)
				people[c.FirstName+" "+c.LastName] = true
				for _, p := range c.Phones {
					parsed, faults := number.Parse(p.Phone, p.PhoneCC)
					require.Empty(t, faults, "%s %s", p.PhoneCC, p.Phone)
					require.False(t, numbers[parsed.E164] && *p.Type == 1, parsed.E164)
					numbers[parsed.E164] = true
				}
				for _, e := range c.Emails {
					require.Regexp(t, `^[a-z]+\.?[a-z]+[0-9]*@([a-z]+\.)?example\.(com|org)$`, e.Email)
					require.False(t, emails[e.Email], e.Email)
					emails[e.Email] = true
				}
				for _, a := range c.Addresses {
					require.NotContains(t, a.Line1+a.PinCode, "%")
					require.NotEmpty(t, a.City)
					require.NotEmpty(t, a.PinCode)
				}
				require.Empty(t, c.Validate())
			}
			require.Greater(t, len(people), n/4, "varied")
			for _, script := range scripts[name] {
				require.True(t, strings.ContainsFunc(text.String(), func(r rune) bool { return unicode.Is(script, r) }))
			}
		})
	}
}

func TestFillContacts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		require.NoError(t, demo.FillContacts(ctx, d, demo.World, 300))
		require.Equal(t, 300, d.Client.Contact.Query().CountX(ctx))
	})
}

func BenchmarkFillContacts(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			d := dbtest.Open(b, dialect)
			for i := 0; b.Loop(); i++ {
				_, ctx := dbtest.Firm(b, d, fmt.Sprint("Firm ", i))
				require.NoError(b, demo.FillContacts(ctx, d, demo.Eurasia, 2000))
			}
		})
	}
}
