package graph

import (
	"sync"

	"github.com/google/uuid"
)

// Close codes of GraphQL connections, after graphql-transport-ws. On 4403 clients fetch a new token and come back; on
// 4401 they do not.
const (
	closeGoingAway    = 1001
	closeUnauthorized = 4401
	closeExpired      = 4403
)

// stream is an open WebSocket or event stream.
type stream interface {
	// end closes it, from any goroutine.
	end(code int, reason string)
}

// streams are the open connections by session, so that they end with it.
type streams struct {
	mu        sync.Mutex
	bySession map[uuid.UUID]map[stream]struct{}
}

func newStreams() *streams { return &streams{bySession: map[uuid.UUID]map[stream]struct{}{}} }

func (s *streams) add(session uuid.UUID, opened stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bySession[session] == nil {
		s.bySession[session] = map[stream]struct{}{}
	}
	s.bySession[session][opened] = struct{}{}
}

func (s *streams) remove(session uuid.UUID, closed stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.bySession[session], closed)
	if len(s.bySession[session]) == 0 {
		delete(s.bySession, session)
	}
}

// take empties the register of a session; closing happens outside the lock.
func (s *streams) take(session uuid.UUID) map[stream]struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.bySession[session]
	delete(s.bySession, session)
	return taken
}

func (s *streams) all() []stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []stream
	for _, opened := range s.bySession {
		for one := range opened {
			all = append(all, one)
		}
	}
	return all
}

// EndSession closes the connections of a session that has ended.
func (s *Server) EndSession(session uuid.UUID) {
	for opened := range s.streams.take(session) {
		opened.end(closeUnauthorized, "The session has ended.")
	}
}

// Close closes all connections: the server is going away, clients may come back.
func (s *Server) Close() {
	for _, opened := range s.streams.all() {
		opened.end(closeGoingAway, "The server is going away.")
	}
}
