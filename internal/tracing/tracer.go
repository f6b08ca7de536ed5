// Package tracing records what the server does as spans of OpenTelemetry, and sends them to a
// collector by OTLP over HTTP.
//
// A trace is sampled or not when its first span begins. A span of a trace that is not sampled, and
// every span of a nil [Tracer], is a nil [Span], whose methods do nothing.
package tracing

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Kind is the kind of a span, as OTLP numbers them.
type Kind int

// The kinds.
const (
	Internal Kind = 1 // work within the server
	Server   Kind = 2 // a request that was received
	Client   Kind = 3 // a call of another server
	Consumer Kind = 5 // a job that was taken from the queue
)

const (
	// maxSpans is how many spans a trace has at most. Without it, a job that reads a large file in
	// many statements would push the spans of others out of the queue.
	maxSpans = 1000
	// maxText is the largest text of an attribute in bytes.
	maxText = 2048
	// queued is how many ended spans wait for the collector. Others are dropped.
	queued = 4096
)

// Tracer records spans. All methods of a nil Tracer do nothing.
type Tracer struct {
	config Config
	// below is the number that the second half of the id of a sampled trace is less than.
	below   uint64
	client  *http.Client
	spans   chan *Span
	dropped atomic.Uint64
	// stop is closed to end the exporter, and ended when it has ended.
	stop, ended chan struct{}
	closing     sync.Once
	cut         context.CancelFunc
}

// Span is a part of a trace. It is used by one goroutine at a time.
type Span struct {
	tracer     *Tracer
	root       *Span
	trace      [16]byte
	id, parent [8]byte
	name       string
	kind       Kind
	began      time.Time
	ended      time.Time
	attributes []attribute
	failed     bool
	// link is the span of a caller, or zero.
	link struct {
		trace [16]byte
		span  [8]byte
	}
	// others counts the other spans of the trace, in its first span.
	others atomic.Int64
}

type spanKey struct{}

// Start begins a span below that of the context. Without one there it begins a trace.
func (t *Tracer) Start(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	parent, known := ctx.Value(spanKey{}).(*Span)
	if !known {
		return t.StartTrace(ctx, kind, name)
	}
	s := parent.child(kind, name, time.Now())
	if s == nil {
		return ctx, nil
	}
	return context.WithValue(ctx, spanKey{}, s), s
}

// StartTrace begins a trace, whatever the context has.
func (t *Tracer) StartTrace(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	s := &Span{tracer: t, kind: kind, name: name, began: time.Now()}
	s.root = s
	_, _ = rand.Read(s.trace[:]) // It never fails.
	_, _ = rand.Read(s.id[:])
	if binary.BigEndian.Uint64(s.trace[8:])>>1 >= t.below {
		s = nil // which the context has, so that no part of the trace begins another one
	}
	return context.WithValue(ctx, spanKey{}, s), s
}

// Record adds a span that began at a time and ends now below the span of the context, if there is
// one.
func (t *Tracer) Record(ctx context.Context, kind Kind, name string, began time.Time) *Span {
	if t == nil {
		return nil
	}
	parent, _ := ctx.Value(spanKey{}).(*Span)
	return parent.child(kind, name, began)
}

// child is nil below a nil span, and where the trace has too many spans.
func (s *Span) child(kind Kind, name string, began time.Time) *Span {
	if s == nil || s.root.others.Add(1) >= maxSpans {
		return nil
	}
	child := &Span{tracer: s.tracer, root: s.root, trace: s.trace, parent: s.id, kind: kind, name: name, began: began}
	_, _ = rand.Read(child.id[:])
	return child
}

// TraceOf returns the id of the trace of a context, or "" if there is none or it is not sampled.
func TraceOf(ctx context.Context) string {
	s, _ := ctx.Value(spanKey{}).(*Span)
	if s == nil {
		return ""
	}
	return hex.EncodeToString(s.trace[:])
}

// Text sets an attribute, unless the text is empty. A long text is cut.
func (s *Span) Text(key, text string) {
	if s != nil && text != "" {
		s.attributes = append(s.attributes, attribute{key, value{Text: new(cut(text))}})
	}
}

// Number sets an attribute.
func (s *Span) Number(key string, number int) {
	if s != nil {
		s.attributes = append(s.attributes, attribute{key, value{Number: new(int64(number))}})
	}
}

// Fail marks the span as one that failed.
func (s *Span) Fail() {
	if s != nil {
		s.failed = true
	}
}

// Link links the span to that of a caller, by the header traceparent of W3C Trace Context. An
// invalid header is ignored.
func (s *Span) Link(traceparent string) {
	// version "-" trace "-" span "-" flags
	const traceAt, spanAt, flagsAt, length = 3, 36, 53, 55
	if s == nil || len(traceparent) != length || traceparent[:traceAt] != "00-" ||
		traceparent[spanAt-1] != '-' || traceparent[flagsAt-1] != '-' {
		return
	}
	link := s.link
	_, noTrace := hex.Decode(link.trace[:], []byte(traceparent[traceAt:spanAt-1]))
	_, noSpan := hex.Decode(link.span[:], []byte(traceparent[spanAt:flagsAt-1]))
	if noTrace == nil && noSpan == nil {
		s.link = link
	}
}

// End ends the span, which must not be used after that. It never waits: if too many spans wait for
// the collector, the span is dropped.
func (s *Span) End() {
	if s == nil {
		return
	}
	s.ended = time.Now()
	if others := s.others.Load(); s.root == s && others >= maxSpans {
		s.Number("firmhub.spans_left_out", int(others-maxSpans+1))
	}
	select {
	case s.tracer.spans <- s:
	default:
		s.tracer.dropped.Add(1)
	}
}
