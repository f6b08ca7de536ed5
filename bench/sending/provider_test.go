package sending_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// authToken is the secret of the channels.
const authToken = "token"

// provider answers as Twilio does, and takes each message.
type provider struct {
	url string

	mu    sync.Mutex
	calls []call
	// waiting are closed when a message to a number comes.
	waiting map[string]chan struct{}
}

// call is a call for a message.
type call struct {
	at time.Time
	// id is the provider's, and callback the address for statuses.
	id, to, callback string
}

func newProvider(b *testing.B) *provider {
	p := &provider{waiting: map[string]chan struct{}{}}
	p.url = handle(b, http.HandlerFunc(p.take))
	return p
}

func (p *provider) take(w http.ResponseWriter, r *http.Request) {
	at := time.Now()
	taken := call{at: at, id: newMessageID(), to: r.PostFormValue("To"), callback: r.PostFormValue("StatusCallback")}
	p.mu.Lock()
	p.calls = append(p.calls, taken)
	if waiting, ok := p.waiting[taken.to]; ok {
		close(waiting)
		delete(p.waiting, taken.to)
	}
	p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_, _ = fmt.Fprintf(w, `{"sid":%q,"status":"queued","num_segments":"1","price":null,"price_unit":"USD"}`, taken.id)
}

// made returns the calls so far, in the order of their times.
func (p *provider) made() []call {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.SortedFunc(slices.Values(p.calls), func(a, b call) int { return a.at.Compare(b.at) })
}

// await returns a channel that is closed when a message to a number comes.
func (p *provider) await(number string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	waiting := make(chan struct{})
	p.waiting[number] = waiting
	return waiting
}

// most returns the most calls in any second, and in any second of the clock.
func most(calls []call) (sliding, clock int) {
	seconds := map[int64]int{}
	first := 0
	for i, c := range calls {
		for c.at.Sub(calls[first].at) >= time.Second {
			first++
		}
		sliding = max(sliding, i-first+1)
		seconds[c.at.Unix()]++
		clock = max(clock, seconds[c.at.Unix()])
	}
	return sliding, clock
}
