package simulation_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/page"
)

// checkMessages checks that a firm lists the messages that it has sent and none of another, and
// that none of them has moved back.
func (w *world) checkMessages(t testing.TB, f *firm) {
	t.Helper()
	found := 0
	for number, more := 1, true; more; number++ {
		listed, err := messaging.List(f.ctx, w.DB, messaging.ListInput{Page: &number, PageSize: new(page.MaxSize)})
		require.NoError(t, err)
		items, err := listed.Items(f.ctx)
		require.NoError(t, err)
		more = len(items) == page.MaxSize
		found += w.checkListed(t, f, items)
	}
	w.carrier.mutex.Lock()
	defer w.carrier.mutex.Unlock()
	require.Len(t, w.carrier.inOrder(f.number), found, "firm %d lists its messages", f.number)
}

// checkListed checks messages that a firm has listed, and returns how many of them it has sent.
func (w *world) checkListed(t testing.TB, f *firm, items []*messaging.Message) (found int) {
	t.Helper()
	w.carrier.mutex.Lock()
	defer w.carrier.mutex.Unlock() // A test that fails here still ends.
	for _, m := range items {
		of := w.carrier.messages[m.ID]
		if of == nil || of.number < 0 {
			require.Equal(t, f.id, m.FirmID) // One that has arrived, or an answer of the server to it.
			continue
		}
		found++
		require.Equal(t, f.number, of.firm, "firm %d lists its messages alone", f.number)
		require.Empty(t, wentBack(of.status, m), "firm %d: message %d was %q and is %s", f.number, of.number, of.status, m.Status)
		of.status = m.Status
	}
	return found
}

// progress are the statuses of a message that a provider has, in their order.
var progress = []message.Status{message.StatusSent, message.StatusDelivered, message.StatusRead}

// wentBack returns what shows that a message has moved to an earlier status, or "".
func wentBack(before message.Status, m *messaging.Message) string {
	was, is := slices.Index(progress, before), slices.Index(progress, m.Status)
	switch {
	case before == m.Status:
	case before == message.StatusFailed, before == message.StatusCancelled:
		return "it had ended"
	case m.Status == message.StatusFailed && was > 0:
		return "it was delivered"
	case m.Status != message.StatusFailed && is < was:
		return "it was further"
	}
	switch {
	case m.ReadAt != nil && m.Status != message.StatusRead:
		return "it has been read"
	case m.DeliveredAt != nil && is < 1:
		return "it has been delivered"
	case m.FailedAt != nil && m.Status != message.StatusFailed:
		return "it has failed"
	}
	return ""
}
