package dispatch_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
)

// Messages that have waited for one upload are called as the rate allows.
func TestDispatcher_upload(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const rate = 10
		b := newBundle(t, d, rate)
		began := b.mails(t, b.send(t, 2*rate, utility), &outgoing.Media{Key: "file"})
		var waiting sync.WaitGroup
		waiting.Add(2 * rate)
		var prepared atomic.Int64
		b.adapter.prepare = func() {
			if prepared.Add(1) <= 2*rate { // Those that have waited for long are claimed again.
				waiting.Done()
				waiting.Wait()
			}
		}
		b.start(t, dispatch.Config{Unsubscribe: began.unsubscribe})
		b.await(t, map[messaging.Status]int{message.StatusSent: 2 * rate})
		calls := b.adapter.made()
		require.Len(t, calls, 2*rate)
		began.requireRate(t, rate, calls)
	})
}
