package httpd

import (
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

// bodyBudget limits the memory for request bodies, of all senders and of each, and how many bodies
// of one sender may arrive at the same time. A sender that is a part of another one, such as an
// address that calls a firm, has half of its limits.
type bodyBudget struct {
	// total and share are the limits in bytes for all bodies, and for the bodies of one sender.
	total, share int
	// arriving is the maximum number of bodies of one sender.
	arriving int

	mu      sync.Mutex // guards the fields below
	held    int
	senders map[caller]*bodyShare
}

// bodyShare is how much the bodies of one sender take. It is deleted when it has no reservation
// left.
type bodyShare struct{ held, arriving, reservations int }

// anonymousBodies is the budget of bodies without a valid credential, and firmBodies that of all
// others.
func anonymousBodies() *bodyBudget {
	return &bodyBudget{total: 16 << 20, share: 2 << 20, arriving: 64, senders: map[caller]*bodyShare{}}
}

func firmBodies() *bodyBudget {
	return &bodyBudget{total: 64 << 20, share: 8 << 20, arriving: 256, senders: map[caller]*bodyShare{}}
}

// signedBodies is the budget of bodies that are signed. The calls of a provider for a firm come
// from a few addresses.
func signedBodies() *bodyBudget {
	return &bodyBudget{total: 64 << 20, share: 16 << 20, arriving: 512, senders: map[caller]*bodyShare{}}
}

// reservation is the part of one body in the budget.
type reservation struct {
	budget *bodyBudget
	// senders have the shares, each a part of the one before.
	senders []caller
	shares  []*bodyShare
	bytes   int
	// hasArrived and released report whether the methods of these names were called.
	hasArrived, released bool
}

// begin counts a body that is about to arrive for senders, each a part of the one before. It
// returns TooManyRequests when one of them has too many already.
func (b *bodyBudget) begin(senders ...caller) (*reservation, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, sender := range senders {
		if share := b.senders[sender]; share != nil && share.arriving >= b.arriving>>i {
			return nil, fault.Retry(fault.TooManyRequests, time.Second,
				"Too many requests are sending their body: %d at the same time are allowed.", b.arriving>>i)
		}
	}
	r := &reservation{budget: b, senders: senders}
	for _, sender := range senders {
		share := b.senders[sender]
		if share == nil {
			share = &bodyShare{}
			b.senders[sender] = share
		}
		share.arriving++
		share.reservations++
		r.shares = append(r.shares, share)
	}
	return r, nil
}

// grow reserves more bytes. It returns TooManyRequests when the share of a sender is used up, and
// Unavailable when the budget is.
func (r *reservation) grow(bytes int) error {
	b := r.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, share := range r.shares {
		if share.held+bytes > b.share>>i {
			return fault.Retry(fault.TooManyRequests, time.Second,
				"Too many large requests: their bodies may have %d bytes together.", b.share>>i)
		}
	}
	if b.held+bytes > b.total {
		return fault.Retry(fault.Unavailable, time.Second, "Too many large requests are under way. Try again.")
	}
	r.bytes += bytes
	for _, share := range r.shares {
		share.held += bytes
	}
	b.held += bytes
	return nil
}

// arrived is called when the body is not read any further.
func (r *reservation) arrived() {
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	if !r.hasArrived {
		r.hasArrived = true
		for _, share := range r.shares {
			share.arriving--
		}
	}
}

// release returns the bytes to the budget. Only its first call has an effect.
func (r *reservation) release() {
	b := r.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.released {
		return
	}
	r.released = true
	b.held -= r.bytes
	for i, share := range r.shares {
		share.held -= r.bytes
		share.reservations--
		if share.reservations == 0 {
			delete(b.senders, r.senders[i])
		}
	}
}
