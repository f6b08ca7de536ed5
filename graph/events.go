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
)

// serveEvents answers with Server-Sent Events, as graphql-sse has them in its distinct connections mode: an event `next`
// for each response, then `complete`. The stream ends before, without `complete`, when the credential expires, the
// session ends, or the server stops.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, begin begin) {
	asking := viewer.From(r.Context())
	expires := asking.Expires
	if expires.IsZero() {
		expires = time.Now().Add(anonymousLife)
	}
	ctx, cancel := context.WithDeadline(r.Context(), expires)
	defer cancel()
	events := &eventStream{w: w, control: http.NewResponseController(w), keepAlive: s.timeouts.keepAlive, cancel: cancel}
	if !s.streams.add(asking, events) {
		Refuse(w, r, errTooManyStreams())
		return
	}
	defer s.streams.remove(asking, events)
	// A session that ended just before was not yet in the register that its end goes through.
	if asking.Kind == viewer.User {
		if _, err := s.authenticate(ctx, bearer(r.Header.Get("Authorization")), asking.Request); err != nil {
			Refuse(w, r, err)
			return
		}
	}
	events.run(ctx, begin)
}

// eventStream is an open stream of Server-Sent Events. Writes are under mu, because comments keep an idle stream alive.
// How long a client may take to read is up to the writer.
type eventStream struct {
	w         http.ResponseWriter
	control   *http.ResponseController
	keepAlive time.Duration
	// cancel ends the stream. The protocol has no codes.
	cancel context.CancelFunc
	mu     sync.Mutex
}

func (e *eventStream) end(int, string) { e.cancel() }

// run streams the responses. Nothing writes after it has returned.
func (e *eventStream) run(ctx context.Context, begin begin) {
	header := e.w.Header()
	header.Set("Content-Type", eventsType+"; charset=utf-8")
	header.Set("Connection", "close") // The deadlines of a stream are not those of another request.
	_ = e.control.SetReadDeadline(time.Time{})
	_ = e.control.SetWriteDeadline(time.Time{}) // There is none for the whole stream.
	var comments sync.WaitGroup
	defer comments.Wait()
	idle, stop := context.WithCancel(ctx)
	defer stop()
	e.write([]byte(":\n\n"))
	comments.Go(func() { e.comment(idle) })

	respond, running := begin(ctx)
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

// eventOverhead is room for what an event has beside its data.
const eventOverhead = 512

func (e *eventStream) next(response *graphql.Response) {
	var event bytes.Buffer
	event.Grow(len(response.Data) + eventOverhead)
	fmt.Fprint(&event, "event: next\ndata: ")
	encode(&event, response)
	fmt.Fprint(&event, "\n")
	e.write(event.Bytes())
}

// comment sends comments until ctx is done.
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

// write sends what a client reads as a whole. The stream ends where that fails.
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
