package consent_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bundle is a firm whose people consent.
type bundle struct {
	*db.DB

	firm uuid.UUID
	ctx  context.Context //nolint:containedctx // It is the test's.
}

func newBundle(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	made, _ := dbtest.Firm(t, d, entity.NewID().String())
	return &bundle{d, made.ID, viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: made.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
	})}
}

func (b *bundle) set(t *testing.T, address string, state consent.State, evidence string) *consent.Entry {
	t.Helper()
	entries, err := consent.Set(b.ctx, b.DB, consent.SetInput{Address: &address, State: state, Evidence: evidence})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	return entries[0]
}

// awaitWaiting waits until another transaction of the database waits for a lock.
func (b *bundle) awaitWaiting(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		waiting, err := db.All[int](dbtest.SQL(b.ctx, b.DB), `
SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`)
		return err == nil && waiting[0] > 0
	}, 10*time.Second, 5*time.Millisecond)
}

// brief are the addresses and states of the entries of a page.
func (b *bundle) brief(t *testing.T, page *consent.Page, err error) (brief []string) {
	t.Helper()
	require.NoError(t, err)
	items, err := page.Items(b.ctx)
	require.NoError(t, err)
	for _, item := range items {
		brief = append(brief, item.Address+" "+string(item.State))
	}
	total, err := page.TotalCount(b.ctx)
	require.NoError(t, err)
	require.Len(t, items, total)
	return brief
}

func (b *bundle) list(t *testing.T, in consent.ListInput) []string {
	t.Helper()
	page, err := consent.List(b.ctx, b.DB, in)
	return b.brief(t, page, err)
}

func (b *bundle) history(t *testing.T, address string) []string {
	t.Helper()
	page, err := consent.History(b.ctx, b.DB, consent.HistoryInput{Address: address})
	return b.brief(t, page, err)
}

func (b *bundle) faults(t *testing.T) (found []string) {
	t.Helper()
	verified, err := consent.Verify(t.Context(), b.DB, &b.firm, func(f consent.Fault) { found = append(found, f.What) })
	require.NoError(t, err)
	require.Len(t, found, int(verified.Faults))
	return found
}

const phone = "+5511987654321"

func TestSet(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			in := b.set(t, "+55 11 98765-4321", consent.OptedIn, "form of 1 May")
			require.Equal(t, phone, in.Address)
			require.Equal(t, provider.Phone, in.Kind)
			require.Equal(t, consent.FromAPI, in.Source)
			require.Equal(t, "ada@example.com", in.By)
			require.Equal(t, provider.WhatsAppUser, b.set(t, "BR.1502576394655843", consent.OptedOut, "").Kind)
			require.Equal(t, provider.EmailAddress, b.set(t, " Ada@Example.org ", consent.OptedIn, "").Kind)
			b.set(t, "+55 11 8765-4321", consent.OptedOut, "on the phone") // as it was written until 2012

			require.Equal(t, []string{phone + " OptedOut", "Ada@Example.org OptedIn", "BR.1502576394655843 OptedOut"}, b.list(t, consent.ListInput{}))
			out := consent.OptedOut
			require.Equal(t, []string{phone + " OptedOut", "BR.1502576394655843 OptedOut"}, b.list(t, consent.ListInput{State: &out}))
			address := "ada@example.ORG"
			require.Equal(t, []string{"Ada@Example.org OptedIn"}, b.list(t, consent.ListInput{Address: &address}))
			require.Empty(t, b.list(t, consent.ListInput{Address: &address, State: &out}))
			require.Equal(t, []string{phone + " OptedOut", phone + " OptedIn"}, b.history(t, phone))
			require.Empty(t, b.faults(t))
		})
		t.Run("OKDomain", func(t *testing.T) {
			b := newBundle(t, d)
			b.set(t, "ana@bücher.example", consent.OptedOut, "")
			require.Equal(t, []string{"ana@bücher.example OptedOut"}, b.history(t, "ana@xn--bcher-kva.example"))
			encoded, faults := consent.ParseAddress("Ana@XN--BCHER-KVA.example")
			require.Empty(t, faults)
			rules, err := consent.ReadRules(b.ctx, d, []consent.Address{encoded})
			require.NoError(t, err)
			require.Equal(t, provider.OptedOut, rules.Refusal(encoded, true, false, uuid.Nil))
		})
		t.Run("OKRepeated", func(t *testing.T) {
			b := newBundle(t, d)
			first := b.set(t, phone, consent.OptedIn, "form")
			again := b.set(t, phone, consent.OptedIn, "form")
			require.Equal(t, first.ID, again.ID)
			require.WithinDuration(t, first.At, again.At, 0)
			require.NotEqual(t, first.ID, b.set(t, phone, consent.OptedIn, "another form").ID)
			require.Len(t, b.history(t, phone), 2)
		})
		t.Run("OKContact", func(t *testing.T) {
			b := newBundle(t, d)
			made, err := contact.Create(b.ctx, d, contact.CreateInput{
				FirstName: "Ada", LastName: "Lovelace",
				Phones: []contact.PhoneInput{{Phone: phone}},
				Emails: []contact.EmailInput{{Email: "ada@example.org"}, {Email: "ADA@example.org"}},
			})
			require.NoError(t, err)
			entries, err := consent.Set(b.ctx, d, consent.SetInput{ContactID: &made.ID, State: consent.OptedOut})
			require.NoError(t, err)
			require.Len(t, entries, 2)
			require.Equal(t, []string{"ada@example.org OptedOut", phone + " OptedOut"}, b.list(t, consent.ListInput{}))

			other := newBundle(t, d)
			_, err = consent.Set(other.ctx, d, consent.SetInput{ContactID: &made.ID, State: consent.OptedIn})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			require.Empty(t, other.list(t, consent.ListInput{}))
			nobody, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "No", LastName: "Address"})
			require.NoError(t, err)
			_, err = consent.Set(b.ctx, d, consent.SetInput{ContactID: &nobody.ID, State: consent.OptedIn})
			require.Equal(t, []string{"contactId"}, fields(err))
		})
		t.Run("OKAtOnce", func(t *testing.T) {
			b := newBundle(t, d)
			states := []consent.State{consent.OptedIn, consent.OptedOut}
			var group sync.WaitGroup
			for i := range 8 {
				group.Go(func() {
					address := phones[i%len(phones)]
					_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &address, State: states[i%2], Evidence: entity.NewID().String()})
					if err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			require.Empty(t, b.faults(t))
			require.Len(t, b.list(t, consent.ListInput{}), len(phones))
		})
		t.Run("OKStartAtOnceWithOptOut", func(t *testing.T) {
			b := newBundle(t, d)
			address := phones[1]
			start := consent.Said{
				Address: consent.OfRecipient(provider.Address{Kind: provider.Phone, Value: address}), State: consent.OptedIn,
				Source: consent.FromWord, Word: "START", Channel: uuid.New(), Message: uuid.New(), At: entity.Now().Add(-time.Minute),
			}
			recorded := make(chan error, 1)
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				b.ctx, ctx = ctx, b.ctx
				b.set(t, address, consent.OptedOut, "a call")
				b.ctx = ctx
				go func() {
					recorded <- d.Tx(ctx, func(ctx context.Context) error {
						_, err := consent.Record(ctx, d, []consent.Said{start})
						return err
					})
				}()
				if d.Dialect() == db.Postgres {
					b.awaitWaiting(t)
				}
				return nil
			}))
			require.NoError(t, <-recorded)
			history, err := consent.History(b.ctx, d, consent.HistoryInput{Address: address})
			require.Equal(t, []string{address + " OptedOut"}, b.brief(t, history, err), "START was said before")
		})
		t.Run("ErrEverything", func(t *testing.T) {
			b := newBundle(t, d)
			wrong := "12"
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &wrong, State: "Perhaps", Evidence: strings.Repeat("x", 1001)})
			require.Equal(t, []string{"address", "state", "evidence"}, fields(err))
			_, err = consent.Set(b.ctx, d, consent.SetInput{State: consent.OptedIn})
			require.Equal(t, []string{"address"}, fields(err))
			_, err = consent.List(b.ctx, d, consent.ListInput{Address: &wrong, PageSize: new(0)})
			require.Equal(t, []string{"pageSize", "address"}, fields(err))
			_, err = consent.History(b.ctx, d, consent.HistoryInput{Address: wrong})
			require.Equal(t, []string{"address"}, fields(err))
			_, err = consent.Export(b.ctx, d, consent.ListInput{Address: &wrong})
			require.Equal(t, []string{"address"}, fields(err))
		})
	})
}

var phones = []string{phone, "+4915112345678", "+12015550123", "+442071838750"}

// fields are the fields that a ValidationError names.
func fields(err error) (names []string) {
	for _, detail := range fault.From(err).Details {
		names = append(names, detail.Field)
	}
	return names
}

// TestVerify changes rows past the rules of the database, as somebody could who has its password.
func TestVerify(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.set(t, phone, consent.OptedIn, "form")
		b.set(t, "ada@example.org", consent.OptedIn, "")
		b.set(t, phone, consent.OptedOut, "")
		require.Empty(t, b.faults(t))
		across := dbtest.SQL(t.Context(), d)
		for _, refused := range []string{"UPDATE consent_entries SET state = 'OptedIn'", "DELETE FROM consent_entries"} {
			_, err := across.Exec(refused+" WHERE firm_id = $1", b.firm)
			require.ErrorContains(t, err, "only added")
		}
		_, err := across.Exec("UPDATE consents SET state = 'OptedIn' WHERE firm_id = $1", b.firm)
		require.NoError(t, err)
		require.Equal(t, []string{"the state of " + phone + " is not that of its last entry"}, b.faults(t))
		_, err = across.Exec("DELETE FROM consents WHERE firm_id = $1", b.firm)
		require.NoError(t, err)
		require.Equal(t, []string{phone + " has entries and no state", "ada@example.org has entries and no state"}, b.faults(t))

		drop := "DROP TRIGGER x_append_only ON consent_entries"
		if d.Dialect() == db.SQLite {
			drop = "DROP TRIGGER x_append_only_consent_entries_update"
		}
		_, err = across.Exec(drop)
		require.NoError(t, err)
		_, err = across.Exec("UPDATE consent_entries SET evidence = 'none' WHERE firm_id = $1 AND number = 1", b.firm)
		require.NoError(t, err)
		require.Contains(t, b.faults(t), "its hash is not that of its content and of the entry before")
		proof, err := consent.Prove(t.Context(), d, b.firm, phone, time.Now().Add(time.Minute))
		require.NoError(t, err)
		require.Len(t, proof.Entries, 2)
		require.Len(t, proof.Faults, 1)
	})
}

func TestProve(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		first := b.set(t, phone, consent.OptedIn, "form")
		second := b.set(t, phone, consent.OptedOut, "")
		for at, want := range map[time.Time][]uuid.UUID{
			first.At.Add(-time.Microsecond): nil,
			second.At.Add(time.Hour):        {second.ID, first.ID},
		} {
			proof, err := consent.Prove(t.Context(), d, b.firm, "+55 11 98765 4321", at)
			require.NoError(t, err)
			require.Empty(t, proof.Faults)
			var got []uuid.UUID
			for _, e := range proof.Entries {
				got = append(got, e.ID)
			}
			require.Equal(t, want, got)
		}
		_, err := consent.Prove(t.Context(), d, b.firm, "nobody", time.Now())
		require.Equal(t, []string{"address"}, fields(err))
	})
}

func TestExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.set(t, phone, consent.OptedIn, "=1+1")
		b.set(t, "ada@example.org", consent.OptedOut, "")
		table, err := consent.Export(b.ctx, d, consent.ListInput{})
		require.NoError(t, err)
		rows := table.Rows(stream.CSV)
		more, err := table.Next(b.ctx, rows)
		require.NoError(t, err)
		require.False(t, more)
		lines := strings.Split(strings.TrimSpace(string(rows.Bytes())), "\n")
		require.Len(t, lines, 3)
		require.Contains(t, lines[1], "ada@example.org,Email,OptedOut,Api,,")
		require.Contains(t, lines[2], "'=1+1", "no formula")
	})
}
