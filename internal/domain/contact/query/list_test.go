package query_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		people := []contact.CreateInput{
			{FirstName: "José", LastName: "Álvares", Tags: []string{"VIP", "Café"}, Emails: []contact.EmailInput{{Email: "jose_50%@example.com"}}},
			{FirstName: "álex", LastName: "Łukasz", Tags: []string{"vip"}, Phones: []contact.PhoneInput{{Phone: "+55 11 98765-4321"}}},
			{FirstName: "Zoë", LastName: "Brontë", Phones: []contact.PhoneInput{{Phone: "07911 123456", PhoneCC: "+44"}}, IsActive: new(false)},
			{FirstName: "小明", LastName: "王"},
			{FirstName: "bob", LastName: "Ångström", Emails: []contact.EmailInput{{Email: "Bob.50x@Example.com"}}},
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		_, err = contact.CreateMany(other, d, people)
		require.NoError(t, err)

		t.Run("OK defaults: the newest first", func(t *testing.T) {
			listed, err := query.List(ctx, d, query.ListInput{}, page.Selection{})
			require.NoError(t, err)
			require.Equal(t, 1, listed.Page)
			require.Equal(t, 20, listed.PageSize)
			require.Equal(t, []string{"bob", "小明", "Zoë", "álex", "José"}, names(ctx, t, listed))
			total, err := listed.TotalCount(ctx)
			require.NoError(t, err)
			require.Equal(t, 5, total)
		})

		t.Run("OK order", func(t *testing.T) {
			for order, want := range map[string][]string{
				"firstName": {"álex", "bob", "José", "Zoë", "小明"},
				"FIRSTNAME": {"álex", "bob", "José", "Zoë", "小明"},
				"lastName":  {"José", "bob", "Zoë", "álex", "小明"},
				"createdAt": {"José", "álex", "Zoë", "小明", "bob"},
				"updatedat": {"José", "álex", "Zoë", "小明", "bob"},
			} {
				up, err := query.List(ctx, d, query.ListInput{SortBy: order}, page.Selection{})
				require.NoError(t, err)
				require.Equal(t, want, names(ctx, t, up), order)
				down, err := query.List(ctx, d, query.ListInput{SortBy: order, SortDesc: true}, page.Selection{})
				require.NoError(t, err)
				slices.Reverse(want)
				require.Equal(t, want, names(ctx, t, down), order)
			}
		})

		t.Run("OK search", func(t *testing.T) {
			for term, want := range map[string][]string{
				"":                   {"José", "álex", "Zoë", "小明", "bob"},
				"JOSE":               {"José"},
				"ose":                {"José"},
				"os":                 nil, // no word begins with it
				"jo":                 {"José"},
				"ALVARES josé":       {"José"},
				"jose lukasz":        nil,
				"lukasz":             {"álex"},
				"王小明":                {"小明"},
				"小":                  {"小明"},
				"zoe\n\tbronte":      {"Zoë"},
				"50%":                {"José"},
				"50x":                {"bob"},
				"_50":                {"José"},
				`\`:                  nil,
				"%":                  nil,
				"example.com":        {"José", "bob"},
				"(11) 98765-4321":    {"álex"},
				"+55 (11) 98765":     {"álex"},
				"0055 11 9 8765":     {"álex"},
				"11 8765-4321":       {"álex"}, // without the ninth digit
				"987 65-43":          {"álex"},
				"alex 98765-4321":    {"álex"},
				"+44 (0)7911 123456": {"Zoë"},
				"07911123456":        {"Zoë"},
				"7911 123 456":       {"Zoë"},
				"55":                 {"álex"}, // a number begins with it
				"99999":              nil,
				"José jose JOSÉ" + strings.Repeat(" ose", 30): {"José"}, // a word that is repeated is one
				"a b c d e f g h i j":                         nil,
			} {
				listed, err := query.List(ctx, d, query.ListInput{SearchTerm: term, SortBy: "createdAt"}, page.Selection{})
				require.NoError(t, err)
				require.Equal(t, want, names(ctx, t, listed), "%q", term)
				total, err := listed.TotalCount(ctx)
				require.NoError(t, err)
				require.Equal(t, len(want), total)
			}
		})

		t.Run("OK tags", func(t *testing.T) {
			for tags, want := range map[string][]string{
				"Vip": {"José", "álex"}, "VIP,CAFÉ": {"José"}, "vip, ,VIP": {"José", "álex"}, "vip,none": nil, "cafe": nil,
			} {
				listed, err := query.List(ctx, d, query.ListInput{Tags: strings.Split(tags, ","), SortBy: "createdAt"}, page.Selection{})
				require.NoError(t, err)
				require.Equal(t, want, names(ctx, t, listed), tags)
			}
		})

		t.Run("OK pages", func(t *testing.T) {
			listed, err := query.List(ctx, d, query.ListInput{Page: new(2), PageSize: new(2), SortBy: "firstName"}, page.Selection{})
			require.NoError(t, err)
			require.Equal(t, 2, listed.Page)
			require.Equal(t, []string{"José", "Zoë"}, names(ctx, t, listed))
			beyond, err := query.List(ctx, d, query.ListInput{Page: new(100_000_000), PageSize: new(100)}, page.Selection{})
			require.NoError(t, err)
			require.Empty(t, names(ctx, t, beyond))
		})

		t.Run("OK selection", func(t *testing.T) {
			sel := page.Selection{Columns: []string{entcontact.FieldID, entcontact.FieldLastName}, Edges: map[string]page.Selection{
				entcontact.EdgePhones: {},
				entcontact.EdgeTags:   {},
			}}
			listed, err := query.List(ctx, d, query.ListInput{SearchTerm: "lukasz"}, sel)
			require.NoError(t, err)
			items, err := listed.Items(ctx)
			require.NoError(t, err)
			require.Len(t, items, 1)
			got, err := contact.Get(ctx, d, items[0].ID, sel)
			require.NoError(t, err)
			require.Empty(t, items[0].FirstName, "not selected")
			require.Zero(t, items[0].CreatedAt, "not selected")
			for _, c := range []*ent.Contact{items[0], got} {
				require.Equal(t, "Łukasz", c.LastName)
				require.Equal(t, "+55 11 98765-4321", c.Edges.Phones[0].Phone)
				require.Len(t, c.Edges.Tags, 1)
				_, err := c.Edges.EmailsOrErr()
				require.True(t, ent.IsNotLoaded(err), "not selected")
			}
		})

		t.Run("OK texts like times", func(t *testing.T) {
			const time = "2024-01-01 10:00:00"
			made, err := contact.Create(other, d, contact.CreateInput{
				FirstName: "A", LastName: "B", Tags: []string{time},
				Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: time, City: time}}},
			})
			require.NoError(t, err)
			got, err := contact.Get(other, d, made.ID, page.Selection{Edges: map[string]page.Selection{
				entcontact.EdgeAddresses: {}, entcontact.EdgeTags: {},
			}})
			require.NoError(t, err)
			require.Equal(t, []string{time, time, time}, []string{got.Edges.Addresses[0].Line1, got.Edges.Addresses[0].City, got.Edges.Tags[0].Name})
		})

		t.Run("ErrNotFound", func(t *testing.T) {
			made, err := contact.Create(other, d, contact.CreateInput{FirstName: "A", LastName: "B"})
			require.NoError(t, err)
			for _, id := range []uuid.UUID{made.ID, uuid.New()} {
				_, err := contact.Get(ctx, d, id, page.Selection{})
				require.True(t, fault.Is(err, fault.NotFound))
			}
		})

		t.Run("OK filter of a connection", func(t *testing.T) {
			count := func(filter *query.FilterInput) int {
				connection, err := query.Connect(ctx, d, query.ConnectionInput{Filter: filter}, page.Selection{})
				require.NoError(t, err)
				total, err := connection.TotalCount(ctx)
				require.NoError(t, err)
				return total
			}
			require.Equal(t, 1, count(&query.FilterInput{SearchTerm: "bronte", IsActive: new(false)}))
			require.Zero(t, count(&query.FilterInput{SearchTerm: "bronte", IsActive: new(true)}))
			require.Equal(t, 5, count(nil))
		})

		t.Run("ErrConnection", func(t *testing.T) {
			_, err := query.Connect(ctx, d, query.ConnectionInput{
				Window: page.Window{First: new(0), Last: new(101), After: &page.Cursor{Value: 5}},
				Filter: &query.FilterInput{SearchTerm: strings.Repeat("x", 201)},
			}, page.Selection{})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			fields := []string{}
			for _, detail := range fault.From(err).Details {
				fields = append(fields, detail.Field)
			}
			require.Equal(t, []string{"first", "last", "after", "filter.searchTerm"}, fields)
		})

		t.Run("OK deleted contacts are gone", func(t *testing.T) {
			_, err := d.Client.Contact.Delete().Where(entcontact.FirstName("José")).Exec(other)
			require.NoError(t, err)
			listed, err := query.List(ctx, d, query.ListInput{SearchTerm: "jose"}, page.Selection{})
			require.NoError(t, err)
			_, err = listed.Items(other)
			require.ErrorIs(t, err, rule.ErrIsolation, "a list of another firm")
			require.NotEmpty(t, names(ctx, t, listed))
		})

		t.Run("OK items and total at once", func(t *testing.T) {
			listed, err := query.List(ctx, d, query.ListInput{SearchTerm: "a 55", Tags: []string{"vip"}}, page.Selection{})
			require.NoError(t, err)
			var both sync.WaitGroup
			both.Go(func() { _, err := listed.Items(ctx); assert.NoError(t, err) })
			both.Go(func() { _, err := listed.TotalCount(ctx); assert.NoError(t, err) })
			both.Wait()
		})

		t.Run("OK whatever is asked", func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				listed, err := query.List(ctx, d, query.ListInput{
					SearchTerm: rapid.String().Draw(rt, "term"), Tags: rapid.SliceOfN(rapid.String(), 0, 3).Draw(rt, "tags"),
				}, page.Selection{})
				if err != nil {
					require.True(rt, fault.Is(err, fault.ValidationError))
					return
				}
				_, err = listed.Items(ctx)
				require.NoError(rt, err)
			})
		})

		t.Run("ErrValidation", func(t *testing.T) {
			_, err := query.List(ctx, d, query.ListInput{SearchTerm: "a\x00", Tags: []string{"b\x00"}}, page.Selection{})
			require.Equal(t, []string{"searchTerm", "tags[0]"}, fields(fault.From(err).Details))
			_, err = query.List(ctx, d, query.ListInput{
				Page: new(0), PageSize: new(101), SortBy: "gender", SearchTerm: strings.Repeat("é", 201),
				Tags: []string{strings.Repeat("x", 51)},
			}, page.Selection{})
			require.Equal(t, []string{"page", "pageSize", "sortBy", "searchTerm", "tags[0]"}, fields(fault.From(err).Details))

			_, err = query.List(ctx, d, query.ListInput{SearchTerm: "a b c d e f g h i j k"}, page.Selection{})
			require.Equal(t, fault.Details{{Field: "searchTerm", Message: "must have at most 10 different words"}}, fault.Details(fault.From(err).Details))
			_, err = query.List(ctx, d, query.ListInput{Page: new(100_000_001)}, page.Selection{})
			require.True(t, fault.Is(err, fault.ValidationError))
		})
	})
}

// The result is that of a simple implementation of the rules, for any terms and tags.
func TestList_findsWhatItSays(t *testing.T) {
	t.Parallel()
	firsts := []string{"Ana", "José", "Ёлка", "王", "김", "%_\\", "Mary Ann", "O'Neil", "नेहा", "أحمد"}
	lasts := []string{"Souza", "Łukasz", "Straße", "小明", "민준", "100%", "van der Berg", "Ng"}
	phones := []string{"+5511987654321", "+5491123456789", "+447911123456", "+525512345678", "+14155552671", "+819012345678"}
	tags := []string{"vip", "Café", "cafe", "new lead", "100%"}
	person := rapid.Custom(func(t *rapid.T) contact.CreateInput {
		in := contact.CreateInput{FirstName: rapid.SampledFrom(firsts).Draw(t, "first"), LastName: rapid.SampledFrom(lasts).Draw(t, "last")}
		for _, phone := range rapid.SliceOfNDistinct(rapid.SampledFrom(phones), 0, 2, rapid.ID).Draw(t, "phones") {
			in.Phones = append(in.Phones, contact.PhoneInput{Phone: phone})
		}
		if rapid.Bool().Draw(t, "has e-mail") {
			in.Emails = []contact.EmailInput{{Email: rapid.StringMatching(`[a-c]{1,3}[._%][0-9]{1,3}@(example|test)\.org`).Draw(t, "email")}}
		}
		in.Tags = rapid.SliceOfNDistinct(rapid.SampledFrom(tags), 0, 3, rapid.ID).Draw(t, "tags")
		return in
	})
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d := dbtest.Open(t, dialect)
		firms := 0
		rapid.Check(t, func(rt *rapid.T) {
			firms++
			_, ctx := dbtest.Firm(t, d, fmt.Sprint("Firm ", firms))
			people := rapid.SliceOfN(person, 1, 12).Draw(rt, "people")
			made, err := contact.CreateMany(ctx, d, people)
			require.NoError(rt, err)
			texts := make(map[uuid.UUID]string, len(made))
			for _, c := range d.Client.Contact.Query().AllX(ctx) {
				texts[c.ID] = c.Search
			}
			for range 8 {
				runes := []rune(texts[rapid.SampledFrom(made).Draw(rt, "source").ID])
				from := rapid.IntRange(0, len(runes)-1).Draw(rt, "from")
				to := rapid.IntRange(from, len(runes)).Draw(rt, "to")
				term := string(runes[from:to])
				if rapid.IntRange(0, 3).Draw(rt, "other") == 0 {
					term = rapid.StringMatching(`[a-z%_\\0-9'@. ]{0,6}`).Draw(rt, "term")
				}
				if words := strings.Fields(term); len(words) > 10 {
					term = strings.Join(words[:10], " ")
				}
				wanted := rapid.SliceOfN(rapid.SampledFrom([]string{"VIP", "café", "CAFE", "New Lead", "none"}), 0, 2).Draw(rt, "wanted")
				listed, err := query.List(ctx, d, query.ListInput{SearchTerm: term, Tags: wanted, SortBy: "createdAt", PageSize: new(100)}, page.Selection{})
				require.NoError(rt, err)
				found, err := listed.Items(ctx)
				require.NoError(rt, err)
				want := make([]uuid.UUID, 0)
				for i, c := range made {
					if holdsAll(texts[c.ID], term) && hasTags(people[i].Tags, wanted) {
						want = append(want, c.ID)
					}
				}
				require.ElementsMatch(rt, want, each(found, func(c *ent.Contact) uuid.UUID { return c.ID }), "%q %q", term, wanted)
			}
		})
	})
}

// holdsAll implements the documented rule of the search, for terms whose only punctuation in phones
// is the point.
func holdsAll(text, term string) bool {
	words := strings.Fields(term)
	for len(words) > 0 {
		n := 0
		for n < len(words) && strings.Trim(words[n], "0123456789.") == "" {
			n++
		}
		number := strings.ReplaceAll(strings.Join(words[:n], ""), ".", "")
		if len(number) > 2 {
			number = strings.TrimPrefix(number, "00")
		}
		if number == "" {
			n = 1
		}
		literally := !slices.ContainsFunc(words[:n], func(word string) bool { return !holds(text, word) })
		if !literally && (number == "" || !holds(text, number)) {
			return false
		}
		words = words[n:]
	}
	return true
}

func holds(text, word string) bool {
	if utf8.RuneCountInString(word) < 3 {
		word = " " + word
	}
	return strings.Contains(text, word)
}

func hasTags(have, wanted []string) bool {
	for _, want := range wanted {
		if !slices.ContainsFunc(have, func(tag string) bool { return strings.EqualFold(tag, want) }) {
			return false
		}
	}
	return true
}

// Pages of any size and order have every contact exactly once, in that order.
func TestList_pagesPartition(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 57)
		for i := range people { // many with the same key
			people[i] = contact.CreateInput{FirstName: string(rune('a' + i%3)), LastName: string(rune('A' + i%7))}
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		rapid.Check(t, func(rt *rapid.T) {
			in := query.ListInput{
				PageSize: new(rapid.IntRange(1, 100).Draw(rt, "size")),
				SortBy:   rapid.SampledFrom([]string{"", "firstName", "lastName", "createdAt", "updatedAt"}).Draw(rt, "by"),
				SortDesc: rapid.Bool().Draw(rt, "desc"),
			}
			seen := make(map[uuid.UUID]bool)
			keys := make([]string, 0)
			for number := range 1000 {
				in.Page = new(number + 1)
				listed, err := query.List(ctx, d, in, page.Selection{})
				require.NoError(rt, err)
				items, err := listed.Items(ctx)
				require.NoError(rt, err)
				for _, c := range items {
					require.False(rt, seen[c.ID])
					seen[c.ID] = true
					keys = append(keys, sortKey(c, in.SortBy))
				}
				if len(items) < *in.PageSize {
					break
				}
			}
			require.Len(rt, seen, len(people))
			if in.SortDesc || in.SortBy == "" {
				slices.Reverse(keys)
			}
			require.True(rt, slices.IsSorted(keys))
		})
	})
}

// Late pages, which are read by ids first, continue the earlier ones.
func TestList_deepPages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 1150)
		for i := range people {
			people[i] = contact.CreateInput{FirstName: fmt.Sprintf("%04d", i), LastName: string(rune('a' + i%2)), Tags: []string{"all"}}
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		for _, filter := range []query.ListInput{{}, {Tags: []string{"all"}}, {SearchTerm: "a"}} {
			filter.SortBy, filter.PageSize = "lastName", new(100)
			seen := []string{}
			for number := range 14 {
				filter.Page = new(number + 1)
				listed, err := query.List(ctx, d, filter, page.Selection{})
				require.NoError(t, err)
				seen = append(seen, names(ctx, t, listed)...)
			}
			want := []string{}
			for _, last := range []string{"a", "b"} {
				for _, in := range people {
					if in.LastName == last && (filter.SearchTerm == "" || last == "a") {
						want = append(want, in.FirstName)
					}
				}
			}
			require.Equal(t, want, seen)
		}
	})
}

func sortKey(c *ent.Contact, by string) string {
	const micros = "2006-01-02T15:04:05.000000"
	key := c.CreatedAt.Format(micros)
	switch by {
	case "firstName":
		key = c.FirstNameKey
	case "lastName":
		key = c.LastNameKey
	case "updatedAt":
		key = c.UpdatedAt.Format(micros)
	}
	return key + " " + c.ID.String()
}

func names(ctx context.Context, t *testing.T, listed *query.Page) []string {
	t.Helper()
	items, err := listed.Items(ctx)
	require.NoError(t, err)
	if len(items) == 0 {
		return nil
	}
	return each(items, func(c *ent.Contact) string { return c.FirstName })
}
