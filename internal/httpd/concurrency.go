package httpd

import (
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxTransfers is how many uploads, and how many streams, of a firm may be under way at the same time.
const maxTransfers = 16

// transfer is who sends or reads, and of which kind it is.
type transfer struct {
	caller

	kind Kind
}

// concurrency bounds the uploads and streams under way, which last, unlike other requests.
type concurrency struct {
	mu       sync.Mutex // guards underWay
	underWay map[transfer]int
}

func newConcurrency() *concurrency { return &concurrency{underWay: map[transfer]int{}} }

// limitConcurrency refuses an upload or a stream of a firm that has too many.
func (s *Server) limitConcurrency(next handler) handler {
	return func(x *exchange) {
		if x.mount.Kind != Upload && x.mount.Kind != Stream {
			next(x)
			return
		}
		t := transfer{caller: sender(x.viewer()), kind: x.mount.Kind}
		if !s.concurrency.begin(t) {
			x.refuse(fault.Retry(fault.TooManyRequests, time.Second,
				"Too many transfers are under way: a firm may have %d at the same time.", maxTransfers))
			return
		}
		defer s.concurrency.end(t)
		next(x)
	}
}

func (c *concurrency) begin(t transfer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.underWay[t] >= maxTransfers {
		return false
	}
	c.underWay[t]++
	return true
}

func (c *concurrency) end(t transfer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.underWay[t]--
	if c.underWay[t] == 0 {
		delete(c.underWay, t)
	}
}
