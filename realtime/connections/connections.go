// Package connections keeps the open connections of this process: hub connections, WebSockets and
// event streams. It limits their number, and ends them when the session, membership, firm or key
// with which they were opened ends. It does not depend on a transport.
package connections

import (
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/broker"
)

// retryAfter is how long a refused client should wait before it tries again.
const retryAfter = 5 * time.Second

// Registry holds the open connections. The zero value is not usable; see [New]. It is safe for
// concurrent use. Ending a group of connections takes time in proportion to their number.
type Registry struct {
	// broker is nil unless the registry is shared.
	broker broker.Broker
	// missed has an entry when messages of other instances may be missing.
	missed chan struct{}

	mu       sync.Mutex
	stopping bool
	groups   groups
	expiries expiries
}

// Connection is a connection in a registry.
type Connection struct {
	registry *Registry
	end      func(Reason)

	// The registry's mutex guards the fields below.
	open      bool
	owner     Owner
	positions [properties]int32
	due       int32 // the position among the expiries, or never
}

// New returns an empty registry.
func New() *Registry {
	return &Registry{groups: groups{}, missed: make(chan struct{}, 1)}
}

// Add registers a connection. When the connection must end, the registry calls end, at most once,
// from any goroutine and without holding its lock; end must return at once. A call may still come
// just after [Connection.Remove].
//
// Add returns TooManyRequests when the owner is at a limit, and Unavailable after [Registry.Stop].
//
// A credential that ended before Add does not end the connection, so check it again after Add.
func (r *Registry) Add(owner Owner, end func(Reason)) (*Connection, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &Connection{registry: r, end: end}
	if err := r.add(c, owner); err != nil {
		return nil, err
	}
	return c, nil
}

// Move changes the owner of a connection, for example when it authenticates after it was opened or
// renews its credential. The limits of [Registry.Add] apply. If Move returns an error the
// connection is no longer registered. Move returns Unauthorized when the connection has ended.
func (c *Connection) Move(owner Owner) error {
	r := c.registry
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.remove(c) {
		return fault.New(fault.Unauthorized, "The connection has ended.")
	}
	return r.add(c, owner)
}

// Remove removes a closed connection from the registry. Calling it again has no effect.
func (c *Connection) Remove() {
	c.registry.mu.Lock()
	defer c.registry.mu.Unlock()
	c.registry.remove(c)
}

// EndSession ends the connections of a session. If the registry is shared, this method and the
// other End methods apply to all instances.
func (r *Registry) EndSession(id uuid.UUID) { r.endEverywhere('s', id) }

// EndMembership ends the connections that were opened in a firm by this membership.
func (r *Registry) EndMembership(id uuid.UUID) { r.endEverywhere('m', id) }

// EndFirm ends the connections in a firm.
func (r *Registry) EndFirm(id uuid.UUID) { r.endEverywhere('f', id) }

// RenewFirm ends the connections of people in a firm, whose clients may connect again. Those of API
// clients go on.
func (r *Registry) RenewFirm(id uuid.UUID) { r.endEverywhere('r', id) }

// RenewSession ends the connections of a session, whose clients may connect again.
func (r *Registry) RenewSession(id uuid.UUID) { r.endEverywhere('a', id) }

// EndKey ends the connections of an API client.
func (r *Registry) EndKey(id uuid.UUID) { r.endEverywhere('k', id) }

// Stop ends all connections, and refuses new ones from now on.
func (r *Registry) Stop() {
	r.mu.Lock()
	r.stopping = true
	ended := r.take(group{by: all}, false)
	r.mu.Unlock()
	endAll(ended, ServerStopping)
}

// Len returns the number of open connections.
func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.groups[group{by: all}])
}

// end ends the connections with an id.
func (r *Registry) end(of ended, id uuid.UUID) {
	var ended []*Connection
	r.mu.Lock()
	for kind := of.from; kind < kinds; kind++ {
		ended = append(ended, r.take(group{by: of.by, kind: kind, id: id}, of.keysStay)...)
	}
	r.mu.Unlock()
	endAll(ended, of.reason)
}

func endAll(ended []*Connection, reason Reason) {
	for _, c := range ended {
		c.end(reason)
	}
}

// take removes the connections of a group, except those of API clients if keysStay is set, and
// returns them.
func (r *Registry) take(name group, keysStay bool) []*Connection {
	taken := slices.Clone(r.groups[name])
	if keysStay {
		taken = slices.DeleteFunc(taken, func(c *Connection) bool { return c.owner.Key != uuid.Nil })
	}
	for _, c := range taken {
		r.remove(c)
	}
	return taken
}

func (r *Registry) add(c *Connection, owner Owner) (err error) {
	if r.stopping {
		return fault.Retry(fault.Unavailable, retryAfter, "The server is stopping. Try again.")
	}
	owner.groups(func(name group) bool {
		if limit := name.limit(); limit > 0 && len(r.groups[name]) >= limit {
			err = refuse(name)
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	c.open, c.owner = true, owner
	owner.groups(func(name group) bool {
		r.groups.add(name, c)
		return true
	})
	r.expiries.add(c)
	r.expiries.schedule(r.expire)
	return nil
}

// refuse returns the error for a group that is at its limit.
func refuse(name group) error {
	if name.by == anonymous {
		return fault.Retry(fault.TooManyRequests, retryAfter,
			"There are too many open connections without a credential already. Send an access token with the request.")
	}
	session, user := name.kind.limits()
	return fault.Retry(fault.TooManyRequests, retryAfter,
		"There are too many open connections already: a session may have %d, a user %d.", session, user)
}

// remove reports whether the connection was registered.
func (r *Registry) remove(c *Connection) bool {
	if !c.open {
		return false
	}
	c.open = false
	c.owner.groups(func(name group) bool {
		r.groups.remove(name, c)
		return true
	})
	r.expiries.remove(c)
	return true
}
