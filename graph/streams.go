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

const (
	// streamLimit bounds the open connections of a session, and of an address without one.
	streamLimit = 50
	// userStreamLimit bounds those of a user, with all sessions.
	userStreamLimit = 100
)

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
	byOwner map[string]map[stream]opener
	// perUser counts those of each user.
	perUser map[uuid.UUID]int
}

// opener is who opened a stream: a user, if one did, in a relation to a firm.
type opener struct{ user, relation uuid.UUID }

func newStreams() *streams {
	return &streams{byOwner: map[string]map[stream]opener{}, perUser: map[uuid.UUID]int{}}
}

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
	if s.closed || len(s.byOwner[owner]) >= streamLimit || s.perUser[v.UserID] >= userStreamLimit {
		return false
	}
	if s.byOwner[owner] == nil {
		s.byOwner[owner] = map[stream]opener{}
	}
	s.byOwner[owner][opened] = opener{user: v.UserID, relation: v.RelationID}
	if v.UserID != uuid.Nil {
		s.perUser[v.UserID]++
	}
	return true
}

func (s *streams) remove(v *viewer.Viewer, closed stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(owner(v), closed)
}

// drop removes a stream, if it is there.
func (s *streams) drop(owner string, closed stream) {
	by, ok := s.byOwner[owner][closed]
	if !ok {
		return
	}
	delete(s.byOwner[owner], closed)
	if by.user != uuid.Nil {
		s.perUser[by.user]--
		if s.perUser[by.user] == 0 {
			delete(s.perUser, by.user)
		}
	}
	if len(s.byOwner[owner]) == 0 {
		delete(s.byOwner, owner)
	}
}

// take removes the streams of an owner and returns them; closing happens outside the lock.
func (s *streams) take(owner string) (taken []stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.byOwner[owner] {
		taken = append(taken, one)
		s.drop(owner, one)
	}
	return taken
}

// takeRelation does so with the streams of a relation. It looks at all: relations end seldom.
func (s *streams) takeRelation(relation uuid.UUID) (taken []stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for owner, opened := range s.byOwner {
		for one, by := range opened {
			if by.relation == relation {
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
	for _, opened := range s.streams.take(session.String()) {
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
	return fault.Retry(fault.TooManyRequests, retryAfterOutage,
		"There are too many open connections already: a session may have %d, a user %d.", streamLimit, userStreamLimit)
}
