// Package connections knows the open connections of this process (WebSockets, event streams), so that they are limited, and
// end when what they were opened with does. It knows nothing of a transport.
package connections

import (
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

// retryAfter is when a client that was refused should try again.
const retryAfter = 5 * time.Second

// Registry holds the open connections. The zero value is not usable; see [New]. It is safe for concurrent use, and an end
// takes time in proportion to the connections that it ends.
type Registry struct {
	mu       sync.Mutex
	stopping bool
	open     map[*Connection]struct{}
	indexes  map[index]map[*Connection]struct{}
}

// Connection is a connection in a registry.
type Connection struct {
	registry *Registry
	end      func(Reason)

	// The registry's mutex guards what follows.
	indexes []index
	expires time.Time
	expiry  *time.Timer
}

// New returns an empty registry.
func New() *Registry {
	return &Registry{open: map[*Connection]struct{}{}, indexes: map[index]map[*Connection]struct{}{}}
}

// Add registers a connection. The registry calls end at most once, when the connection must end, from any goroutine and not
// under its lock; end must return at once. A call may still come just after [Connection.Remove].
//
// It returns TooManyRequests when the owner is at a limit, and Unavailable after [Registry.Stop].
//
// A credential that ended before Add does not end the connection: check it again after Add.
func (r *Registry) Add(owner Owner, end func(Reason)) (*Connection, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &Connection{registry: r, end: end}
	if err := r.add(c, owner); err != nil {
		return nil, err
	}
	return c, nil
}

// Move changes the owner of a connection, such as one that authenticates after it was opened or renews its credential. The
// limits are those of [Registry.Add]. If it returns an error the connection is no longer registered. It returns Unauthorized
// when the connection has ended.
func (c *Connection) Move(owner Owner) error {
	r := c.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.remove(c) {
		return fault.New(fault.Unauthorized, "The connection has ended.")
	}
	return r.add(c, owner)
}

// Remove takes a connection that is closed out of the registry. Calling it again has no effect.
func (c *Connection) Remove() {
	c.registry.mu.Lock()
	defer c.registry.mu.Unlock()
	c.registry.remove(c)
}

// EndSession ends the connections of a session.
func (r *Registry) EndSession(id uuid.UUID) { r.end(index{kind: bySession, id: id}, SessionEnded) }

// EndMembership ends the connections that were opened in a firm by this membership.
func (r *Registry) EndMembership(id uuid.UUID) {
	r.end(index{kind: byMembership, id: id}, MembershipEnded)
}

// EndFirm ends the connections in a firm.
func (r *Registry) EndFirm(id uuid.UUID) { r.end(index{kind: byFirm, id: id}, FirmDeactivated) }

// EndKey ends the connections of an API client.
func (r *Registry) EndKey(id uuid.UUID) { r.end(index{kind: byKey, id: id}, KeyEnded) }

// Stop ends all connections, and refuses new ones from now on.
func (r *Registry) Stop() {
	r.mu.Lock()
	r.stopping = true
	ended := r.take(r.open)
	r.mu.Unlock()
	endAll(ended, ServerStopping)
}

// Len returns the number of open connections.
func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

func (r *Registry) end(i index, reason Reason) {
	r.mu.Lock()
	ended := r.take(r.indexes[i])
	r.mu.Unlock()
	endAll(ended, reason)
}

func endAll(ended []*Connection, reason Reason) {
	for _, c := range ended {
		c.end(reason)
	}
}

// take removes connections and returns them.
func (r *Registry) take(set map[*Connection]struct{}) []*Connection {
	taken := make([]*Connection, 0, len(set))
	for c := range set {
		taken = append(taken, c)
	}
	for _, c := range taken {
		r.remove(c)
	}
	return taken
}

func (r *Registry) add(c *Connection, owner Owner) error {
	if r.stopping {
		return fault.Retry(fault.Unavailable, retryAfter, "The server is stopping. Try again.")
	}
	indexes := owner.indexes()
	for _, i := range indexes {
		if limit := i.limit(); limit > 0 && len(r.indexes[i]) >= limit {
			return fault.Retry(fault.TooManyRequests, retryAfter,
				"There are too many open connections already: a session may have %d, a user %d.", SessionLimit, UserLimit)
		}
	}
	for _, i := range indexes {
		if r.indexes[i] == nil {
			r.indexes[i] = map[*Connection]struct{}{}
		}
		r.indexes[i][c] = struct{}{}
	}
	r.open[c] = struct{}{}
	c.indexes, c.expires = indexes, owner.Expires
	if !owner.Expires.IsZero() {
		c.expiry = time.AfterFunc(time.Until(owner.Expires), c.expire)
	}
	return nil
}

// remove reports whether the connection was registered.
func (r *Registry) remove(c *Connection) bool {
	if _, open := r.open[c]; !open {
		return false
	}
	delete(r.open, c)
	for _, i := range c.indexes {
		delete(r.indexes[i], c)
		if len(r.indexes[i]) == 0 {
			delete(r.indexes, i)
		}
	}
	if c.expiry != nil {
		c.expiry.Stop()
	}
	c.indexes, c.expires, c.expiry = nil, time.Time{}, nil
	return true
}

// expire ends the connection, unless it was moved to an owner that expires later meanwhile.
func (c *Connection) expire() {
	r := c.registry
	r.mu.Lock()
	expired := !c.expires.IsZero() && !time.Now().Before(c.expires) && r.remove(c)
	r.mu.Unlock()
	if expired {
		c.end(CredentialExpired)
	}
}
