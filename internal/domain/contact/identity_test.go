package contact_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/page"
)

const userID = "BR.1502576394655843"

var (
	adasPhone      = "+5511987654321"
	withIdentities = page.Selection{Edges: map[string]page.Selection{contact.EdgeIdentities: {}}}
)

func addNamed(ctx context.Context, t *testing.T, d *db.DB, name string, phones ...string) *ent.Contact {
	t.Helper()
	in := contact.CreateInput{FirstName: name, LastName: name}
	for _, phone := range phones {
		in.Phones = append(in.Phones, contact.PhoneInput{Phone: phone})
	}
	added, err := contact.Create(ctx, d, in)
	require.NoError(t, err)
	require.Equal(t, []*ent.ContactIdentity{}, added.Identities)
	return added
}

func TestIdentities(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		ada, bo := addNamed(ctx, t, d, "Ada", adasPhone), addNamed(ctx, t, d, "Bo")
		put := func(all ...contact.Identity) { require.NoError(t, contact.PutIdentities(ctx, d, all)) }
		put(
			contact.Identity{UserID: userID, ContactID: bo.ID},
			contact.Identity{UserID: "BR.2", ContactID: ada.ID, PhoneKey: adasPhone},
			contact.Identity{UserID: "BR.1", ContactID: ada.ID, PhoneKey: "+15005550000"},
		)
		put(contact.Identity{UserID: userID, ContactID: ada.ID, PhoneKey: adasPhone}, contact.Identity{UserID: "BR.2", ContactID: ada.ID})

		t.Run("OK", func(t *testing.T) {
			found, err := contact.Identities(ctx, d, []string{userID, "BR.1", "BR.2", "BR.3"})
			require.NoError(t, err)
			require.Equal(t, map[string]contact.Identity{
				userID: {UserID: userID, ContactID: ada.ID, PhoneKey: adasPhone},
				"BR.1": {UserID: "BR.1", ContactID: ada.ID}, // It does not have that phone.
				"BR.2": {UserID: "BR.2", ContactID: ada.ID, PhoneKey: adasPhone},
			}, found)
			none, err := contact.Identities(other, d, []string{userID})
			require.NoError(t, err)
			require.Empty(t, none)
		})
		t.Run("OKOfPage", func(t *testing.T) {
			read, err := contact.Read(ctx, d, d.Client.Contact.Query(), withIdentities)
			require.NoError(t, err)
			require.Len(t, read, 2)
			for _, c := range read {
				want := []*ent.ContactIdentity{}
				if c.ID == ada.ID {
					for _, user := range []string{"BR.1", userID, "BR.2"} {
						want = append(want, &ent.ContactIdentity{Kind: ent.WhatsAppUser, Value: user})
					}
				}
				require.Equal(t, want, c.Identities)
			}
			one, err := contact.IdentitiesOf(ctx, d, ada.ID)
			require.NoError(t, err)
			require.Len(t, one, 3)
		})
		t.Run("OKSamePeople", func(t *testing.T) {
			want := contact.SamePerson{UserID: userID, E164: adasPhone, MatchKey: adasPhone}
			found, err := contact.SamePeople(ctx, d, []string{userID}, nil)
			require.NoError(t, err)
			require.Equal(t, []contact.SamePerson{want}, found)
			found, err = contact.SamePeople(ctx, d, nil, []string{adasPhone})
			require.NoError(t, err)
			require.Len(t, found, 2)
			require.Contains(t, found, want)
		})
		t.Run("OKDeleted", func(t *testing.T) {
			require.NoError(t, contact.Delete(ctx, d, ada.ID))
			found, err := contact.Identities(ctx, d, []string{userID})
			require.NoError(t, err)
			require.Empty(t, found)
			put(contact.Identity{UserID: userID, ContactID: bo.ID})
			found, err = contact.Identities(ctx, d, []string{userID})
			require.NoError(t, err)
			require.Equal(t, bo.ID, found[userID].ContactID)
		})
	})
}

// Link in a transaction that has locked contacts before never waits for another one.
func TestLink_Skip(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		ada := addNamed(ctx, t, d, "Ada", adasPhone)
		pairs := []contact.Named{{Phone: adasPhone, UserID: userID}}
		link := func(locking contact.Locking) (linked *contact.Linked, err error) {
			err = d.Tx(ctx, func(ctx context.Context) error {
				linked, err = contact.Link(ctx, d, pairs, locking)
				return err
			})
			return linked, err
		}
		if d.Dialect() == db.Postgres {
			locked, unlock := make(chan struct{}), make(chan struct{})
			ended := make(chan error, 1)
			go func() {
				ended <- d.Tx(ctx, func(ctx context.Context) error {
					_, err := contact.Load(ctx, d, []uuid.UUID{ada.ID}, contact.Wait)
					close(locked)
					<-unlock
					return err
				})
			}()
			<-locked
			linked, err := link(contact.Skip)
			close(unlock)
			require.NoError(t, err)
			require.Empty(t, linked.New)
			require.NoError(t, <-ended)
		}
		linked, err := link(contact.Skip)
		require.NoError(t, err)
		require.Equal(t, pairs, linked.New)
		linked, err = link(contact.Wait)
		require.NoError(t, err)
		require.Empty(t, linked.New, "they are linked already")
	})
}
