package hub

import "sync/atomic"

// Stats are the counts of a hub.
type Stats struct {
	// Open counts the connections by the name of their transport.
	Open map[string]int
	// Sent counts the messages that were sent to clients, Invocations the invocations that clients
	// sent, and Slow the clients that were cut because they did not read in time.
	Sent, Invocations, Slow uint64
}

type counts struct {
	open                    [transports]atomic.Int64
	sent, invocations, slow atomic.Uint64
}

// Stats returns the counts.
func (h *Hub) Stats() Stats {
	s := Stats{
		Open: map[string]int{}, Sent: h.counts.sent.Load(), Invocations: h.counts.invocations.Load(), Slow: h.counts.slow.Load(),
	}
	for t := range transports {
		s.Open[t.String()] = int(h.counts.open[t].Load())
	}
	return s
}
