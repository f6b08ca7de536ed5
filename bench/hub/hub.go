package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub"
)

// hubServer is the hub, with a viewer that needs no database. Its clients skip the negotiation.
type hubServer struct {
	hub    *hub.Hub
	opened atomic.Int64

	mu      sync.Mutex
	clients []*hub.Client
}

// tabs is how many connections a session has here.
const tabs = 100

func newHub() (server, error) {
	s := &hubServer{}
	s.hub = hub.New(hub.Options{
		Connections: connections.New(),
		Credentials: s,
		Subscriber:  s,
		Refuse: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusBadRequest)
		},
	})
	return s, nil
}

// ServeHTTP implements http.Handler: it does what the middleware of firmhub does for a WebSocket.
func (s *hubServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := viewer.Request{Address: netip.MustParseAddrPort(r.RemoteAddr).Addr()}
	s.hub.ServeHTTP(w, r.WithContext(viewer.NewContext(r.Context(), someone(s.opened.Add(1), request))))
}

// someone returns the user of the connection with a number.
func someone(number int64, request viewer.Request) *viewer.Viewer {
	id := uuid.UUID{0: 1, 14: byte(number / tabs >> 8), 15: byte(number / tabs)}
	return &viewer.Viewer{
		Kind: viewer.User, FirmID: uuid.UUID{1}, UserID: id, SessionID: id, RelationID: id, RoleID: id, Request: request,
	}
}

// Authenticate implements hub.Credentials.
func (*hubServer) Authenticate(_ context.Context, _ string, request viewer.Request) (*viewer.Viewer, error) {
	return someone(0, request), nil
}

// Joined implements hub.Subscriber.
func (*hubServer) Joined(context.Context, *hub.Client) error { return nil }

// Join implements hub.Subscriber.
func (s *hubServer) Join(_ context.Context, c *hub.Client, _ url.Values) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients = append(s.clients, c)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := slices.Index(s.clients, c); i >= 0 {
			s.clients = slices.Delete(s.clients, i, i+1)
		}
	}, nil
}

func (s *hubServer) broadcast(payload []byte) {
	m := hub.NewMessage("ReceiveNotification", json.RawMessage(payload))
	s.mu.Lock()
	clients := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range clients {
		c.Send(m)
	}
}

func (s *hubServer) push(payload []byte) {
	s.mu.Lock()
	c := one(s.clients)
	s.mu.Unlock()
	c.Send(hub.NewMessage("ReceiveNotification", json.RawMessage(payload)))
}

func (s *hubServer) connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients)
}
