package event_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// newLog returns a log in which the record of an event is {"id": …, "read": true}, unless it is one
// of those that are gone.
func newLog(d *db.DB, gone ...uuid.UUID) *event.Log {
	l := event.NewLog(d, func(context.Context, string) error { return nil })
	l.ReadBy(func(_ context.Context, _ string, id uuid.UUID) (json.RawMessage, error) {
		if slices.Contains(gone, id) {
			return nil, fault.New(fault.NotFound, "It is gone.")
		}
		return json.RawMessage(`{"id":"` + id.String() + `","read":true}`), nil
	})
	return l
}

// always renews a viewer who keeps every right.
func always(ctx context.Context) (context.Context, error) { return ctx, nil }

var errUndone = errors.New("undone")

func TestLog(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Torra")
		_, other := dbtest.Firm(t, d, "Other")
		stays, gone := uuid.New(), uuid.New()
		err := d.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New()))
			return errUndone
		})
		require.ErrorIs(t, err, errUndone)
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, stays, gone))
		require.NoError(t, event.Raise(ctx, d,
			event.Raised{Type: event.ContactDeleted, Record: gone},
			event.Raised{Type: event.ConsentChanged, Record: stays, Data: map[string]any{"state": "OptedOut"}}))
		require.NoError(t, event.RaiseAll(other, d, event.ContactDeleted, stays))
		require.ErrorContains(t, event.RaiseAll(ctx, d, "contact.mislaid", stays), "contact.mislaid")

		page, err := newLog(d, gone).Feed(ctx, event.FeedInput{}, always)
		require.NoError(t, err)
		require.Equal(t, "4", page.Next)
		data := make([]string, len(page.Items))
		for i, e := range page.Items {
			require.Equal(t, int64(i+1), e.Sequence)
			data[i] = string(e.Data)
		}
		require.JSONEq(t, `{"id":"`+stays.String()+`","read":true}`, data[0])
		require.JSONEq(t, `{"id":"`+gone.String()+`"}`, data[1], "a record that was deleted meanwhile")
		require.JSONEq(t, `{"id":"`+gone.String()+`"}`, data[2])
		require.JSONEq(t, `{"state":"OptedOut"}`, data[3])
	})
}

// A record that can't be read for half a minute does not hold up the numbers of its firm.
func TestLog_UnreadableForGood(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Torra")
		id := uuid.New()
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, id, uuid.New())) // which wait at the same time
		log := event.NewLog(d, func(context.Context, string) error { return nil })
		failure := errUndone
		log.ReadBy(func(context.Context, string, uuid.UUID) (json.RawMessage, error) { return nil, failure })
		now := time.Now()
		event.SetClock(log, func() time.Time { return now })
		_, err := log.Feed(ctx, event.FeedInput{}, always)
		require.ErrorIs(t, err, errUndone)
		now = now.Add(20 * time.Second)
		_, err = log.Feed(ctx, event.FeedInput{}, always)
		require.ErrorIs(t, err, errUndone)
		now = now.Add(20 * time.Second)
		failure = fault.New(fault.Unavailable, "The database is away.") // That passes.
		_, err = log.Feed(ctx, event.FeedInput{}, always)
		require.ErrorIs(t, err, failure)
		failure = errUndone
		page, err := log.Feed(ctx, event.FeedInput{}, always)
		require.NoError(t, err)
		require.Len(t, page.Items, 2)
		require.JSONEq(t, `{"id":"`+id.String()+`"}`, string(page.Items[0].Data))
		_, err = log.Feed(ctx, event.FeedInput{After: new("3")}, always)
		require.True(t, fault.Is(err, fault.NotFound), "the number is that of a later database: %v", err)
	})
}

// A reader who fails leaves the events to the next one.
func TestLog_Unreadable(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Torra")
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New()))
		failing := event.NewLog(d, func(context.Context, string) error { return nil })
		failing.ReadBy(func(context.Context, string, uuid.UUID) (json.RawMessage, error) { return nil, errUndone })
		_, err := failing.Feed(ctx, event.FeedInput{}, always)
		require.ErrorIs(t, err, errUndone)
		page, err := newLog(d).Feed(ctx, event.FeedInput{}, always)
		require.NoError(t, err)
		require.Len(t, page.Items, 1)
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Torra")
		log := newLog(d)
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New(), uuid.New()))
		more, err := event.Number(log, ctx, firm.ID)
		require.NoError(t, err)
		require.False(t, more)
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New()))
		more, err = event.Cleanup(t.Context(), d, entity.Now().Add(time.Minute))
		require.NoError(t, err)
		require.False(t, more)
		page, err := log.Feed(ctx, event.FeedInput{}, always)
		require.NoError(t, err)
		require.Empty(t, page.Items)
		require.Equal(t, "2", page.Next, "numbers go on")
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New()))
		page, err = log.Feed(ctx, event.FeedInput{After: &page.Next}, always)
		require.NoError(t, err)
		require.Len(t, page.Items, 1)
		require.Equal(t, "3", strconv.FormatInt(page.Items[0].Sequence, 10))
	})
}
