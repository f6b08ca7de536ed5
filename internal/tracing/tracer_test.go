package tracing_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/tracing"
)

// sent is what the test reads of a request to the collector.
type sent struct {
	ResourceSpans []struct {
		Resource   struct{ Attributes []attribute }
		ScopeSpans []struct {
			Scope struct{ Name, Version string }
			Spans []span
		}
	}
}

type attribute struct {
	Key   string
	Value struct{ StringValue, IntValue string }
}

type span struct {
	TraceID, SpanID, ParentSpanID, Name string
	Kind                                int
	StartTimeUnixNano, EndTimeUnixNano  string
	Attributes                          []attribute
	Links                               []struct{ TraceID, SpanID string }
	Status                              struct{ Code int }
}

// collector returns the URL of a collector that answers with a status, and what it gets.
func collector(t *testing.T, status int) (url string, requests chan sent, headers chan http.Header) {
	t.Helper()
	requests, headers = make(chan sent, 100), make(chan http.Header, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var one sent
		if err := json.Unmarshal(body, &one); err != nil {
			t.Error(err)
		}
		headers <- r.Header
		requests <- one
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests, headers
}

func TestTracer(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		url, requests, headers := collector(t, http.StatusOK)
		tracer := tracing.New(tracing.Config{
			Endpoint: url, Ratio: 1, Version: "1.2.3", Headers: map[string]string{"api-key": "k"},
			Resource: map[string]string{"service.name": "firmhub"},
		})
		ctx, request := tracer.Start(t.Context(), tracing.Server, "GET /")
		request.Link("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
		inner, operation := tracer.Start(ctx, tracing.Internal, "query")
		statement := tracer.Record(inner, tracing.Client, "SELECT", time.Now().Add(-time.Second))
		statement.Text("db.query.text", "SELECT 1")
		statement.Text("none", "")
		statement.End()
		operation.Fail()
		operation.End()
		request.Number("http.response.status_code", 500)
		request.End()
		_, other := tracer.StartTrace(inner, tracing.Consumer, "job")
		other.End()
		tracer.Close()

		require.Equal(t, "k", (<-headers).Get("Api-Key"))
		one := (<-requests).ResourceSpans[0]
		require.Equal(t, "service.name", one.Resource.Attributes[0].Key)
		require.Equal(t, "1.2.3", one.ScopeSpans[0].Scope.Version)
		spans := one.ScopeSpans[0].Spans
		require.Len(t, spans, 4)
		sql, query, get, job := spans[0], spans[1], spans[2], spans[3]
		require.Equal(t, []string{"SELECT", "query", "GET /", "job"}, []string{sql.Name, query.Name, get.Name, job.Name})
		require.Equal(t, query.SpanID, sql.ParentSpanID)
		require.Equal(t, get.SpanID, query.ParentSpanID)
		require.Empty(t, get.ParentSpanID)
		require.Empty(t, job.ParentSpanID)
		require.Len(t, get.TraceID, 32)
		require.Len(t, get.SpanID, 16)
		require.Equal(t, get.TraceID, sql.TraceID)
		require.NotEqual(t, get.TraceID, job.TraceID)
		require.Equal(t, tracing.TraceOf(ctx), get.TraceID)
		require.Equal(t, "0af7651916cd43dd8448eb211c80319c", get.Links[0].TraceID)
		require.Equal(t, "b7ad6b7169203331", get.Links[0].SpanID)
		require.Len(t, sql.Attributes, 1)
		require.Equal(t, "SELECT 1", sql.Attributes[0].Value.StringValue)
		require.Equal(t, "500", get.Attributes[0].Value.IntValue)
		require.Equal(t, []int{0, 2, 3}, []int{get.Status.Code, query.Status.Code, sql.Kind})
		require.Less(t, sql.StartTimeUnixNano, get.StartTimeUnixNano)
	})

	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		tracer := tracing.New(tracing.Config{})
		require.Nil(t, tracer)
		ctx, span := tracer.Start(t.Context(), tracing.Server, "x")
		require.Equal(t, t.Context(), ctx)
		span.Text("a", "b")
		span.Number("a", 1)
		span.Link("")
		span.Fail()
		span.End()
		tracer.Close()
	})

	// What is below a span that is not sampled begins no trace.
	t.Run("NotSampled", func(t *testing.T) {
		t.Parallel()
		url, requests, _ := collector(t, http.StatusOK)
		tracer := tracing.New(tracing.Config{Endpoint: url, Ratio: 0})
		ctx, span := tracer.Start(t.Context(), tracing.Server, "x")
		require.Nil(t, span)
		_, span = tracer.Start(ctx, tracing.Internal, "y")
		require.Nil(t, span)
		require.Nil(t, tracer.Record(ctx, tracing.Client, "z", time.Now()))
		require.Empty(t, tracing.TraceOf(ctx))
		tracer.Close()
		require.Empty(t, requests)
	})

	t.Run("Ratio", func(t *testing.T) {
		t.Parallel()
		url, _, _ := collector(t, http.StatusOK)
		tracer := tracing.New(tracing.Config{Endpoint: url, Ratio: 0.25})
		sampled := 0
		for range 4000 {
			if _, span := tracer.Start(t.Context(), tracing.Server, "x"); span != nil {
				sampled++
			}
		}
		tracer.Close()
		require.InDelta(t, 1000, sampled, 200)
	})

	t.Run("LargeTrace", func(t *testing.T) {
		t.Parallel()
		url, requests, _ := collector(t, http.StatusOK)
		tracer := tracing.New(tracing.Config{Endpoint: url, Ratio: 1})
		ctx, root := tracer.Start(t.Context(), tracing.Consumer, "root")
		root.Text("long", strings.Repeat("é", 5000))
		for range 1500 {
			tracer.Record(ctx, tracing.Client, "SELECT", time.Now()).End()
		}
		root.End()
		tracer.Close()
		count := 0
		for len(requests) > 0 {
			for _, one := range (<-requests).ResourceSpans[0].ScopeSpans[0].Spans {
				count++
				if one.Name == "root" {
					require.Equal(t, strings.Repeat("é", 1024), one.Attributes[0].Value.StringValue)
					require.Equal(t, "firmhub.spans_left_out", one.Attributes[1].Key)
					require.Equal(t, "501", one.Attributes[1].Value.IntValue)
				}
			}
		}
		require.Equal(t, 1000, count)
	})

	t.Run("BadLink", func(t *testing.T) {
		t.Parallel()
		url, requests, _ := collector(t, http.StatusServiceUnavailable)
		tracer := tracing.New(tracing.Config{Endpoint: url, Ratio: 1})
		for _, header := range []string{
			"", "x", "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319z-b7ad6b7169203331-01",
			"00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319cxb7ad6b7169203331-01",
		} {
			_, span := tracer.StartTrace(t.Context(), tracing.Server, "x")
			span.Link(header)
			span.End()
		}
		tracer.Close()
		for _, one := range (<-requests).ResourceSpans[0].ScopeSpans[0].Spans {
			require.Empty(t, one.Links)
		}
	})
}

// A collector that hangs stops nobody, and is left at the end.
func TestTracer_Hanging(t *testing.T) {
	t.Parallel()
	called, release := make(chan struct{}, 10), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		called <- struct{}{}
		<-release
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(release) })
	tracer := tracing.New(tracing.Config{
		Endpoint: server.URL, Ratio: 1, Wait: time.Millisecond, Timeout: time.Hour, Close: 50 * time.Millisecond,
	})
	for range 20_000 { // More than wait for the collector.
		_, span := tracer.StartTrace(t.Context(), tracing.Server, "x")
		span.End()
	}
	<-called
	tracer.Close()
	_, late := tracer.StartTrace(t.Context(), tracing.Server, "x")
	late.End()
	tracer.Close()
}

func BenchmarkStart(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	b.Cleanup(server.Close)
	for name, tracer := range map[string]*tracing.Tracer{
		"off":         nil,
		"not sampled": tracing.New(tracing.Config{Endpoint: server.URL}),
		"sampled":     tracing.New(tracing.Config{Endpoint: server.URL, Ratio: 1}),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, span := tracer.Start(context.Background(), tracing.Server, "x")
				span.End()
			}
		})
		tracer.Close()
	}
}
