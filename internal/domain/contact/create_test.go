package contact_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
)

func ana() contact.CreateInput {
	return contact.CreateInput{
		FirstName:  " Ana ",
		LastName:   "Conceição",
		Gender:     new(entcontact.GenderFemale),
		ProfilePic: new("https://files.example.com/ana.png"),
		Phones: []contact.PhoneInput{
			{Phone: "(11) 3456-7890", PhoneCC: "+55", Type: new(2)},
			{Phone: "+55 11 98765-4321", Type: new(1), IsPrimary: new(true)},
		},
		Emails: []contact.EmailInput{{Email: "Ana@Example.com"}, {Email: "ana@example.org", Type: new(2)}},
		Addresses: []contact.AddressInput{{
			Type: new(1), PostalAddress: contact.PostalAddress{Line1: "Rua A, 1", City: "São Paulo", State: "SP", Country: "Brazil", PinCode: "01000-000"},
		}},
		Tags: []string{"VIP", "newsletter", "vip"},
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")

		t.Run("OK", func(t *testing.T) {
			made, err := contact.Create(ctx, d, ana())
			require.NoError(t, err)
			require.Equal(t, "Ana", made.FirstName)
			require.True(t, made.IsActive)
			require.Equal(t, entcontact.GenderFemale, *made.Gender)

			read := whole(ctx, t, d, made)
			require.Equal(t, "conceicao", read.LastNameKey)
			require.Equal(t, made.CreatedAt, read.CreatedAt)
			require.Equal(t, []string{
				"0 2 (11) 3456-7890 +55 +551134567890 +551134567890 false",
				"1 1 +55 11 98765-4321 +55 +5511987654321 +5511987654321 true",
			}, each(read.Edges.Phones, func(p *ent.ContactPhone) string {
				return fmt.Sprint(p.Position, " ", p.Type, " ", p.Phone, " ", p.PhoneCc, " ", p.E164, " ", p.MatchKey, " ", p.IsPrimary)
			}))
			require.Equal(t, []string{
				"0 0 Ana@Example.com ana@example.com true",
				"1 2 ana@example.org ana@example.org false",
			}, each(read.Edges.Emails, func(e *ent.ContactEmail) string {
				return fmt.Sprint(e.Position, " ", e.Type, " ", e.Email, " ", e.EmailKey, " ", e.IsPrimary)
			}), "the first e-mail is made primary")
			require.Len(t, read.Edges.Addresses, 1)
			require.Equal(t, "São Paulo", read.Edges.Addresses[0].City)
			require.Equal(t, []string{"newsletter", "VIP"}, tagNames(read))
		})

		t.Run("a tag keeps the casing of its first use", func(t *testing.T) {
			in := ana()
			in.Tags = []string{"NEWSLETTER", "New"}
			made, err := contact.Create(ctx, d, in)
			require.NoError(t, err)
			require.Equal(t, []string{"New", "newsletter"}, tagNames(made))
			require.Equal(t, []string{"New", "newsletter"}, tagNames(whole(ctx, t, d, made)))
		})

		t.Run("with names alone", func(t *testing.T) {
			made, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "王", LastName: "小明", IsActive: new(false)})
			require.NoError(t, err)
			require.False(t, made.IsActive)
			require.Empty(t, whole(ctx, t, d, made).Edges.Phones)
		})

		t.Run("another firm's tags are its own", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			made, err := contact.Create(other, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: []string{"vip"}})
			require.NoError(t, err)
			require.Equal(t, []string{"vip"}, tagNames(whole(other, t, d, made)))
		})

		t.Run("joins the caller's transaction", func(t *testing.T) {
			before := d.Client.Contact.Query().CountX(ctx)
			err := d.Tx(ctx, func(ctx context.Context) error {
				_, err := contact.Create(ctx, d, ana())
				require.NoError(t, err)
				return fault.New(fault.Conflict, "no")
			})
			require.True(t, fault.Is(err, fault.Conflict))
			require.Equal(t, before, d.Client.Contact.Query().CountX(ctx))
		})

		t.Run("ErrValidation", func(t *testing.T) {
			_, err := contact.Create(ctx, d, contact.CreateInput{})
			require.True(t, fault.Is(err, fault.ValidationError))
		})

		t.Run("ErrIsolation without a firm", func(t *testing.T) {
			_, err := contact.Create(t.Context(), d, ana())
			require.ErrorIs(t, err, rule.ErrIsolation)
			_, err = contact.Create(rule.AcrossFirms(ctx, "a test"), d, ana())
			require.ErrorIs(t, err, rule.ErrIsolation)
		})
	})
}

func TestCreateMany(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")

		t.Run("OK", func(t *testing.T) {
			ins := make([]contact.CreateInput, 1234)
			for i := range ins {
				ins[i] = ana()
				ins[i].FirstName = fmt.Sprint("Ana ", i)
				ins[i].Tags = []string{fmt.Sprint("Tag ", i), "common"}
			}
			made, err := contact.CreateMany(ctx, d, ins)
			require.NoError(t, err)
			require.Len(t, made, len(ins))
			last := whole(ctx, t, d, made[1233])
			require.Equal(t, "Ana 1233", last.FirstName)
			require.Equal(t, []string{"common", "Tag 1233"}, tagNames(last))
			require.Len(t, last.Edges.Phones, 2)
			require.Equal(t, 1235, d.Client.Tag.Query().CountX(ctx))
		})

		t.Run("nothing", func(t *testing.T) {
			made, err := contact.CreateMany(ctx, d, nil)
			require.NoError(t, err)
			require.Empty(t, made)
		})

		t.Run("ErrValidation names each", func(t *testing.T) {
			bad := ana()
			bad.Phones[1].Phone = "+55 11"
			_, err := contact.CreateMany(ctx, d, []contact.CreateInput{ana(), bad, {FirstName: "x"}})
			require.Equal(t, []string{"[1].phones[1].phone", "[2].lastName"}, fields(fault.From(err).Details))
		})
	})
}

// Valid input can be stored, and is read back unchanged.
func TestCreate_whateverIsValid(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		text := rapid.StringN(0, 50, -1)
		rapid.Check(t, func(rt *rapid.T) {
			in := contact.CreateInput{
				FirstName: text.Draw(rt, "first"), LastName: text.Draw(rt, "last"),
				Phones:    []contact.PhoneInput{{Phone: rapid.StringMatching(`\+55 ?\(?[1-9]{2}\)?[ ٣]9[0-9٠-٩]{4}[-—][0-9]{4}`).Draw(rt, "phone")}},
				Emails:    []contact.EmailInput{{Email: rapid.StringMatching(`[\pL0-9.%_+]{1,9}@[\pL0-9-]{1,9}\.[a-z]{2}`).Draw(rt, "email")}},
				Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: text.Draw(rt, "line"), PinCode: text.Draw(rt, "pin code")}}},
				Tags:      rapid.SliceOfN(text, 0, 3).Draw(rt, "tags"),
			}
			for _, wrong := range in.Validate() { // remove the invalid fields
				switch {
				case wrong.Field == "firstName":
					in.FirstName = "A"
				case wrong.Field == "lastName":
					in.LastName = "B"
				case strings.HasPrefix(wrong.Field, "phones"):
					in.Phones = nil
				case strings.HasPrefix(wrong.Field, "emails"):
					in.Emails = nil
				case strings.HasPrefix(wrong.Field, "addresses"):
					in.Addresses = nil
				default:
					in.Tags = nil
				}
			}
			want, faults := contact.Parse(in)
			require.Empty(rt, faults)
			made, err := contact.Create(ctx, d, in)
			require.NoError(rt, err)
			read := whole(ctx, t, d, made)
			require.Equal(rt, []string{want.FirstName, want.LastName}, []string{read.FirstName, read.LastName})
			require.Len(rt, read.Edges.Tags, len(want.Tags))
			for i, p := range read.Edges.Phones {
				require.Equal(rt, want.Phones[i].Text, p.Phone)
			}
			for i, e := range read.Edges.Emails {
				require.Equal(rt, want.Emails[i].Address, e.Email)
			}
			for i, a := range read.Edges.Addresses {
				require.Equal(rt, want.Addresses[i].Line1, a.Line1)
			}
		})
	})
}

// Contacts that are created concurrently with the same new tags share them.
func TestCreate_tagsRace(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		const writers, rounds = 8, 10
		for round := range rounds {
			var all sync.WaitGroup
			errs := make([]error, writers)
			for w := range writers {
				all.Go(func() {
					in := contact.CreateInput{FirstName: "A", LastName: "B"}
					for i := range 5 { // each writer in a different order
						in.Tags = append(in.Tags, fmt.Sprint("tag ", round, " ", (i+w)%5))
					}
					_, errs[w] = contact.Create(ctx, d, in)
				})
			}
			all.Wait()
			for _, err := range errs {
				require.NoError(t, err)
			}
		}
		require.Equal(t, 5*rounds, d.Client.Tag.Query().CountX(ctx))
		require.Equal(t, 5*rounds*writers, d.Client.ContactTag.Query().CountX(ctx))
	})
}

func whole(ctx context.Context, t *testing.T, d *db.DB, c *ent.Contact) *ent.Contact {
	t.Helper()
	read, err := d.Client.Contact.Query().Where(entcontact.ID(c.ID)).
		WithPhones().WithEmails().WithAddresses().WithTags().Only(ctx)
	require.NoError(t, err)
	return read
}

func tagNames(c *ent.Contact) []string {
	return each(c.Edges.Tags, func(t *ent.Tag) string { return t.Name })
}

func each[T, U any](all []T, of func(T) U) []U {
	out := make([]U, 0, len(all))
	for _, one := range all {
		out = append(out, of(one))
	}
	return out
}

func fields(faults fault.Details) []string {
	return each(faults, func(d fault.Detail) string { return d.Field })
}
