package dispatch

import (
	"maps"
	"sync"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Called is a kind of channel whose provider was called, and the result of the call.
type Called struct {
	Kind   provider.Kind
	Result provider.Result
}

// tally counts calls.
type tally struct {
	mu    sync.Mutex
	calls map[Called]uint64
}

func (t *tally) add(called Called) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls == nil {
		t.calls = map[Called]uint64{}
	}
	t.calls[called]++
}

func (t *tally) read() map[Called]uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.calls)
}
