package importer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// people creates a contact with each of the numbers.
func (b *bundle) people(t testing.TB, phones ...string) []uuid.UUID {
	t.Helper()
	ids := make([]uuid.UUID, len(phones))
	for i, phone := range phones {
		ids[i] = b.create(t, contact.CreateInput{
			FirstName: fmt.Sprintf("Old%d", i+1), LastName: "One", Phones: []contact.PhoneInput{{Phone: phone}},
		})
	}
	return ids
}

const first, second, third = "+5511987650001", "+5511987650002", "+5511987650003"

// waits reports whether a statement of the database waits for a lock.
func (b *bundle) waits(t testing.TB) bool {
	t.Helper()
	return b.waiting(t) > 0
}

// waiting returns how many statements of the database wait for a lock.
func (b *bundle) waiting(t testing.TB) int {
	t.Helper()
	waiting, err := db.All[int](dbtest.SQL(b.ctx, b.DB),
		"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
	require.NoError(t, err)
	return waiting[0]
}

// A step that has changed contacts ends before one that a request has locked, so that the request
// can lock those of the step.
func TestImport_EndsBeforeLocked(t *testing.T) {
	t.Parallel()
	b := setupIn(t, dbtest.Open(t, db.Postgres), t.TempDir())
	b.importer.SetBatch(8) // the first part is one row
	old := b.people(t, first, second)
	queued := b.queue(t, "phone,lastName\n"+first+",Two\n"+second+",Two\n", importer.Input{})
	require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
		for i, id := range []uuid.UUID{old[1], old[0]} {
			if _, err := contact.Update(ctx, b.DB, contact.UpdateInput{ID: id, FirstName: new("New")}); err != nil {
				return err
			}
			if i > 0 {
				return nil
			}
			b.start(t)
			require.Eventually(t, func() bool { return b.processed(queued.ID) == 1 && b.waits(t) }, time.Minute, time.Millisecond)
		}
		return nil
	}))
	require.Equal(t, [5]int{2, 0, 2, 0, 0}, counts(b.wait(t, queued.ID)))
	require.Equal(t, []string{"New Two " + first + "*/0", "New Two " + second + "*/0"}, b.contacts(t))
}

// A row does not change a contact that has lost the number of the row while the import waited for
// it.
func TestImport_MatchesWhatIsLocked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(ctx context.Context, b *bundle, old []uuid.UUID) error
		want   []string
	}{
		"OK another number": {
			change: func(ctx context.Context, b *bundle, old []uuid.UUID) error {
				_, err := contact.Update(ctx, b.DB, contact.UpdateInput{
					ID: old[0], Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: third}}},
				})
				return err
			},
			want: []string{"Old1 One " + third + "*/0", "Bo Li " + second + "*/0", "Ana Souza " + first + "*/0"},
		},
		"OK deleted": {
			change: func(ctx context.Context, b *bundle, old []uuid.UUID) error { return contact.Delete(ctx, b.DB, old[0]) },
			want:   []string{"Bo Li " + second + "*/0", "Ana Souza " + first + "*/0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupIn(t, dbtest.Open(t, db.Postgres), t.TempDir())
			old := b.people(t, first, second)
			queued := b.queue(t, strings.Join([]string{"firstName,lastName,phone", "Ana,Souza," + first, "Bo,Li," + second}, "\n"), importer.Input{})
			require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
				if err := c.change(ctx, b, old); err != nil {
					return err
				}
				b.start(t)
				require.Eventually(t, func() bool { return b.waits(t) }, time.Minute, time.Millisecond)
				return nil
			}))
			require.Equal(t, [5]int{2, 1, 1, 0, 0}, counts(b.wait(t, queued.ID)))
			require.Equal(t, c.want, b.contacts(t))
		})
	}
}

// A step that has locked contacts does not wait for those that it finds when it searches again: a
// request may have locked them, and wait for a contact of the step.
func TestImport_MatchesAgainWithoutLocks(t *testing.T) {
	t.Parallel()
	b := setupIn(t, dbtest.Open(t, db.Postgres), t.TempDir())
	const fourth = "+5511987650004"
	old := b.people(t, fourth, first, second)
	queued := b.queue(t, "phone,lastName\n"+first+",Two\n"+second+",Two\n", importer.Input{})
	tagged := make(chan error, 1)
	require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
		for id, phones := range map[uuid.UUID][]string{old[2]: {third}, old[0]: {fourth, second}} { // A number moves to an older contact.
			in := contact.UpdateInput{ID: id}
			for _, phone := range phones {
				in.Phones = append(in.Phones, contact.UpdatePhoneInput{PhoneInput: contact.PhoneInput{Phone: phone}})
			}
			if _, err := contact.Update(ctx, b.DB, in); err != nil {
				return err
			}
		}
		b.start(t) // The step locks the second contact, and waits for the third.
		require.Eventually(t, func() bool { return b.waiting(t) == 1 }, time.Minute, time.Millisecond)
		go func() {
			_, err := contact.ChangeTagsOfMany(b.ctx, b.DB, contact.ChangeTagsOfManyInput{ContactIDs: old[:2], TagsToAdd: []string{"new"}})
			tagged <- err
		}()
		require.Eventually(t, func() bool { return b.waiting(t) == 2 }, time.Minute, time.Millisecond)
		return nil
	}))
	require.NoError(t, <-tagged)
	require.Equal(t, [5]int{2, 0, 2, 0, 0}, counts(b.wait(t, queued.ID)))
	require.Equal(t, []string{
		"Old1 Two " + fourth + "*/0 " + second + "/0 #new", "Old2 Two " + first + "*/0 #new", "Old3 One " + third + "*/0",
	}, b.contacts(t))
	failed, err := dbtest.SQL(b.ctx, b.DB).Row([]any{new(int64)}, "SELECT id FROM river_job WHERE kind = 'contact.import' AND errors IS NOT NULL LIMIT 1")
	require.NoError(t, err)
	require.False(t, failed, "a step of the import was ended")
}

// Steps of an import in which a contact never has the key by which it is found end after a few, and
// the last one is tried again later. The import goes on once the key is right.
func TestImport_NeverMatches(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		var ids []uuid.UUID
		for _, name := range []string{"Ada", "Bo"} {
			ids = append(ids, b.create(t, contact.CreateInput{
				FirstName: name, LastName: "Li", Phones: []contact.PhoneInput{{Phone: first}}, Emails: []contact.EmailInput{{Email: "a@a.example"}},
			}))
		}
		took, err := db.All[string](b.InFirm(b.ctx), "SELECT person_key FROM contact_emails WHERE firm_id = $1 AND contact_id = $2", ids[0])
		require.NoError(t, err)
		const asBo = "SET person_key = (SELECT person_key FROM contact_emails WHERE firm_id = $1 AND contact_id = $2)"
		_, err = b.InFirm(b.ctx).Exec("UPDATE contact_emails "+asBo+" WHERE firm_id = $1", ids[1])
		require.NoError(t, err)
		queued := b.queue(t, "firstName,lastName,email,phone\nBo,Li,a@a.example,"+second+"\n", importer.Input{})
		b.start(t)
		require.Eventually(t, func() bool {
			failed, err := dbtest.SQL(b.ctx, d).Row([]any{new(int64)}, "SELECT id FROM river_job WHERE kind = 'contact.import' AND errors IS NOT NULL")
			return err == nil && failed
		}, time.Minute, time.Millisecond)
		_, err = b.InFirm(b.ctx).Exec("UPDATE contact_emails SET person_key = $3 WHERE firm_id = $1 AND contact_id = $2", ids[0], took[0])
		require.NoError(t, err)
		require.Equal(t, [5]int{1, 0, 1, 0, 0}, counts(b.wait(t, queued.ID)))
		require.Equal(t, []string{
			"Ada Li " + first + "*/0 a@a.example*/0", "Bo Li " + first + "*/0 " + second + "/0 a@a.example*/0",
		}, b.contacts(t))
	})
}
