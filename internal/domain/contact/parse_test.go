package contact_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestParse(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		in := ana()
		parsed, faults := contact.Parse(in)
		require.Empty(t, faults)
		require.Equal(t, ana(), in, "the input is not changed")
		require.Equal(t, "Ana", parsed.FirstName)
		require.True(t, parsed.IsActive)
		require.Equal(t, []tags.Tag{{Name: "VIP", Key: "vip"}, {Name: "newsletter", Key: "newsletter"}}, parsed.Tags)
		require.Equal(t, "+551134567890", parsed.Phones[0].E164)
		require.Equal(t, "(11) 3456-7890", parsed.Phones[0].Text)
		require.False(t, parsed.Phones[0].IsPrimary)
		require.True(t, parsed.Phones[1].IsPrimary)
		require.Equal(t, []contact.Email{
			{Address: "Ana@Example.com", Key: "ana@example.com", IsPrimary: true},
			{Address: "ana@example.org", Key: "ana@example.org", Type: 2},
		}, parsed.Emails, "the first e-mail is made primary")
		require.Equal(t, "São Paulo", parsed.Addresses[0].City)
	})

	t.Run("the columns of an import row", func(t *testing.T) {
		t.Parallel()
		row := map[string]string{"firstName": "Ana", "lastName": "Souza", "phone": " 11 98765-4321 ", "phoneCC": "+55", "email": "", "tags": "vip; VIP ;new"}
		in := contact.CreateInput{FirstName: row["firstName"], LastName: row["lastName"], Tags: strings.Split(row["tags"], ";")}
		in.Phones = []contact.PhoneInput{{Phone: row["phone"], PhoneCC: row["phoneCC"]}}
		parsed, faults := contact.Parse(in)
		require.Empty(t, faults)
		sent, faults := contact.Parse(contact.CreateInput{
			FirstName: "Ana ", LastName: "Souza", Tags: []string{"vip", "new"}, IsActive: new(true),
			Phones: []contact.PhoneInput{{Phone: "11 98765-4321", PhoneCC: "+55", Type: new(0), IsPrimary: new(true)}},
		})
		require.Empty(t, faults)
		require.Equal(t, sent, parsed)
	})

	t.Run("characters count, not bytes", func(t *testing.T) {
		t.Parallel()
		in := contact.CreateInput{FirstName: strings.Repeat("é", 50), LastName: strings.Repeat("明", 50), Tags: []string{strings.Repeat("я", 50)}}
		require.Empty(t, in.Validate())
	})

	t.Run("a blank picture is none", func(t *testing.T) {
		t.Parallel()
		parsed, faults := contact.Parse(contact.CreateInput{FirstName: "A", LastName: "B", ProfilePic: new(" ")})
		require.Empty(t, faults)
		require.Nil(t, parsed.ProfilePic)
	})

	t.Run("the same number twice", func(t *testing.T) {
		t.Parallel()
		phone := contact.PhoneInput{Phone: "+5511987654321"}
		in := contact.CreateInput{FirstName: "A", LastName: "B", Phones: []contact.PhoneInput{phone, phone}}
		require.Empty(t, in.Validate())
	})

	t.Run("all faults at once", func(t *testing.T) {
		t.Parallel()
		phone := contact.PhoneInput{Phone: "+5511987654321", IsPrimary: new(true)}
		in := contact.CreateInput{
			FirstName: " ", LastName: strings.Repeat("x", 51), Gender: new(entcontact.Gender("male")), ProfilePic: new("ftp://x"),
			Phones: []contact.PhoneInput{
				phone, phone, {Phone: "1", Type: new(100), IsPrimary: new(true)},
			},
			Emails: []contact.EmailInput{
				{Email: "a@example.com", IsPrimary: new(true)}, {Email: "nope", Type: new(-1), IsPrimary: new(true)},
			},
			Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: strings.Repeat("x", 201), PinCode: "1\n2"}}, {Type: new(100)}},
			Tags:      []string{"a", " ", strings.Repeat("x", 51)},
		}
		require.Equal(t, []string{
			"firstName", "lastName", "gender", "profilePic",
			"phones[2].phoneCC", "phones[2].type", "phones[1].isPrimary", "phones[2].isPrimary",
			"emails[1].email", "emails[1].type", "emails[1].isPrimary",
			"addresses[0].line1", "addresses[0].pinCode", "addresses[1].type",
			"tags[1]", "tags[2]",
		}, fields(in.Validate()))
	})

	for name, c := range map[string]struct {
		spoil func(in *contact.CreateInput)
		field string
	}{
		"name of invisible characters": {func(in *contact.CreateInput) { in.FirstName = "\u200b\u200d" }, "firstName"},
		"name with a control":          {func(in *contact.CreateInput) { in.FirstName = "A\x00na" }, "firstName"},
		"name with a new line":         {func(in *contact.CreateInput) { in.LastName = "A\nB" }, "lastName"},
		"name not UTF-8":               {func(in *contact.CreateInput) { in.LastName = "A\xff" }, "lastName"},
		"picture without a host":       {func(in *contact.CreateInput) { in.ProfilePic = new("https:///x") }, "profilePic"},
		"picture that is a path":       {func(in *contact.CreateInput) { in.ProfilePic = new("/ana.png") }, "profilePic"},
		"picture that is script":       {func(in *contact.CreateInput) { in.ProfilePic = new("javascript:alert(1)") }, "profilePic"},
		"picture too long":             {func(in *contact.CreateInput) { in.ProfilePic = new("https://example.com/" + strings.Repeat("x", 2048)) }, "profilePic"},
		"51 phones":                    {func(in *contact.CreateInput) { in.Phones = make51(contact.PhoneInput{Phone: "+5511987654321"}) }, "phones"},
		"51 e-mails":                   {func(in *contact.CreateInput) { in.Emails = make51(contact.EmailInput{Email: "a@example.com"}) }, "emails"},
		"51 addresses":                 {func(in *contact.CreateInput) { in.Addresses = make51(contact.AddressInput{}) }, "addresses"},
		"51 tags": {func(in *contact.CreateInput) {
			in.Tags = nil
			for i := range 51 {
				in.Tags = append(in.Tags, string(rune('一'+i)))
			}
		}, "tags"},
		"a flood of tags": {func(in *contact.CreateInput) { in.Tags = make([]string, 300_000) }, "tags"},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			in := ana()
			c.spoil(&in)
			require.Equal(t, []string{c.field}, fields(in.Validate()))
		})
	}
}

func make51[T any](one T) []T {
	all := make([]T, 51)
	for i := range all {
		all[i] = one
	}
	return all
}

func TestEmailInput(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][]fault.Detail{
		"\u0020ana@example.com\u0020": nil,
		"":                            {{Field: "emails[0].email", Message: "is required"}},
		"ana@localhost":               {{Field: "emails[0].email", Message: "must be an e-mail address"}},
	} {
		in := contact.CreateInput{FirstName: "A", LastName: "B", Emails: []contact.EmailInput{{Email: address}}}
		require.ElementsMatch(t, want, in.Validate(), "%q", address)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Ana", "Souza", "https://example.com/x", "+5511987654321", "", "ana@example.com", "Rua A", "vip")
	f.Add("", "\xff", "::", "1", "+", "@", "\x00", "´")
	f.Fuzz(func(t *testing.T, first, last, pic, phone, cc, email, line, tag string) {
		in := contact.CreateInput{
			FirstName: first, LastName: last, ProfilePic: &pic,
			Phones:    []contact.PhoneInput{{Phone: phone, PhoneCC: cc}},
			Emails:    []contact.EmailInput{{Email: email}},
			Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: line}}},
			Tags:      []string{tag, strings.ToUpper(tag)},
		}
		parsed, faults := contact.Parse(in)
		for _, wrong := range faults {
			require.NotEmpty(t, wrong.Field)
			require.NotEmpty(t, wrong.Message)
		}
		if len(faults) > 0 {
			return
		}
		for _, text := range []string{
			parsed.FirstName, parsed.LastName, parsed.Emails[0].Address, parsed.Addresses[0].Line1, parsed.Tags[0].Name,
		} {
			require.True(t, utf8.ValidString(text))
			require.NotContains(t, text, "\x00")
			require.LessOrEqual(t, utf8.RuneCountInString(text), 254)
		}
	})
}
