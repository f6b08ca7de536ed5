package dispatch_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// The provider of a firm that answers nobody does not keep the messages of other firms.
func TestDispatcher_stalled(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const all, perFirm = 100, 50
		b, other := newBundle(t, d, 1000), newBundle(t, d, 1000)
		stalled := b.send(t, all+1, utility)
		answers, full := make(chan struct{}), make(chan struct{}, all+1)
		answer := sync.OnceFunc(func() { close(answers) })
		defer answer()
		b.adapter.answer = func(m provider.Message) provider.Outcome {
			if slices.Contains(stalled, m.ID) {
				full <- struct{}{}
				<-answers
			}
			return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}
		}
		b.startWith(t, dispatch.Config{}, func(d *dispatch.Dispatcher) { d.Limit(all, perFirm) })
		for range perFirm {
			<-full
		}
		other.send(t, 1, utility)
		other.await(t, map[messaging.Status]int{message.StatusSent: 1})
		require.Equal(t, map[messaging.Status]int{message.StatusSending: perFirm, message.StatusQueued: all + 1 - perFirm}, b.statuses(t))
		answer()
		b.await(t, map[messaging.Status]int{message.StatusSent: all + 1})
	})
}
