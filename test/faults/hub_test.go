package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// subscriber receives notifications over a WebSocket of the hub. After a cut it connects again, and
// asks for what came after the last one.
type subscriber struct {
	url  string
	user *caller

	mu      sync.Mutex // guards the fields below
	last    string
	pushed  map[string]int
	arrived chan struct{} // closed when pushed has grown
}

// subscribe receives what comes after a notification until the test ends.
func subscribe(t *testing.T, url string, user *caller, last string) *subscriber {
	t.Helper()
	s := &subscriber{url: url, user: user, last: last, pushed: map[string]int{}, arrived: make(chan struct{})}
	var running sync.WaitGroup
	ctx, end := context.WithCancel(t.Context())
	running.Go(func() {
		for ctx.Err() == nil {
			_ = s.receive(ctx) // A cut is part of some faults.
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond): // as a client waits before it connects again
			}
		}
	})
	t.Cleanup(func() {
		end()
		running.Wait()
	})
	return s
}

// receive receives notifications over one connection.
func (s *subscriber) receive(ctx context.Context) error {
	s.mu.Lock()
	address := strings.Replace(s.url, "http", "ws", 1) + "/notificationhub?access_token=" + s.user.credential() + "&since=" + s.last
	s.mu.Unlock()
	socket, answer, err := websocket.DefaultDialer.DialContext(ctx, address, nil)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	defer func() { _ = socket.Close() }()
	defer context.AfterFunc(ctx, func() { _ = socket.Close() })()
	if err := socket.WriteMessage(websocket.TextMessage, []byte(`{"protocol":"json","version":1}`+"\x1e")); err != nil {
		return err
	}
	for {
		_, text, err := socket.ReadMessage()
		if err != nil {
			return err
		}
		for part := range strings.SplitSeq(string(text), "\x1e") {
			var message struct {
				Type      int
				Target    string
				Arguments []struct{ ID string }
			}
			_ = json.Unmarshal([]byte(part), &message) // The arguments of other messages have another form.
			switch {
			case message.Type == 7:
				return errors.New("the hub closes the connection")
			case message.Target == "ReceiveNotification" && len(message.Arguments) == 1:
				s.mu.Lock()
				s.last = message.Arguments[0].ID
				s.pushed[s.last]++
				close(s.arrived)
				s.arrived = make(chan struct{})
				s.mu.Unlock()
			}
		}
	}
}

// await waits until every notification has come.
func (s *subscriber) await(t *testing.T, all []acknowledged) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		missing := 0
		s.mu.Lock()
		for _, raised := range all {
			if s.pushed[raised.name] == 0 {
				missing++
			}
		}
		arrived := s.arrived
		s.mu.Unlock()
		if missing == 0 {
			return
		}
		select {
		case <-arrived:
		case <-limit.C:
			require.Fail(t, "pushes are lost", "%d of %d", missing, len(all))
		}
	}
}
