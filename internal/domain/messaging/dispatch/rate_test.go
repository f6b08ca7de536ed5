package dispatch_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// beginnings are when the calls for mails were about to begin, by the address. The dispatcher asks
// for the link of a mail just before, and the adapter notes the call just after: however long the
// machine takes in between, calls that keep the rate can be told from others.
type beginnings struct {
	mu sync.Mutex // guards at
	at map[string]time.Time
}

// unsubscribe is the function of a dispatcher for the links of mails. There are none.
func (b *beginnings) unsubscribe(_ uuid.UUID, address string) *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at[address] = time.Now()
	return nil
}

// mails makes each message in the queue one to an e-mail address of its own, with a file or
// without. The result is filled by a dispatcher with its function.
func (b *bundle) mails(t *testing.T, ids []uuid.UUID, file *outgoing.Media) *beginnings {
	t.Helper()
	for i, id := range ids {
		to := provider.Address{Kind: provider.EmailAddress, Value: fmt.Sprintf("ada%d@example.com", i)}
		content, err := json.Marshal(outgoing.Content{To: to, Category: utility, Body: "Hello", Media: file})
		require.NoError(t, err)
		_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET content = $3 WHERE firm_id = $1 AND id = $2", id, string(content))
		require.NoError(t, err)
	}
	return &beginnings{at: map[string]time.Time{}}
}

// requireRate requires that calls have kept a rate.
func (b *beginnings) requireRate(t *testing.T, rate int, calls []call) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	began, called := make([]time.Time, len(calls)), make([]time.Time, len(calls))
	for i, each := range calls {
		began[i], called[i] = b.at[each.to], each.at
		require.False(t, began[i].IsZero(), each.to)
	}
	slices.SortFunc(began, time.Time.Compare)
	slices.SortFunc(called, time.Time.Compare)
	for i := rate; i < len(calls); i++ {
		require.GreaterOrEqual(t, called[i].Sub(began[i-rate]), pace.RateWindow, i)
	}
}
