package event_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
)

// wait is the longest wait of a feed.
var wait = 25

// A reader who waits gets an event after its commit, although it never looks by itself: also an
// event that was raised before the reader came.
func TestFeed_Wakes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Torra")
		_, other := dbtest.Firm(t, d, "Other")
		log := newLog(d)
		event.NeverPoll(log)
		pages := make(chan *event.Page, 1)
		read := func(after string) {
			page, err := log.Feed(ctx, event.FeedInput{After: &after, Wait: &wait, Types: []string{string(event.ContactCreated)}}, always)
			if err != nil {
				t.Error(err)
			}
			pages <- page
		}
		watched := func() {
			require.Eventually(t, func() bool { return event.Watched(firm.ID) }, 10*time.Second, time.Millisecond)
		}

		go read("0")
		watched()
		require.NoError(t, event.RaiseAll(other, d, event.ContactCreated, uuid.New()))
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactUpdated, uuid.New()))
		require.NoError(t, event.RaiseAll(ctx, d, event.ContactCreated, uuid.New()))
		page := <-pages
		require.Len(t, page.Items, 1)
		require.False(t, event.Watched(firm.ID))

		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
			err := event.RaiseAll(ctx, d, event.ContactCreated, uuid.New())
			go read(page.Next)
			watched()
			return err
		}))
		require.Len(t, (<-pages).Items, 1)
	})
}
