package importer_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

func ana() contact.CreateInput {
	return contact.CreateInput{
		FirstName: "Ana", LastName: "Souza", Gender: new(entcontact.GenderFemale), ProfilePic: new("https://example.com/ana.png"),
		Phones: []contact.PhoneInput{{Phone: "+55 11 98765-4321", Type: new(1)}},
		Emails: []contact.EmailInput{{Email: "ana@example.com", Type: new(2)}},
		Addresses: []contact.AddressInput{
			{PostalAddress: contact.PostalAddress{Line1: "Rua A, 1", City: "São Paulo"}},
			{PostalAddress: contact.PostalAddress{Line1: "Rua B, 2", City: "Santos"}},
		},
		Tags: []string{"VIP"},
	}
}

func (b *bundle) create(t testing.TB, in contact.CreateInput) uuid.UUID {
	t.Helper()
	made, err := contact.Create(b.ctx, b.DB, in)
	require.NoError(t, err)
	return made.ID
}

func TestImport_Updates(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		id := b.create(t, ana())
		before := b.Client.Contact.GetX(b.ctx, id)
		done := b.run(t, strings.Join([]string{
			"firstName,lastName,gender,isActive,profilePic,phone,phone2,email,line1,city,country,tags",
			",,,,,(11) 8765-4321,,,,,,", // the former spelling of the number, and nothing else
			"\u200D,\u00AD,\u200D,\u3164,\u200D,\u200D,\u3164,ana@example.com,\u200D,\u200D,\u200D,\u200D",
			"Anna,,,no,,(11) 98765-4321,+44 20 7946 0000,ANA@example.com,,Campinas,Brazil,gold",
		}, "\n"), importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, [5]int{3, 0, 1, 2, 0}, counts(done), b.rejects(t, done.ID))
		require.Equal(t, []string{"Anna Souza Female inactive +5511987654321*/1 +442079460000/0 ana@example.com*/2 " +
			"[Rua A, 1, Campinas, Brazil] [Rua B, 2, Santos, ] #gold #VIP"}, b.contacts(t))
		after := b.Client.Contact.GetX(b.ctx, id)
		require.True(t, after.UpdatedAt.After(before.UpdatedAt))
		require.Equal(t, before.CreatedAt, after.CreatedAt)
		require.Equal(t, "https://example.com/ana.png", *after.ProfilePic)
		require.Equal(t, "anna", after.FirstNameKey)
		require.Contains(t, after.Search, "442079460000")
		b.requireKept(t)

		change := b.Client.ContactImportChange.Query().OnlyX(b.ctx)
		require.Equal(t, after.UpdatedAt, change.LeftAt)
		was := &contact.Stored{}
		require.NoError(t, json.Unmarshal(change.Before, was))
		b.restore(t, was)
		require.Equal(t, []string{"Ana Souza Female +5511987654321*/1 ana@example.com*/2 [Rua A, 1, São Paulo, ] [Rua B, 2, Santos, ] #VIP"},
			b.contacts(t))
		restored := b.Client.Contact.GetX(b.ctx, id)
		require.Equal(t, before.String(), restored.String())
		b.requireKept(t)
	})
}

// restore brings a contact back to what it was.
func (b *bundle) restore(t testing.TB, was *contact.Stored) {
	t.Helper()
	require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
		now, err := contact.Load(ctx, b.DB, []uuid.UUID{was.ID}, contact.Wait)
		require.NoError(t, err)
		return contact.Save(ctx, b.DB, []contact.Change{{Before: now[was.ID], After: was}}, func() {})
	}))
}

// Undo finds the contact as it was before the first of several steps, and does not find it as the
// import left it where somebody else has changed it between the steps.
func TestImport_Changes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetBatch(1)
		id := b.create(t, ana())
		b.start(t)
		done := b.run(t, "phone,firstName,lastName\n+5511987654321,B,\n+5511987654321,C,\n+5511987654322,D,D\n+5511987654322,E,\n",
			importer.Input{})
		require.Equal(t, [5]int{4, 1, 3, 0, 0}, counts(done))
		changes := b.Client.ContactImportChange.Query().Order(contactimportchange.ByContactID()).AllX(b.ctx)
		require.Len(t, changes, 2)
		for i, of := range b.Client.Contact.Query().Order(entcontact.ByID()).AllX(b.ctx) {
			require.Equal(t, of.ID, changes[i].ContactID)
			require.Equal(t, of.UpdatedAt, changes[i].LeftAt)
		}
		was := &contact.Stored{}
		require.NoError(t, json.Unmarshal(changes[0].Before, was))
		require.Equal(t, id, was.ID)
		require.Equal(t, "Ana", was.FirstName)
		require.Nil(t, changes[1].Before)
	})
}

func TestImport_Matching(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		byMail := contact.CreateInput{FirstName: "Mail", LastName: "Only", Emails: []contact.EmailInput{{Email: "x@example.com"}}}
		byPhone := contact.CreateInput{FirstName: "Phone", LastName: "Only", Phones: []contact.PhoneInput{{Phone: "+5511987654321"}}}
		b.create(t, byMail)
		b.create(t, byPhone)
		b.create(t, byPhone)
		gone := b.create(t, contact.CreateInput{FirstName: "Gone", LastName: "Now", Emails: []contact.EmailInput{{Email: "gone@example.com"}}})
		b.Client.Contact.UpdateOneID(gone).SetDeletedAt(time.Now()).ExecX(b.ctx)
		other := setupIn(t, d, t.TempDir())
		other.create(t, contact.CreateInput{FirstName: "Other", LastName: "Firm", Emails: []contact.EmailInput{{Email: "y@example.com"}}})
		done := b.run(t, "firstName,lastName,phone,email\nBoth,,+5511987654321,x@example.com\n"+
			"New,One,,gone@example.com\nNew,Two,,y@example.com\n", importer.Input{})
		require.Equal(t, [5]int{3, 2, 1, 0, 0}, counts(done))
		require.Equal(t, []string{
			"Mail Only x@example.com*/0", "Both Only +5511987654321*/0 x@example.com*/0", "Phone Only +5511987654321*/0",
			"New One gone@example.com*/0", "New Two y@example.com*/0",
		}, b.contacts(t))
		require.Equal(t, []string{"Other Firm y@example.com*/0"}, other.contacts(t))
	})
}

func TestImport_WithoutUpdates(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.create(t, ana())
		before := b.contacts(t)
		done := b.run(t, "firstName,lastName,phone,tags\nX,Y,+5511987654321,new\nBo,Li,+442079460000,\n,,+442079460000,again\n",
			importer.Input{UpdateExisting: new(false)})
		require.Equal(t, [5]int{3, 1, 1, 1, 0}, counts(done))
		require.Equal(t, append(before, "Bo Li +442079460000*/0 #again"), b.contacts(t))
		b.requireKept(t)
	})
}
