package tracing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"time"
)

const (
	// batch is how many spans are sent at once.
	batch = 512
	// maxAnswer is how much is read of an answer of the collector.
	maxAnswer = 64 << 10

	defaultTimeout = 10 * time.Second
	defaultWait    = 5 * time.Second
	defaultClose   = 5 * time.Second
	// complainEvery is how often it is logged that spans are lost.
	complainEvery = time.Minute
)

// Config configures a [Tracer].
type Config struct {
	// Endpoint is the URL that spans are posted to, such as http://127.0.0.1:4318/v1/traces.
	// Without it nothing is traced.
	Endpoint string
	// Headers are the headers of these requests. They may contain credentials.
	Headers map[string]string
	// Resource describes this server, with service.name.
	Resource map[string]string
	// Version is the version of the program.
	Version string
	// Ratio is the part of the traces that is sampled, from 0 to 1.
	Ratio float64
	// Timeout is how long a request to the collector may take: 10 seconds by default.
	Timeout time.Duration
	// Close is how long [Tracer.Close] takes at most: 5 seconds by default.
	Close time.Duration
	// Wait is how long ended spans wait for others before they are sent: 5 seconds by default.
	Wait time.Duration
}

// New returns a tracer that sends spans until it is closed, or nil without an endpoint.
func New(config Config) *Tracer {
	if config.Endpoint == "" {
		return nil
	}
	config.Timeout, config.Close = cmp.Or(config.Timeout, defaultTimeout), cmp.Or(config.Close, defaultClose)
	config.Wait = cmp.Or(config.Wait, defaultWait)
	ctx, cancel := context.WithCancel(context.Background())
	t := &Tracer{
		config: config, below: uint64(config.Ratio * math.MaxInt64), spans: make(chan *Span, queued),
		stop: make(chan struct{}), ended: make(chan struct{}), cut: cancel,
		client: &http.Client{
			// A redirect could lead headers with credentials elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	go t.run(ctx)
	return t
}

// Close sends the spans that wait, and returns within [Config.Close]. Spans that end later are
// lost.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	t.closing.Do(func() { close(t.stop) })
	limit := time.AfterFunc(t.config.Close, t.cut)
	<-t.ended
	limit.Stop()
	t.cut()
}

// run sends the spans in batches.
func (t *Tracer) run(ctx context.Context) {
	defer close(t.ended)
	defer t.client.CloseIdleConnections()
	var complained time.Time
	for {
		var spans []*Span
		stopped := false
		select {
		case first := <-t.spans:
			spans = append(spans, first)
		case <-t.stop:
			stopped = true
		}
		if !stopped {
			wait := time.NewTimer(t.config.Wait)
			for waiting := true; waiting && len(spans) < batch; {
				select {
				case next := <-t.spans:
					spans = append(spans, next)
				case <-wait.C:
					waiting = false
				case <-t.stop:
					waiting, stopped = false, true
				}
			}
			wait.Stop()
		}
		for len(spans) < batch && len(t.spans) > 0 { // once it is stopped
			spans = append(spans, <-t.spans)
		}
		err := t.send(ctx, spans)
		if err != nil {
			t.dropped.Add(uint64(len(spans)))
		}
		if lost := t.dropped.Load(); lost > 0 && time.Since(complained) > complainEvery {
			complained = time.Now()
			t.dropped.Add(-lost)
			slog.WarnContext(ctx, "traces are lost, as the collector does not take them", "spans", lost, "error", err)
		}
		if stopped && len(t.spans) == 0 || ctx.Err() != nil {
			return
		}
	}
}

// send posts spans. Spans that the collector does not take are lost.
func (t *Tracer) send(ctx context.Context, spans []*Span) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := json.Marshal(t.encoded(spans))
	if err != nil {
		return fmt.Errorf("tracing: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, t.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.config.Endpoint, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("tracing: %w", err)
	}
	for name, text := range t.config.Headers {
		request.Header.Set(name, text)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := t.client.Do(request)
	if err != nil {
		return fmt.Errorf("tracing: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // Nothing is written to it.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxAnswer))
	if response.StatusCode/100 != 2 { //nolint:mnd // 2xx
		return fmt.Errorf("tracing: the collector answered %s", response.Status)
	}
	return nil
}
