package apiclient_test

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
)

func (b *bundle) recorder(t testing.TB) *apiclient.Recorder {
	t.Helper()
	r := apiclient.NewRecorder(b.DB)
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	return r
}

func (b *bundle) call(of uuid.UUID, at time.Time) apiclient.Request {
	return apiclient.Request{
		FirmID: b.firm.ID, APIClientID: of, Method: "GET", Path: "/api/V1/Contact/search", Status: 200,
		Address: netip.MustParseAddr("192.0.2.1"), Began: at, Took: 1500 * time.Microsecond,
	}
}

func (b *bundle) calls(ctx context.Context) []*ent.APICall {
	return b.Client.APICall.Query().Order(apicall.ByBeganAt(), apicall.ByID()).AllX(ctx)
}

func TestRecorder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		now := time.Now().UTC().Truncate(time.Microsecond)
		t.Run("OK", func(t *testing.T) {
			r := b.recorder(t)
			first, second := b.create(t, apiclient.CreateInput{}), b.create(t, apiclient.CreateInput{})
			version := dbtest.PolicyVersion(b.DB, b.firm.ID)
			long := b.call(first.ID, now.Add(time.Second))
			long.Method = strings.Repeat("X", 60_000)
			long.Path, long.Status, long.Address = "/"+strings.Repeat("é", 400), 403, netip.Addr{}
			r.Record(b.call(first.ID, now))
			r.Record(long)
			r.Record(b.call(second.ID, now.Add(2*time.Second)))
			require.NoError(t, r.Flush(t.Context()))
			require.NoError(t, r.Flush(t.Context()), "nothing is written twice")
			rows := b.calls(b.ctx)
			require.Len(t, rows, 3)
			require.Equal(t, []any{first.ID, now, "GET", "/api/V1/Contact/search", 200, "192.0.2.1", int64(1500), b.firm.ID},
				[]any{rows[0].APIClientID, rows[0].BeganAt.UTC(), rows[0].Method, rows[0].Path, rows[0].Status, rows[0].Address, rows[0].Duration, rows[0].FirmID})
			require.Equal(t, "/"+strings.Repeat("é", 255), rows[1].Path, "cut between letters")
			require.Equal(t, strings.Repeat("X", 16), rows[1].Method)
			require.Empty(t, rows[1].Address)
			used := func(id uuid.UUID) time.Time {
				client, err := apiclient.Get(b.ctx, d, id, whole)
				require.NoError(t, err)
				return client.LastUsedAt.UTC()
			}
			require.Equal(t, now.Add(time.Second), used(first.ID))
			require.Equal(t, now.Add(2*time.Second), used(second.ID))
			r.Record(b.call(first.ID, now.Add(-time.Hour)))
			require.NoError(t, r.Flush(t.Context()))
			require.Equal(t, now.Add(time.Second), used(first.ID), "only forward")
			require.Equal(t, version, dbtest.PolicyVersion(b.DB, b.firm.ID), "a call does not change the key")
			require.Empty(t, b.calls(b.elsewhere))
		})
		t.Run("OKByItself", func(t *testing.T) {
			r := b.recorder(t)
			made := b.create(t, apiclient.CreateInput{})
			r.Record(b.call(made.ID, now))
			count := func() int { return b.Client.APICall.Query().Where(apicall.APIClientID(made.ID)).CountX(b.ctx) }
			require.Eventually(t, func() bool { return count() == 1 }, time.Minute, 10*time.Millisecond)
			for range 2500 {
				r.Record(b.call(made.ID, now))
			}
			require.Eventually(t, func() bool { return count() == 2501 }, time.Minute, 10*time.Millisecond)
			require.Zero(t, r.Stats())
		})
		t.Run("OKTogether", func(t *testing.T) {
			r, beside := b.recorder(t), b.recorder(t)
			ids := []uuid.UUID{}
			for range 8 {
				ids = append(ids, b.create(t, apiclient.CreateInput{}).ID)
			}
			var calling sync.WaitGroup
			for i := range 8 {
				calling.Go(func() {
					for n := range 500 {
						recorder := r
						if n%2 == 0 {
							recorder = beside
						}
						recorder.Record(b.call(ids[(i+n)%8], now))
						if n%100 == 0 {
							if err := recorder.Flush(t.Context()); err != nil {
								t.Error(err)
							}
						}
					}
				})
			}
			calling.Wait()
			require.NoError(t, r.Close(t.Context()))
			require.NoError(t, beside.Close(t.Context()))
			require.Equal(t, 4000, b.Client.APICall.Query().Where(apicall.APIClientIDIn(ids...)).CountX(b.ctx))
		})
		t.Run("OKOutsideTheTransactionOfItsReader", func(t *testing.T) {
			r := b.recorder(t)
			made := b.create(t, apiclient.CreateInput{})
			r.Record(b.call(made.ID, now))
			_ = d.Tx(b.ctx, func(ctx context.Context) error {
				require.NoError(t, r.Flush(ctx))
				return context.Canceled
			})
			require.Equal(t, 1, b.Client.APICall.Query().Where(apicall.APIClientID(made.ID)).CountX(b.ctx))
		})
		t.Run("ErrAClientThatIsGone", func(t *testing.T) {
			r := b.recorder(t)
			made := b.create(t, apiclient.CreateInput{})
			r.Record(b.call(uuid.New(), now))
			r.Record(b.call(made.ID, now))
			require.NoError(t, r.Flush(t.Context()))
			require.Equal(t, 1, b.Client.APICall.Query().Where(apicall.APIClientID(made.ID)).CountX(b.ctx))
		})
	})
}

// Calls that can't be written are retried, calls whose commit was not confirmed are not written
// twice, and the oldest are dropped when there are too many.
func TestRecorderOutage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.create(t, apiclient.CreateInput{})
		count := func() int { return b.Client.APICall.Query().Where(apicall.APIClientID(made.ID)).CountX(b.ctx) }
		now := time.Now()
		rename := func(from, to string) {
			_, err := dbtest.SQL(t.Context(), d).Exec("ALTER TABLE " + from + " RENAME TO " + to)
			require.NoError(t, err)
		}
		t.Run("Wait", func(t *testing.T) {
			r := b.recorder(t)
			rename("api_calls", "away")
			for range 1500 {
				r.Record(b.call(made.ID, now))
			}
			require.Error(t, r.Flush(t.Context()))
			require.Error(t, r.Close(t.Context()))
			r.Record(b.call(made.ID, now))
			rename("away", "api_calls")
			require.NoError(t, r.Close(t.Context()))
			require.Equal(t, 1501, count())
			require.Zero(t, r.Stats())
		})
		t.Run("Once", func(t *testing.T) {
			r := b.recorder(t)
			before := count()
			require.NoError(t, r.Close(t.Context()))
			r.Record(b.call(made.ID, now))
			require.NoError(t, r.WriteTwice(t.Context(), d))
			r.Record(b.call(made.ID, now))
			require.NoError(t, r.Flush(t.Context()))
			require.Equal(t, before+2, count())
		})
		t.Run("Drop", func(t *testing.T) {
			r := b.recorder(t)
			rename("api_calls", "away")
			for i := range 101_500 {
				r.Record(b.call(made.ID, now.Add(time.Duration(i)*time.Millisecond)))
			}
			require.Error(t, r.Close(t.Context()))
			stats := r.Stats()
			require.LessOrEqual(t, stats.Waiting, 100_000)
			require.GreaterOrEqual(t, stats.Waiting, 98_000)
			require.Positive(t, stats.Dropped)
			rename("away", "api_calls")
		})
	})
}
