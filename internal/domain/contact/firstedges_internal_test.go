package contact

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/page"
)

var allEdges = page.Selection{Edges: map[string]page.Selection{
	contact.EdgePhones: {}, contact.EdgeEmails: {}, contact.EdgeAddresses: {}, contact.EdgeTags: {},
}}

// Of a page no more is kept than fits, wherever its large contacts are, and nothing of what is kept
// is missing.
func TestAddFirstEdges(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]CreateInput, 9)
		for i := range people {
			people[i] = CreateInput{FirstName: "Ana", LastName: strconv.Itoa(i), Tags: []string{"VIP", "café"}}
			people[i].Phones = []PhoneInput{{Phone: fmt.Sprintf("+55119123456%02d", i)}}
			people[i].Emails = []EmailInput{{Email: fmt.Sprintf("ana%d@mail.example", i)}}
			for range i % 4 * 10 {
				people[i].Addresses = append(people[i].Addresses, AddressInput{PostalAddress: PostalAddress{Line1: strings.Repeat("漢", 200)}})
			}
		}
		_, err := CreateMany(ctx, d, people)
		require.NoError(t, err)
		read := func() []*ent.Contact {
			contacts, err := d.Client.Contact.Query().Order(ent.Asc("last_name")).All(ctx)
			require.NoError(t, err)
			return contacts
		}
		whole := read()
		require.NoError(t, addEdges(ctx, d, whole, allEdges))
		for _, most := range []int{0, 1, 5_000, 30_000, 60_000, 1 << 20} {
			count, size := 0, 0
			for count < len(whole) && (count == 0 || size+sizeOf(whole[count]) <= most) {
				size += sizeOf(whole[count])
				count++
			}
			contacts := read()
			first, err := AddFirstEdges(ctx, d, contacts, allEdges, most)
			require.NoError(t, err)
			require.Len(t, first, count, most)
			for i, c := range contacts {
				if i < count {
					require.Equal(t, whole[i].Edges, c.Edges)
					continue
				}
				require.Empty(t, c.Edges, "nothing of the others is kept")
			}
		}
	})
}

// sizeOf returns what the edges of a contact count as.
func sizeOf(c *ent.Contact) (size int) {
	add := func(edge int, texts ...string) {
		r := edgeRow{edge: edge, texts: append(texts, make([]string, maxTexts)...)}
		size += r.size()
	}
	for _, p := range c.Edges.Phones {
		add(0, p.Phone, p.PhoneCc)
	}
	for _, e := range c.Edges.Emails {
		add(1, e.Email)
	}
	for _, a := range c.Edges.Addresses {
		add(2, a.Line1, a.Line2, a.Landmark, a.City, a.State, a.Country, a.PinCode)
	}
	for _, tag := range c.Edges.Tags {
		add(3, tag.Name, tag.NameKey)
	}
	return size
}
