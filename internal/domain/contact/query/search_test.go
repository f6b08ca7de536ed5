package query_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func found(ctx context.Context, t *testing.T, d *db.DB, in query.SearchInput) []string {
	t.Helper()
	listed, err := query.Search(ctx, d, in, page.Selection{})
	require.NoError(t, err)
	got := names(ctx, t, listed)
	if in.Page == nil {
		total, err := listed.TotalCount(ctx)
		require.NoError(t, err)
		require.Equal(t, len(got), total)
	}
	return got
}

func person(first, last string, phonesAndEmails ...string) contact.CreateInput {
	in := contact.CreateInput{FirstName: first, LastName: last}
	for _, text := range phonesAndEmails {
		if strings.Contains(text, "@") {
			in.Emails = append(in.Emails, contact.EmailInput{Email: text})
		} else {
			in.Phones = append(in.Phones, contact.PhoneInput{Phone: text})
		}
	}
	return in
}

func TestSearch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		_, err := contact.CreateMany(ctx, d, []contact.CreateInput{
			person("Mariana", "Zorn"),
			person("Zed", "Mail", "hello@ana.example"),
			person("Zoe", "Local", "ana@mail.example"),
			person("Anabel", "Costa"),
			person("Ana", "Silva", "+55 11 98765-4321"),
			person("Ána", "Costa", "+44 20 7946 1234"),
			person("Bob", "Baker", "bob1234@mail.example", "+1 415 555 2671"),
			person("Agent", "1234", "+351 213 555 678"),
			person("100% %_Off", `Back\slash`),
		})
		require.NoError(t, err)
		_, err = contact.CreateMany(other, d, []contact.CreateInput{person("Ana", "Other", "+55 11 98765-4321")})
		require.NoError(t, err)

		t.Run("OK the best match first", func(t *testing.T) {
			for term, want := range map[string][]string{
				"ana":            {"Ána", "Ana", "Anabel", "Zoe", "Mariana", "Zed"},
				"ANA costa":      {"Ána", "Anabel"},
				"costa an":       {"Ána", "Anabel"},
				"1234":           {"Agent", "Ána", "Bob"}, // the name is equal, the phone ends with it, the e-mail has it inside
				"bob1234@mail.e": {"Bob"},
				"nobody":         {},
				"%":              {"100% %_Off"}, // a name begins with it
				"_":              {},
				"100%":           {"100% %_Off"},
				"%_off":          {"100% %_Off"},
				`k\s`:            {"100% %_Off"},
				"1%":             {},
			} {
				require.Equal(t, want, append([]string{}, found(ctx, t, d, query.SearchInput{SearchTerm: term})...), term)
			}
		})

		t.Run("OK without a term the newest first", func(t *testing.T) {
			require.Equal(t, []string{"100% %_Off", "Agent", "Bob", "Ána", "Ana", "Anabel", "Zoe", "Zed", "Mariana"},
				found(ctx, t, d, query.SearchInput{SearchTerm: " \t"}))
		})

		t.Run("OK pages", func(t *testing.T) {
			for page, want := range map[int][]string{1: {"Ána", "Ana"}, 3: {"Mariana", "Zed"}, 4: nil} {
				require.Equal(t, want, found(ctx, t, d, query.SearchInput{SearchTerm: "ana", Page: &page, PageSize: new(2)}))
			}
		})

		t.Run("OK messaging", func(t *testing.T) {
			for term, want := range map[string][]string{
				"":                 {"Agent", "Bob", "Ána", "Ana"},
				"1234":             {"Ána"}, // neither a name nor an e-mail
				"(11) 98765":       {"Ana"},
				"+55 11 8765-4321": {"Ana"},
				"4321":             {"Ana"},
				"0 11 9":           {"Ana"},
				"5":                {"Ana"},   // numbers begin with it
				"44":               {"Ána"},   // likewise, though another has it inside
				"135":              {"Agent"}, // three digits are found inside
				"213":              {"Agent"}, // likewise
				"+":                {},        // nothing to compare
				"ana":              {},        // no number
				"ana 98765":        {},        // likewise
				"4321 1234":        {},        // one number
				"+351 213 555 678": {"Agent"}, // as a whole
				"20 7946":          {"Ána"},   // national
				"(0)20 7946-1234":  {"Ána"},   // with its trunk prefix
				"+44 (0)20 7946":   {"Ána"},   // with both
				"+44 020 79":       {"Ána"},   // likewise
			} {
				require.Equal(t, want, append([]string{}, found(ctx, t, d, query.SearchInput{SearchTerm: term, Mode: new(query.Messaging)})...), term)
			}
		})

		t.Run("ErrValidation", func(t *testing.T) {
			_, err := query.Search(ctx, d, query.SearchInput{
				Page: new(0), PageSize: new(101), SearchTerm: strings.Repeat("x", 201), Mode: new(query.SearchMode("sms")),
			}, page.Selection{})
			require.Equal(t, []string{"page", "pageSize", "searchTerm", "mode"}, fields(fault.From(err).Details))
		})
	})
}

// Mobiles of Brazil, Argentina and Mexico are found in each of their spellings, and so are the
// numbers of all others.
func TestSearch_spellings(t *testing.T) {
	t.Parallel()
	spellings := map[string][]string{
		"Brazil": {
			"+55 11 98765-4321", "+55 11 8765-4321", "(11) 98765-4321", "(11) 8765-4321", "011 98765-4321", "011 8765-4321",
			"98765-4321", "8765-4321", "4321", "0055 11 98765 4321", "５５１１９８７６５", "٩٨٧٦٥",
		},
		"Argentina": {
			"+54 9 351 234-5678", "+54 351 234-5678", "0351 234-5678", "0351 15-234-5678", "15 234-5678", "9 351 2345678", "5678",
		},
		"Mexico":  {"+52 55 1234 8765", "+52 1 55 1234 8765", "55 1234 8765", "1 55 1234 8765", "1234 8765"},
		"Britain": {"+44 7911 123456", "07911 123456", "+44 (0)7911 123456", "7911-123-456", "11-123 456"},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for i, ways := range [][]string{
			{"+55 11 98765-4321", "+54 9 351 234-5678", "+52 55 1234 8765", "+44 7911 123456"},
			{"+55 11 8765-4321", "+54 351 234-5678", "+52 1 55 1234 8765", "0044 (0)7911 123456"},
		} {
			_, ctx := dbtest.Firm(t, d, fmt.Sprint("Firm ", i))
			_, err := contact.CreateMany(ctx, d, []contact.CreateInput{
				person("Brazil", "B", ways[0]), person("Argentina", "A", ways[1]), person("Mexico", "M", ways[2]), person("Britain", "U", ways[3]),
			})
			require.NoError(t, err)
			for country, terms := range spellings {
				for _, term := range terms {
					for _, mode := range []*query.SearchMode{nil, new(query.Messaging)} {
						require.Equal(t, []string{country}, found(ctx, t, d, query.SearchInput{SearchTerm: term, Mode: mode}), term)
					}
				}
			}
		}
	})
}

// A phone is found by the text that it was created with, and by other texts that are the same
// number, though the prefixes of national calls follow the country code, or the code of a carrier
// precedes the area.
func TestSearch_asDialled(t *testing.T) {
	t.Parallel()
	people := []struct {
		name, phone, cc string
		others          []string
	}{
		{"Mobile", "+54 11 15 5999 4567", "", []string{
			"+5491159994567", "011 15 5999-4567", "+54 (0)11 15 5999 4567", "54 11 15 5999 4567", "+54 011 5999", "Silva +54 11 15 5999 4567",
		}},
		{"Prefixes", "+54 (011) 15 3333-4450", "", []string{"+54 9 11 3333 4450", "0054 011 15 3333 4450", "540111533334450"}},
		{"Area", "+54 3715 15 412345", "", []string{"+54 03715 412345", "03715 15-412345"}},
		{"Ninth", "+55 (011) 98799-4321", "", []string{
			"+55 (011) 8799-4321", "+55 (011) 98799", "+55 01198799", "55 011 98799 4321", "+55 0 21 11 98799-4321", "+55 (011) 98799-432",
		}},
		{"Former", "+55 11 7765-4321", "", []string{"+55 11 97765-4321", "(11) 97765-4321", "7765-4321"}}, // still valid without the ninth digit
		{"Landline", "+550113333-4448", "", []string{"+55 11 3333-4448", "+55011 3333-4448", "0055 (011) 33334448"}},
		{"Carrier", "0 21 11 98797-4321", "+55", []string{"0 21 11 8797-4321", "+55 11 98797-4321", "041 11 98797-4321"}},
		{"Other carrier", "015 11 3333 4447", "+55", []string{"0151133334447", "011 3333-4447"}},
		{"Cairo", "+20 (02) 2345 6789", "", []string{"+20 02 2345", "002002 23456789"}},
		{"Minsk", "8 (029) 491-19-11", "+375", []string{"029 491-19-11", "+375 29 491 19 11"}},
		{"Vilnius", "8 612 34567", "+370", []string{"0 612 34567", "+370 8 612 34567"}},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		inputs := []contact.CreateInput{person("5511", "5411", "+1 415 555 2671"), person("None", "Phone")}
		for _, p := range people {
			inputs = append(inputs, contact.CreateInput{
				FirstName: p.name, LastName: "Silva", Phones: []contact.PhoneInput{{Phone: p.phone, PhoneCC: p.cc}},
			})
		}
		_, err := contact.CreateMany(ctx, d, inputs)
		require.NoError(t, err)
		for _, p := range people {
			for _, term := range append(p.others, p.phone) {
				require.Equal(t, []string{p.name}, found(ctx, t, d, query.SearchInput{SearchTerm: term}), term)
				listed, err := query.List(ctx, d, query.ListInput{SearchTerm: term}, page.Selection{})
				require.NoError(t, err)
				require.Equal(t, []string{p.name}, names(ctx, t, listed), term)
				if !strings.HasPrefix(term, "Silva") {
					require.Equal(t, []string{p.name}, found(ctx, t, d, query.SearchInput{SearchTerm: term, Mode: new(query.Messaging)}), term)
				}
			}
		}
		for _, term := range []string{"+54 11 15 5999 4568", "+55 (012) 98799-4321", "+44 011 3333 4448", "0 21 12 98797-4321"} {
			for _, mode := range []*query.SearchMode{nil, new(query.Messaging)} {
				require.Empty(t, found(ctx, t, d, query.SearchInput{SearchTerm: term, Mode: mode}), term)
			}
		}
	})
}

// Names of every script are found, with and without what people leave out when they type.
func TestSearch_scripts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		terms := map[string][]string{
			"Ærøskøbing": {"aeroskobing", "ÆRØ"}, "Straße": {"strasse", "STRASSE", "straße"}, "İstanbul": {"istanbul", "ISTANBUL"},
			"Ελένη": {"ελενη", "ΕΛΈΝΗ"}, "Фёдор": {"федор", "ФЁДОР"}, "محمّد": {"محمد"}, "דָּוִד": {"דוד"}, "प्रिया": {"प्रिया", "प्र"},
			"สมชาย": {"สมชาย", "มชา"}, "さくら": {"さくら", "さ"}, "김민준": {"김민준", "김"}, "Nguyễn": {"nguyen", "Nguyễn", "NGUYEN"}, "ﬁona": {"fiona"},
		}
		var people []contact.CreateInput
		for name := range terms {
			people = append(people, person(name, "Q"))
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		for name, ways := range terms {
			for _, term := range ways {
				require.Equal(t, []string{name}, found(ctx, t, d, query.SearchInput{SearchTerm: term}), term)
			}
		}
	})
}

// Beyond the matches that are ranked, the others follow: each contact is on one page.
func TestSearch_manyMatches(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 1050)
		for i := range people {
			people[i] = person(fmt.Sprintf("Anabel %04d", i), "Silva")
		}
		people[0].FirstName, people[100].FirstName = "Ana 0000", "Ana 0100"
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		seen := make(map[uuid.UUID]bool)
		var order []string
		for number := range 16 {
			listed, err := query.Search(ctx, d, query.SearchInput{SearchTerm: "ana", Page: new(number + 1), PageSize: new(70)}, page.Selection{})
			require.NoError(t, err)
			items, err := listed.Items(ctx)
			require.NoError(t, err)
			for _, c := range items {
				require.False(t, seen[c.ID])
				seen[c.ID] = true
				order = append(order, c.FirstName)
			}
			total, err := listed.TotalCount(ctx)
			require.NoError(t, err)
			require.Equal(t, 1050, total)
		}
		require.Len(t, order, 1050)
		require.Equal(t, []string{"Ana 0100", "Anabel 0050", "Anabel 0051"}, order[:3], "of the newest 1,000")
		require.Equal(t, []string{"Anabel 0049", "Anabel 0048"}, order[1000:1002])
		require.Equal(t, "Ana 0000", order[1049])
	})
}
