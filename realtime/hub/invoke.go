package hub

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// maxCalls and maxCallBytes are the maximum number and total size of the invocations of a client
// that wait.
const (
	maxCalls     = 32
	maxCallBytes = 64 << 10
)

// call is a function that runs for a client. The calls of a client run one after the other, while
// messages arrive.
type call struct {
	run        func(ctx context.Context, invocation *protocol.Invocation)
	invocation *protocol.Invocation
	size       int // of the invocation as it was received
}

// invoke queues the invocation of a method.
func (c *Client) invoke(m *protocol.Invocation, size int) {
	c.hub.counts.invocations.Add(1)
	if err := c.refusal(m); err != nil {
		c.complete(m.ID, &protocol.Completion{Error: fault.From(err).Message})
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.calls) >= maxCalls || c.callBytes+size > maxCallBytes {
		c.completeLocked(m.ID, &protocol.Completion{Error: "Too many invocations are waiting."})
		return
	}
	c.start(call{run: c.call, invocation: m, size: size})
}

// refusal returns the reason to refuse an invocation, or nil.
func (c *Client) refusal(m *protocol.Invocation) error {
	if limiter := c.hub.options.Limiter; limiter != nil {
		if err := limiter.Allow(c.Viewer()); err != nil {
			return err
		}
	}
	if m.Streams {
		return fault.New(fault.ValidationError, "The hub has no methods that take streams.")
	}
	if c.hub.methods[strings.ToLower(m.Target)] == nil {
		return fault.New(fault.NotFound, "Unknown hub method '%s'", fault.Shown(m.Target))
	}
	return nil
}

// start queues a call. The caller holds the mutex.
func (c *Client) start(next call) {
	if !c.isLive() {
		return
	}
	c.calls = append(c.calls, next)
	c.callBytes += next.size
	if !c.calling {
		c.calling = true
		c.hub.active.Add(1)
		go c.runCalls()
	}
}

// runCalls runs the queued calls until none is left.
func (c *Client) runCalls() {
	defer c.hub.active.Done()
	for {
		ctx, cancel := context.WithTimeout(c.hub.context, c.hub.times.invocation)
		next, ok := c.nextCall(cancel)
		if ok {
			next.run(ctx, next.invocation)
		}
		cancel()
		if !ok {
			return
		}
	}
}

func (c *Client) nextCall(cancel context.CancelFunc) (next call, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.calls) == 0 {
		c.calls, c.calling, c.cancel = nil, false, nil
		return call{}, false
	}
	next = c.calls[0]
	c.calls[0] = call{} // The array outlives it.
	c.calls = c.calls[1:]
	c.callBytes -= next.size
	c.cancel = cancel
	return next, true
}

// call runs a method as the current viewer, and answers if the client wants an answer.
func (c *Client) call(ctx context.Context, m *protocol.Invocation) {
	result, err := c.runMethod(ctx, m)
	answer := &protocol.Completion{Result: result, HasResult: result != nil}
	if err != nil {
		answer = &protocol.Completion{Error: c.describe(ctx, m.Target, err)}
	}
	c.complete(m.ID, answer)
}

func (c *Client) runMethod(ctx context.Context, m *protocol.Invocation) (result any, err error) {
	ctx, err = c.authenticate(ctx)
	if err != nil {
		return nil, err
	}
	defer returnPanic(&err)
	return c.hub.methods[strings.ToLower(m.Target)](ctx, c, m.Arguments)
}

// returnPanic turns a panic of the function that defers it into the error of that function.
func returnPanic(err *error) {
	if panicked := recover(); panicked != nil {
		*err = fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
	}
}

// authenticate returns a context with the current viewer. It closes a connection whose credential
// has ended, and one that the viewer could not open any more.
func (c *Client) authenticate(ctx context.Context) (context.Context, error) {
	token, request := c.credential()
	v, err := c.hub.options.Credentials.Authenticate(ctx, token, request)
	if fault.Is(err, fault.Unauthorized) {
		c.Close(sessionEnded, false)
	}
	if err != nil {
		return viewer.NewContext(ctx, &viewer.Viewer{Request: request}), err
	}
	if err = due(v); err != nil {
		c.endFor(connections.AccessChanged)
	}
	return viewer.NewContext(ctx, v), err
}

// describe returns the client's text for an error. It logs the errors that the client may not read.
func (c *Client) describe(ctx context.Context, what string, err error) string {
	shown := fault.From(err)
	if shown.Ours() {
		slog.ErrorContext(ctx, "an invocation of the hub failed", "method", what, "error", err)
	}
	return shown.Message
}

// complete answers an invocation, unless it wants no answer.
func (c *Client) complete(id string, answer *protocol.Completion) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.completeLocked(id, answer)
}

func (c *Client) completeLocked(id string, answer *protocol.Completion) {
	if id == "" || !c.isLive() {
		return
	}
	answer.ID = id
	c.sendCounted(encode(c.protocol, answer))
}
