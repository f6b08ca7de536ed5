package graph

import (
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Close codes of GraphQL connections, after graphql-transport-ws. On 4403 clients fetch a new token and come back; on
// 4401 they do not.
const (
	closeGoingAway    = 1001
	closeBadRequest   = 4400
	closeUnauthorized = 4401
	closeExpired      = 4403
	closeInitTimeout  = 4408
)

// streamLimit bounds the open connections of a session, and of an address without one.
const streamLimit = 50

// stream is an open WebSocket or event stream.
type stream interface {
	// end closes it, from any goroutine.
	end(code int, reason string)
}

// streams are the open connections by owner, so that they end with their session, each with the relation of the token
// that it was opened with, so that it ends with that too: the session may have gone on to another firm.
type streams struct {
	mu      sync.Mutex
	closed  bool
	byOwner map[string]map[stream]uuid.UUID
}

func newStreams() *streams { return &streams{byOwner: map[string]map[stream]uuid.UUID{}} }

// owner returns whose connection it is: a session's, else an address's, where a /64 of IPv6 counts as one.
func owner(v *viewer.Viewer) string {
	if v.SessionID != uuid.Nil {
		return v.SessionID.String()
	}
	return "address " + v.Request.Site().String()
}

// add is false where the viewer has too many already, and after the end of the server.
func (s *streams) add(v *viewer.Viewer, opened stream) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner := owner(v)
	if s.closed || len(s.byOwner[owner]) >= streamLimit {
		return false
	}
	if s.byOwner[owner] == nil {
		s.byOwner[owner] = map[stream]uuid.UUID{}
	}
	s.byOwner[owner][opened] = v.RelationID
	return true
}

func (s *streams) remove(v *viewer.Viewer, closed stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(owner(v), closed)
}

func (s *streams) drop(owner string, closed stream) {
	delete(s.byOwner[owner], closed)
	if len(s.byOwner[owner]) == 0 {
		delete(s.byOwner, owner)
	}
}

// take empties the register of an owner; closing happens outside the lock.
func (s *streams) take(owner string) map[stream]uuid.UUID {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.byOwner[owner]
	delete(s.byOwner, owner)
	return taken
}

// takeRelation does so with the streams of a relation. It looks at all: relations end seldom.
func (s *streams) takeRelation(relation uuid.UUID) (taken []stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for owner, opened := range s.byOwner {
		for one, of := range opened {
			if of == relation {
				taken = append(taken, one)
				s.drop(owner, one)
			}
		}
	}
	return taken
}

// close refuses further streams and returns those that are open.
func (s *streams) close() []stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var all []stream
	for _, opened := range s.byOwner {
		for one := range opened {
			all = append(all, one)
		}
	}
	return all
}

// EndSession closes the connections of a session that has ended.
func (s *Server) EndSession(session uuid.UUID) {
	for opened := range s.streams.take(session.String()) {
		opened.end(closeUnauthorized, "The session has ended.")
	}
}

// EndRelation closes the connections of a user's relation to a firm that has ended, or is not active any more.
func (s *Server) EndRelation(relation uuid.UUID) {
	if relation == uuid.Nil {
		return // of those without one
	}
	for _, opened := range s.streams.takeRelation(relation) {
		opened.end(closeUnauthorized, "You are no longer in this firm.")
	}
}

// Close closes all connections: the server is going away, clients may come back.
func (s *Server) Close() {
	for _, opened := range s.streams.close() {
		opened.end(closeGoingAway, "The server is going away.")
	}
}

func errTooManyStreams() *fault.Error {
	return fault.Retry(fault.TooManyRequests, retryAfterOutage, "There are %d open connections already.", streamLimit)
}
