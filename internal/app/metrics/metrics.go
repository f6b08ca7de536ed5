// Package metrics counts and times what the server does, and serves the result to Prometheus.
package metrics

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub"
)

// Metrics are the metrics at /metrics. Every label has few values whatever clients send: routes by
// pattern, statuses by class, and GraphQL operations by name only if firmhub itself has named them.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	operations *prometheus.HistogramVec
	steps      *prometheus.HistogramVec
	stays      *prometheus.HistogramVec
	drifts     *prometheus.CounterVec
	mails      *prometheus.CounterVec
	signIns    *prometheus.CounterVec
	// named are the operations shown by their name.
	named map[string]bool
}

// other is the label of operations that firmhub has not named.
const other = "other"

// Sources are the parts of the server that are asked for their counts when the metrics are read.
type Sources struct {
	DB          *db.DB
	Passwords   *password.Hasher
	Calls       *apiclient.Recorder
	Jobs        *job.Manager
	Connections *connections.Registry
	Broker      broker.Broker
	Hub         *hub.Hub
	Wallets     *wallet.Ledger
	Authz       *authz.Enforcer
	Sending     func() dispatch.Stats
	Queue       func(context.Context) ([]outgoing.Waiting, error)
	Campaigns   func(context.Context) ([]campaign.Working, error)
	Webhooks    func(context.Context) (webhook.Waiting, error)
	Attempts    func() map[string]uint64
}

// New returns metrics without counts.
func New(sources Sources) *Metrics {
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "firmhub_" + name, Help: help, Buckets: seconds()}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: histogram("http_request_seconds", "Time to answer a request, by route and class of status.", "route", "status"),
		operations: histogram("graphql_operation_seconds",
			"Time to run an operation of either API, by its name and the code of its first error.", "operation", "code"),
		steps: histogram("job_step_seconds",
			"Time that a step of a job took, by kind and result: done, continued, retried, failed, stopped or waiting.", "kind", "result"),
		stays: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "firmhub_sending_state_seconds", Buckets: waits(),
			Help: "How long messages were in a state that they left: Queued (since they were to be sent), Sending, Unknown, Sent or Delivered.",
		}, []string{"state"}),
		drifts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "firmhub_sending_price_drift_total",
			Help: "Messages whose provider said what it charges, by how that differs from the firm's price: " +
				"None, Category, Free, Billed, More or Less.",
		}, []string{"drift"}),
		mails: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "firmhub_mails_total", Help: "Mails of the installation, by outcome of each attempt: sent, skipped, retried or refused.",
		}, []string{"outcome"}),
		signIns: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "firmhub_sign_ins_total",
			Help: "Tries to sign in, by method (password, totp, recoveryCode, passkey, passkeyAlone or provider) " +
				"and outcome (signedIn, waits, refused, limited or failed).",
		}, []string{"method", "outcome"}),
		named: map[string]bool{},
	}
	m.registry.MustRegister(m.requests, m.operations, m.steps, m.stays, m.drifts, m.mails, m.signIns,
		newQueueCounts(sources.Queue), newGauges(sources), newCampaignCounts(sources.Campaigns),
		newWebhookCounts(sources.Webhooks), newAttemptCounts(sources.Attempts),
		newJobCounts(sources.Jobs.Count), newConnectionCount(sources.Connections.Len), newBrokerCounts(sources.Broker.Status),
		newHubCounts(sources.Hub.Stats), newPosterCounts(sources.Wallets.Stats), newSendingCounts(sources.Sending), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// Prometheus sees no increase in a count that begins with its first failure.
	m.mails.WithLabelValues(mail.Refused)
	return m
}

// Show makes operations appear under their names. It must not be called once requests are served.
func (m *Metrics) Show(operations []string) {
	for _, operation := range operations {
		m.named[operation] = true
	}
}

// ShowJobs makes the failures of kinds of jobs appear before there are any: Prometheus sees no
// increase in a count that begins with its first failure.
func (m *Metrics) ShowJobs(kinds []string) {
	for _, kind := range kinds {
		m.steps.WithLabelValues(kind, string(job.Failed))
	}
}

// seconds are buckets from half a millisecond to the time of the longest operation.
func seconds() []float64 {
	return []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30}
}

// Request records an answered HTTP request by the pattern of its route, which is empty for an
// unknown route.
func (m *Metrics) Request(pattern string, status int, took time.Duration) {
	if pattern == "" {
		pattern = other
	}
	const hundred = 100
	m.requests.WithLabelValues(pattern, strconv.Itoa(status/hundred)+"xx").Observe(took.Seconds())
}

// Operation records an operation of either API. code is empty for a success.
func (m *Metrics) Operation(_ context.Context, name string, code fault.Code, took time.Duration) {
	if !m.named[name] {
		name = other
	}
	if code == "" {
		code = "OK"
	}
	m.operations.WithLabelValues(name, string(code)).Observe(took.Seconds())
}

// Step records a step of a job that ended.
func (m *Metrics) Step(kind string, result job.Result, took time.Duration) {
	m.steps.WithLabelValues(kind, string(result)).Observe(took.Seconds())
}

// Mail records an attempt to send a mail.
func (m *Metrics) Mail(outcome string) { m.mails.WithLabelValues(outcome).Inc() }

// SignIn records a try to sign in.
func (m *Metrics) SignIn(by session.Method, outcome session.Outcome) {
	m.signIns.WithLabelValues(string(by), string(outcome)).Inc()
}

// waits are buckets from a hundredth of a second to a day.
func waits() []float64 {
	return []float64{.01, .1, .5, 1, 5, 15, 60, 300, 900, 3600, 21600, 86400}
}

// Stayed records how long a message was in a state that it left.
func (m *Metrics) Stayed(in messaging.Status, took time.Duration) {
	m.stays.WithLabelValues(string(in)).Observe(took.Seconds())
}

// Priced records a message whose provider said what it charges.
func (m *Metrics) Priced(drift messaging.Drift) { m.drifts.WithLabelValues(string(drift)).Inc() }

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
