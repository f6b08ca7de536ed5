package app

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/password"
)

// metrics are what /metrics shows. Every label has few values whatever clients send: routes by pattern, statuses by
// class, GraphQL operations by name only where the name is our own.
type metrics struct {
	*jobMetrics

	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	operations *prometheus.HistogramVec
	// named are the operations shown by their name.
	named map[string]bool
}

const others = "other"

func newMetrics(database func() db.Stats, hashing func() password.Stats, calls func() apiclient.RecorderStats) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "firmhub_http_request_seconds",
			Help:    "Time to answer a request, by route and class of status.",
			Buckets: seconds(),
		}, []string{"route", "status"}),
		operations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "firmhub_graphql_operation_seconds",
			Help:    "Time to run an operation of either face, by its name and the code of its first error.",
			Buckets: seconds(),
		}, []string{"operation", "code"}),
		named: map[string]bool{},
	}
	m.registry.MustRegister(m.requests, m.operations, newGauges(database, hashing, calls),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.jobMetrics = newJobMetrics(m.registry)
	return m
}

// show lets an operation appear under its name. Only for the start, before the first request.
func (m *metrics) show(operation string) { m.named[operation] = true }

// seconds are bounds for answers that take from half a millisecond to the request timeout.
func seconds() []float64 {
	return []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30}
}

// request notes an answered HTTP request. Whoever served it left the pattern of the route in it.
func (m *metrics) request(r *http.Request, status int, took time.Duration) {
	route := r.Pattern
	if route == "" {
		route = others
	}
	m.requests.WithLabelValues(route, statusLabel(status)).Observe(took.Seconds())
}

// operation notes an operation that was run for either face; code is empty for a success.
func (m *metrics) operation(_ context.Context, name string, code fault.Code, took time.Duration) {
	if !m.named[name] {
		name = others
	}
	if code == "" {
		code = "OK"
	}
	m.operations.WithLabelValues(name, string(code)).Observe(took.Seconds())
}

func statusLabel(status int) string {
	const hundred = 100
	return strconv.Itoa(status/hundred) + "xx"
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
