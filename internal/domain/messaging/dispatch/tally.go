package dispatch

import (
	"maps"
	"sync"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// tally counts calls by their results.
type tally struct {
	mu    sync.Mutex
	calls map[string]uint64
}

func (t *tally) add(result provider.Result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls == nil {
		t.calls = map[string]uint64{}
	}
	t.calls[string(result)]++
}

func (t *tally) read() map[string]uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.calls)
}
