package dispatch_test

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Messages that have waited for one upload are called as the rate allows.
func TestDispatcher_upload(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const rate = 10
		b := newBundle(t, d, rate)
		b.send(t, 2*rate, utility)
		content, err := json.Marshal(outgoing.Content{
			To: provider.Address{Kind: provider.Phone, Value: "+5511987654321"}, Category: utility, Media: &outgoing.Media{Key: "file"},
		})
		require.NoError(t, err)
		_, err = d.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET content = $2 WHERE firm_id = $1", string(content))
		require.NoError(t, err)
		var waiting sync.WaitGroup
		waiting.Add(2 * rate)
		var prepared atomic.Int64
		b.adapter.prepare = func() {
			if prepared.Add(1) <= 2*rate { // Those that have waited for long are claimed again.
				waiting.Done()
				waiting.Wait()
			}
		}
		b.start(t, dispatch.Config{})
		b.await(t, map[messaging.Status]int{message.StatusSent: 2 * rate})
		calls := b.adapter.made()
		require.Len(t, calls, 2*rate)
		for i := rate; i < len(calls); i++ {
			// The rate is of the beginnings, a moment before.
			require.GreaterOrEqual(t, calls[i].at.Sub(calls[i-rate].at), 950*time.Millisecond)
		}
	})
}
