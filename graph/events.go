package graph

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// serveEvents answers with Server-Sent Events in the distinct connections mode of graphql-sse: an
// event `next` for each response, then `complete`. The stream ends early, without `complete`, when
// the credential expires or ends, and when the server stops.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, begin begin) {
	asking := viewer.From(r.Context())
	owner := connections.OwnerOf(asking)
	if owner.Expires.IsZero() {
		owner.Expires = time.Now().Add(anonymousLife)
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events := &eventStream{w: w, control: http.NewResponseController(w), keepAlive: s.timeouts.keepAlive, cancel: cancel}
	connection, err := s.options.Connections.Add(owner, func(connections.Reason) { cancel() })
	if err != nil {
		Refuse(w, r, err)
		return
	}
	defer connection.Remove()
	// A session may have ended before the connection was added.
	if asking.Kind == viewer.User {
		if _, err := s.sessions.Authenticate(ctx, bearer(r.Header.Get("Authorization")), asking.Request); err != nil {
			Refuse(w, r, err)
			return
		}
	}
	events.run(ctx, begin)
}

// eventStream is an open stream of Server-Sent Events. The writer has the deadlines for a client
// that does not read.
type eventStream struct {
	w         http.ResponseWriter
	control   *http.ResponseController
	keepAlive time.Duration
	// cancel ends the stream.
	cancel context.CancelFunc
	// mu serializes writes: comments keep an idle stream alive.
	mu sync.Mutex
}

// run streams the responses. Nothing writes after it has returned.
func (e *eventStream) run(ctx context.Context, begin begin) {
	header := e.w.Header()
	header.Set("Content-Type", eventsType+"; charset=utf-8")
	header.Set("Connection", "close") // The deadlines of a stream differ from those of other requests.
	_ = e.control.SetReadDeadline(time.Time{})
	_ = e.control.SetWriteDeadline(time.Time{}) // There is none for the whole stream.
	var comments sync.WaitGroup
	defer comments.Wait()
	idle, stop := context.WithCancel(ctx)
	defer stop()
	respond, running := begin(ctx)
	e.write([]byte(":\n\n")) // A subscription has begun by now, and the client learns that.
	comments.Go(func() { e.comment(idle) })
	sent := false
	for response := respond(running); response != nil; response = respond(running) {
		e.next(response)
		sent = true
	}
	if !sent && running.Err() != nil && ctx.Err() == nil { // The operation took too long.
		e.next(refusal(running, fault.From(context.Cause(running))))
	}
	if ctx.Err() == nil {
		e.write([]byte("event: complete\ndata:\n\n"))
	}
}

// eventOverhead is the capacity for an event in addition to its data.
const eventOverhead = 512

func (e *eventStream) next(response *graphql.Response) {
	var event bytes.Buffer
	event.Grow(len(response.Data) + eventOverhead)
	fmt.Fprint(&event, "event: next\ndata: ")
	encode(&event, response)
	fmt.Fprint(&event, "\n")
	e.write(event.Bytes())
}

// comment sends a comment at each interval until ctx is done.
func (e *eventStream) comment(ctx context.Context) {
	ticker := time.NewTicker(e.keepAlive)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			e.write([]byte(": ping\n\n"))
		}
	}
}

// write sends and flushes. An error ends the stream.
func (e *eventStream) write(text []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.w.Write(text)
	if err == nil {
		err = e.control.Flush()
	}
	if err != nil {
		e.cancel()
	}
}
