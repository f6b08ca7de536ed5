package contact_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func created(ctx context.Context, t *testing.T, d *db.DB, in contact.CreateInput) *ent.Contact {
	t.Helper()
	made, err := contact.Create(ctx, d, in)
	require.NoError(t, err)
	return whole(ctx, t, d, made)
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		update := func(t *testing.T, in contact.UpdateInput) *ent.Contact {
			t.Helper()
			changed, err := contact.Update(ctx, d, in)
			require.NoError(t, err)
			read := whole(ctx, t, d, changed)
			require.Equal(t, plainly(shown(read)), plainly(changed))
			require.Equal(t, shown(read).String(), changed.String())
			return read
		}

		t.Run("OK what is left out stays", func(t *testing.T) {
			before := created(ctx, t, d, ana())
			after := update(t, contact.UpdateInput{ID: before.ID, FirstName: new(" Zélia "), IsActive: new(false)})
			require.Equal(t, "Zélia", after.FirstName)
			require.Equal(t, "zelia", after.FirstNameKey)
			require.False(t, after.IsActive)
			require.True(t, after.UpdatedAt.After(before.UpdatedAt))
			require.Equal(t, before.CreatedAt, after.CreatedAt)
			require.Equal(t, before.LastName, after.LastName)
			require.Equal(t, before.Gender, after.Gender)
			require.Equal(t, before.ProfilePic, after.ProfilePic)
			require.Equal(t, parts(before), parts(after))
			require.Equal(t, tagNames(before), tagNames(after))
			for _, term := range []string{"zelia", "conceic", "ana@example.org", "11 3456", "98765"} {
				listed, err := query.List(ctx, d, query.ListInput{SearchTerm: term}, page.Selection{})
				require.NoError(t, err)
				items, err := listed.Items(ctx)
				require.NoError(t, err)
				require.Contains(t, each(items, func(c *ent.Contact) string { return c.FirstName }), "Zélia", term)
			}
		})

		t.Run("OK the result is what create would have made", func(t *testing.T) {
			in := ana()
			before := created(ctx, t, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: []string{"Old", "vip"}, Phones: []contact.PhoneInput{{Phone: "+1 212 555 0100"}}})
			changes := contact.UpdateInput{
				ID: before.ID, FirstName: &in.FirstName, LastName: &in.LastName, Gender: in.Gender, ProfilePic: in.ProfilePic, Tags: in.Tags,
			}
			for _, p := range in.Phones {
				changes.Phones = append(changes.Phones, contact.UpdatePhoneInput{PhoneInput: p})
			}
			for _, e := range in.Emails {
				changes.Emails = append(changes.Emails, contact.UpdateEmailInput{EmailInput: e})
			}
			for _, a := range in.Addresses {
				changes.Addresses = append(changes.Addresses, contact.UpdateAddressInput{AddressInput: a})
			}
			require.Equal(t, plainly(created(ctx, t, d, in)), plainly(update(t, changes)))
		})

		t.Run("OK entries keep their ids in the order of the request", func(t *testing.T) {
			before := created(ctx, t, d, ana())
			first, second := before.Edges.Phones[0].ID, before.Edges.Phones[1].ID
			after := update(t, contact.UpdateInput{ID: before.ID, Phones: []contact.UpdatePhoneInput{
				{ID: &second, PhoneInput: contact.PhoneInput{Phone: "+55 11 98765-0000"}},
				{PhoneInput: contact.PhoneInput{Phone: "+44 7911 123456"}},
				{ID: &first, PhoneInput: contact.PhoneInput{Phone: "(11) 3456-7890", PhoneCC: "+55", Type: new(2)}},
			}})
			require.Equal(t, []string{"0 +5511987650000 true", "1 +447911123456 false", "2 +551134567890 false"},
				each(after.Edges.Phones, func(p *ent.ContactPhone) string { return fmt.Sprint(p.Position, " ", p.E164, " ", p.IsPrimary) }))
			require.Equal(t, second, after.Edges.Phones[0].ID)
			require.Equal(t, first, after.Edges.Phones[2].ID)
			require.Equal(t, before.Edges.Phones[0].CreatedAt, after.Edges.Phones[2].CreatedAt)
			require.Contains(t, after.Edges.Phones[0].Digits, "11987650000")
			require.Contains(t, after.Search, "11987650000")
			require.NotContains(t, after.Search, "987654321")

			emptied := update(t, contact.UpdateInput{
				ID: before.ID, Phones: []contact.UpdatePhoneInput{}, Emails: []contact.UpdateEmailInput{},
				Addresses: []contact.UpdateAddressInput{}, Tags: []string{}, ClearGender: true, ClearProfilePic: true,
			})
			require.Equal(t, plainly(&ent.Contact{FirstName: "Ana", LastName: "Conceição", IsActive: true, Search: " ana conceicao"}), plainly(emptied))
		})

		t.Run("OK what changes nothing leaves updatedAt", func(t *testing.T) {
			before := created(ctx, t, d, ana())
			in := contact.UpdateInput{
				ID: before.ID, FirstName: new("Ana "), Gender: new(entcontact.GenderFemale), IsActive: new(true), Tags: []string{"NEWSLETTER", "VIP"},
				UpdatedAt: &before.UpdatedAt,
			}
			for _, p := range before.Edges.Phones {
				in.Phones = append(in.Phones, contact.UpdatePhoneInput{
					ID: &p.ID, PhoneInput: contact.PhoneInput{Phone: p.Phone, PhoneCC: p.PhoneCc, Type: &p.Type, IsPrimary: &p.IsPrimary},
				})
			}
			after := update(t, in)
			require.Equal(t, before.UpdatedAt, after.UpdatedAt)
			require.Equal(t, parts(before), parts(after))
		})

		t.Run("OK updatedAt moves on even when the clock stands", func(t *testing.T) {
			before := created(ctx, t, d, ana())
			ahead := time.Now().UTC().Add(time.Hour).Truncate(time.Microsecond)
			d.Client.Contact.UpdateOneID(before.ID).SetUpdatedAt(ahead).ExecX(ctx)
			after := update(t, contact.UpdateInput{ID: before.ID, LastName: new("X")})
			require.Equal(t, ahead.Add(time.Microsecond), after.UpdatedAt)
		})

		t.Run("ErrConflict", func(t *testing.T) {
			before := created(ctx, t, d, ana())
			after := update(t, contact.UpdateInput{ID: before.ID, LastName: new("X"), UpdatedAt: &before.UpdatedAt})
			_, err := contact.Update(ctx, d, contact.UpdateInput{ID: before.ID, LastName: new("Y"), UpdatedAt: &before.UpdatedAt})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.Equal(t, "X", whole(ctx, t, d, after).LastName)
		})

		t.Run("ErrValidation", func(t *testing.T) {
			before, another := created(ctx, t, d, ana()), created(ctx, t, d, ana())
			known, foreign, unknown := before.Edges.Phones[0].ID, another.Edges.Emails[0].ID, uuid.New()
			phone := contact.PhoneInput{Phone: "+55 11 98765-4321", IsPrimary: new(true)}
			_, err := contact.Update(ctx, d, contact.UpdateInput{
				ID: before.ID, FirstName: new(" "), ProfilePic: new("x"),
				Phones:    []contact.UpdatePhoneInput{{ID: &known, PhoneInput: phone}, {ID: &known, PhoneInput: phone}},
				Emails:    []contact.UpdateEmailInput{{ID: &foreign, EmailInput: contact.EmailInput{Email: "a@example.com"}}},
				Addresses: []contact.UpdateAddressInput{{}, {ID: &unknown}},
				Tags:      []string{" "},
			})
			require.Equal(t, []string{
				"firstName", "profilePic", "phones[1].isPrimary", "tags[0]", "phones[1].id", "emails[0].id", "addresses[1].id",
			}, fields(fault.From(err).Details))
			require.Equal(t, plainly(before), plainly(whole(ctx, t, d, before)))
		})

		t.Run("ErrNotFound", func(t *testing.T) {
			mine, theirs := created(ctx, t, d, ana()), created(other, t, d, ana())
			require.NoError(t, contact.Delete(ctx, d, mine.ID))
			for _, id := range []uuid.UUID{uuid.New(), theirs.ID, mine.ID} {
				_, err := contact.Update(ctx, d, contact.UpdateInput{ID: id, LastName: new("X")})
				require.True(t, fault.Is(err, fault.NotFound), "%v", err)
				_, err = contact.Update(ctx, d, contact.UpdateInput{ID: id, LastName: new("")})
				require.True(t, fault.Is(err, fault.ValidationError), "400 comes before 404: %v", err)
			}
		})
	})
}

// parts returns the phones, e-mails and addresses with their ids and times, without what follows
// from the name of the contact.
func parts(c *ent.Contact) []string {
	text := func(p any) string { return fmt.Sprint(p) }
	return slices.Concat(each(c.Edges.Phones, func(p *ent.ContactPhone) string { return text(p) }),
		each(c.Edges.Emails, func(e *ent.ContactEmail) string {
			plain := *e
			plain.PersonKey, plain.UpdatedAt = "", time.Time{}
			return text(&plain)
		}),
		each(c.Edges.Addresses, func(a *ent.ContactAddress) string { return text(a) }))
}

// shown returns a contact without its derived columns, which the APIs do not have.
func shown(c *ent.Contact) *ent.Contact {
	plain := *c
	plain.FirstNameKey, plain.LastNameKey, plain.Search, plain.Marks = "", "", "", ""
	plain.Edges.Phones = each(c.Edges.Phones, func(p *ent.ContactPhone) *ent.ContactPhone {
		phone := *p
		phone.Digits = ""
		return &phone
	})
	return &plain
}

// plainly returns what clients see of a contact, without ids and times, and what it is found by.
func plainly(c *ent.Contact) map[string]any {
	return map[string]any{
		"names": []string{c.FirstName, c.LastName}, "gender": c.Gender, "active": c.IsActive, "pic": c.ProfilePic, "search": c.Search,
		"tags": tagNames(c),
		"phones": each(c.Edges.Phones, func(p *ent.ContactPhone) string {
			return fmt.Sprint(p.Position, p.Type, p.IsPrimary, p.Phone, p.PhoneCc, p.E164, p.MatchKey, p.Digits)
		}),
		"emails": each(c.Edges.Emails, func(e *ent.ContactEmail) string {
			return fmt.Sprint(e.Position, e.Type, e.IsPrimary, e.Email, e.EmailKey)
		}),
		"addresses": each(c.Edges.Addresses, func(a *ent.ContactAddress) string {
			return fmt.Sprint(a.Position, a.Type, a.Line1, a.Line2, a.Landmark, a.City, a.State, a.Country, a.PinCode)
		}),
	}
}

// Updates of different fields at the same time keep each other's changes.
func TestUpdate_race(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		one := created(ctx, t, d, ana())
		const rounds = 20
		updates := []contact.UpdateInput{
			{FirstName: new("F")},
			{LastName: new("L")},
			{Emails: []contact.UpdateEmailInput{{EmailInput: contact.EmailInput{Email: "new@example.com"}}}},
			{Tags: []string{"a", "b"}},
			{Addresses: []contact.UpdateAddressInput{{}, {}}},
			{ClearGender: true},
		}
		var all sync.WaitGroup
		for _, in := range updates {
			all.Go(func() {
				in.ID = one.ID
				for range rounds {
					_, err := contact.Update(ctx, d, in)
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		end := whole(ctx, t, d, one)
		require.Equal(t, []string{"F", "L"}, []string{end.FirstName, end.LastName})
		require.Equal(t, []string{"a", "b"}, tagNames(end))
		require.Len(t, end.Edges.Emails, 1)
		require.Len(t, end.Edges.Addresses, 2)
		require.Len(t, end.Edges.Phones, 2)
		require.Nil(t, end.Gender)
		require.Contains(t, end.Search, "new@example.com")
		contacttest.CheckCounts(ctx, t, d)
	})
}

// Of conditional updates with the same updatedAt one succeeds.
func TestUpdate_conditionalRace(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		one := created(ctx, t, d, ana())
		const writers = 8
		errs := make([]error, writers)
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				_, errs[w] = contact.Update(ctx, d, contact.UpdateInput{ID: one.ID, LastName: new(fmt.Sprint("L", w)), UpdatedAt: &one.UpdatedAt})
			})
		}
		all.Wait()
		conflicts := 0
		for _, err := range errs {
			if err != nil {
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
				conflicts++
			}
		}
		require.Equal(t, writers-1, conflicts)
	})
}

// What is read while somebody else changes the contact is old, or new, or refused as the condition
// of an update.
func TestGet_changedMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Acme")
		one := created(ctx, t, d, ana())
		d.Client.Contact.Intercept(ent.InterceptFunc(func(next ent.Querier) ent.Querier {
			return ent.QuerierFunc(func(ctx context.Context, q ent.Query) (ent.Value, error) {
				_, err := dbtest.SQL(ctx, d).Exec("DELETE FROM contact_emails WHERE contact_id = $1", one.ID)
				require.NoError(t, err)
				_, err = dbtest.SQL(ctx, d).Exec("UPDATE contacts SET updated_at = $1 WHERE firm_id = $2 AND id = $3",
					one.UpdatedAt.Add(time.Second), firm.ID, one.ID)
				require.NoError(t, err)
				return next.Query(ctx, q)
			})
		}))
		check := func(ctx context.Context) error {
			read, err := contact.Get(ctx, d, one.ID, page.Selection{Edges: map[string]page.Selection{"emails": {}}})
			require.NoError(t, err)
			require.Equal(t, read.UpdatedAt.Equal(one.UpdatedAt), len(read.Edges.Emails) > 0)
			return nil
		}
		require.NoError(t, d.Tx(ctx, check))
		require.NoError(t, check(ctx))
	})
}
