// Package app makes one program of all the others: it reads the configuration, opens the database, wires the rules to
// the two faces, and serves. It is the only package that may import everything.
package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/docsui"
	"github.com/firmhub/firmhub/internal/firm"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/password"
	"github.com/firmhub/firmhub/internal/session"
	"github.com/firmhub/firmhub/internal/viewer"
	live "github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/rest"
)

// App is the server, ready to serve.
type App struct {
	*Core

	config Config
	graph  *graph.Server
	calls  *apiclient.Recorder
	// connections are ended by auth and graph, and all of them at the stop.
	connections *live.Registry
	metrics     *metrics
	runner      *job.Runner
	start       firm.Start
	handler     *edge
	// stopping makes the server not ready.
	stopping context.Context //nolint:containedctx // the life of the server, not of a request
	stop     context.CancelFunc
}

// New opens and migrates the database, makes the super-firm when the database is empty, and wires everything. A setting
// that can't be used is a [*ConfigError]. Whoever gets an App closes it.
func New(ctx context.Context, config Config) (*App, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	opened := live.New()
	a := &App{config: config.Defaults(), connections: opened}
	limits, err := parseRateLimits(a.config.RateLimit)
	if err != nil {
		return nil, err
	}
	core, err := open(ctx, config.Basics, session.Config{
		NoRateLimit:           limits.off,
		Logins:                limits.logins,
		RequirePasswordChange: a.config.RequirePasswordChange == on,
		OnSessionEnd:          func(_ context.Context, id uuid.UUID, _ entsession.EndReason) { opened.EndSession(id) },
		OnRelationEnd:         func(_ context.Context, id uuid.UUID) { opened.EndMembership(id) },
	}, password.Config{NoRateLimit: limits.off, Iterations: a.config.PasswordIterations})
	if err != nil {
		return nil, err
	}
	a.Core = core
	a.stopping, a.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := a.wire(ctx, limits); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *App) wire(ctx context.Context, limits rateLimits) (err error) {
	a.start, err = firm.Bootstrap(ctx, a.db, a.passwords.Hash, firm.Admin{
		Email: a.config.AdminEmail, Password: a.config.AdminPassword,
	})
	if err != nil {
		return fmt.Errorf("make the super-firm: %w", err)
	}
	receive := func(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error) {
		return a.handler.bodies.receive(w, r)
	}
	a.calls = apiclient.NewRecorder(a.db)
	a.metrics = newMetrics(a.db.Stats, a.passwords.Stats, a.calls.Stats)
	a.metrics.registry.MustRegister(newJobCounts(a.jobs.Count), newConnectionCount(a.connections))
	a.runner = a.newRunner()
	a.graph, err = graph.New(graph.Options{
		DB:          a.db,
		Authz:       authz.New(a.db.Client, authz.DefaultSize),
		Passwords:   a.passwords,
		Accounts:    a.accounts,
		Memberships: a.memberships,
		Sessions:    a.sessions,
		Calls:       a.calls,
		Connections: a.connections,
		Admit:       func(v *viewer.Viewer) error { return a.handler.limiter.admit(v) },
		AdmitFurther: func(v *viewer.Viewer, calls int) error {
			return a.handler.limiter.admitFurther(v, calls)
		},
		Receive:       receive,
		Introspection: a.config.Introspection == on,
		CheckOrigin:   cors(a.config.CORSOrigins).allowsSocket,
		Observe:       a.metrics.operation,
	})
	if err != nil {
		return fmt.Errorf("build the executor: %w", err)
	}
	api, err := rest.New(rest.Options{
		Executor: a.graph.Executor(),
		Schema:   a.graph.Schema(),
		Scalars:  graph.Scalars(),
		Access:   a.graph.Access,
		Receive:  receive,
		Pin:      a.pin,
		Version:  Version(),
		ForAPIClients: func(module, action string) bool {
			return authz.Permission{Module: module, Action: action}.ForAPIClients()
		},
	})
	if err != nil {
		return fmt.Errorf("build the routes: %w", err)
	}
	return a.serveOn(api, limits)
}

// pin keeps a document of REST parsed and validated, and shows its operation in the metrics by name.
func (a *App) pin(text string, document *ast.QueryDocument) {
	a.graph.Pin(text, document)
	for _, operation := range document.Operations {
		a.metrics.show(operation.Name)
	}
}

// serveOn puts the paths together, behind the middleware.
func (a *App) serveOn(api *rest.Handler, limits rateLimits) error {
	trusted, err := proxies(a.config.TrustedProxies)
	if err != nil {
		return err
	}
	a.handler = &edge{
		next:    routes{api: api, mux: a.mux(api)},
		knows:   func(r *http.Request) bool { return r.URL.Path == graphqlPath || api.Knows(r) },
		trusted: trusted,
		cors:    a.config.CORSOrigins,
		credentials: credentials{
			authenticate: a.sessions.Authenticate,
			visit:        a.memberships.Visit,
			recognise:    apiclient.NewKeys(a.db, a.admitUnknown).Authenticate,
		},
		record:  a.calls.Record,
		metrics: a.metrics,
		sending: standardSending(),
	}
	a.handler.bodies = newReceiver(a.handler.identify)
	if !limits.off {
		a.handler.limiter = newLimiter(limits.calls)
		a.handler.readiness, a.handler.scrapes = newLimiter(probeLimits()), newLimiter(probeLimits())
	}
	return nil
}

// mux has the paths outside /api.
func (a *App) mux(api *rest.Handler) *http.ServeMux {
	mux := http.NewServeMux()
	docsui.Register(mux)
	mux.Handle("GET /docs/{$}", http.RedirectHandler("/docs", http.StatusMovedPermanently))
	mux.Handle(graphqlPath, a.graph)
	mux.HandleFunc("GET "+graph.SchemaPath, a.graph.ServeSchema)
	mux.HandleFunc("GET /openapi.json", api.ServeOpenAPI)
	mux.HandleFunc("GET /.well-known/jwks.json", a.jwks)
	mux.HandleFunc("GET /{$}", home)
	mux.HandleFunc("GET "+healthPath, healthz)
	mux.Handle("GET "+readyPath, &readyz{ping: a.db.Ping, closing: a.stopping})
	if a.config.MetricsAddr == "" {
		mux.Handle("GET "+metricsPath, a.metrics.handler())
	}
	return mux
}

// admitUnknown counts a call for the address it came from, as one without a valid credential.
func (a *App) admitUnknown(request viewer.Request) error {
	return a.handler.limiter.admit(&viewer.Viewer{Request: request})
}

// jwks serves the keys that verify access tokens. A new key is published an hour before it signs, so that a copy of
// five minutes is always good.
func (a *App) jwks(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=300")
	writeJSON(w, http.StatusOK, a.tokens.JWKS(r.Context()))
}

// FirstAdmin is the super-admin who was made at this start, if one was; the password is set when it was generated.
func (a *App) FirstAdmin() firm.Admin {
	return firm.Admin{Email: a.start.Email, Password: a.start.Password}
}

// Handler serves every path; for tests in the same process.
func (a *App) Handler() http.Handler { return a.handler }
