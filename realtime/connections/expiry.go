package connections

import (
	"container/heap"
	"time"
)

// expiries are the connections that expire, the earliest first, with one timer for all of them. The
// registry's mutex guards them.
type expiries struct {
	order expiryOrder
	timer *time.Timer
	at    time.Time // when the timer fires; zero while it is stopped
}

// never is the position of a connection that does not expire.
const never = -1

func (e *expiries) add(c *Connection) {
	c.due = never
	if !c.owner.Expires.IsZero() {
		heap.Push(&e.order, c)
	}
}

func (e *expiries) remove(c *Connection) {
	if c.due != never {
		heap.Remove(&e.order, int(c.due))
	}
}

// expired returns the first connection that has expired, or nil when there is none.
func (e *expiries) expired() *Connection {
	if len(e.order) > 0 && !time.Now().Before(e.order[0].owner.Expires) {
		return e.order[0]
	}
	return nil
}

// schedule sets the timer so that expire is called when the first connection expires. An earlier
// call does no harm, so the timer is not changed when the first connection is removed.
func (e *expiries) schedule(expire func()) {
	if len(e.order) == 0 {
		return
	}
	first := e.order[0].owner.Expires
	if !e.at.IsZero() && !first.Before(e.at) {
		return
	}
	e.at = first
	if e.timer == nil {
		e.timer = time.AfterFunc(time.Until(first), expire)
		return
	}
	e.timer.Reset(time.Until(first))
}

// expire ends the connections that have expired.
func (r *Registry) expire() {
	r.mu.Lock()
	r.expiries.at = time.Time{}
	var ended []*Connection
	for c := r.expiries.expired(); c != nil; c = r.expiries.expired() {
		r.remove(c)
		ended = append(ended, c)
	}
	r.expiries.schedule(r.expire)
	r.mu.Unlock()
	endAll(ended, CredentialExpired)
}

// expiryOrder is a heap. Each connection knows its position in it.
type expiryOrder []*Connection //nolint:recvcheck // Push and Pop change the slice

func (o expiryOrder) Len() int           { return len(o) }
func (o expiryOrder) Less(i, j int) bool { return o[i].owner.Expires.Before(o[j].owner.Expires) }

func (o expiryOrder) Swap(i, j int) {
	o[i], o[j] = o[j], o[i]
	o[i].due, o[j].due = int32(i), int32(j) //nolint:gosec // as many as there are connections
}

// Push implements heap.Interface.
func (o *expiryOrder) Push(x any) {
	c := x.(*Connection)   //nolint:forcetypeassert // add pushes nothing else
	c.due = int32(len(*o)) //nolint:gosec // as many as there are connections
	*o = append(*o, c)
}

// Pop implements heap.Interface.
func (o *expiryOrder) Pop() any {
	last := len(*o) - 1
	c := (*o)[last]
	c.due = never
	(*o)[last] = nil
	*o = (*o)[:last]
	return c
}
