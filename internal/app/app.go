// Package app assembles the program: it opens the database, wires the domains to the REST API and
// the GraphQL API, and serves. It is the only package that may import everything.
package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/app/metrics"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/db/flush"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/figures"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/hook"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	live "github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/rest"
)

// The names of the configuration for callers of [New] and [Open].
type (
	// Config is the configuration of a server.
	Config = config.Config
	// Basics is the part of the configuration that every command needs.
	Basics = config.Basics
)

// App is a server that is ready to serve.
type App struct {
	*Worker

	config Config
	graph  *graph.Server
	api    *rest.API
	hub    *notificationHub
	calls  *apiclient.Recorder
	// loops store the calls, and the counts of decisions.
	loops   []*flush.Loop
	metrics *metrics.Metrics
	figures *figures.Recorder
	start   firm.Start
	server  *httpd.Server
	// scrapes serves /metrics on a separate address. It is nil if there is none.
	scrapes *httpd.Server
	// stopping ends what runs beside the requests. leaving ends before it: the server then reports
	// that it is not ready.
	stopping, leaving context.Context //nolint:containedctx // the life of the server, not of a request
	stop, leave       context.CancelFunc
	watching          sync.WaitGroup
	// dispatcher sends messages, and hooks receives what their providers say.
	dispatcher *dispatch.Dispatcher
	hooks      *hook.Receiver
	links      *consent.Links
	// deliverer delivers events to webhooks.
	deliverer *webhook.Deliverer
	// media keeps the files of messages.
	media *media.Manager
	// signOn logs people in by providers.
	signOn *sso.Manager
	// mailBox keeps the mails of a demo. It is nil if there is none.
	mailBox *mail.Box
}

// New opens and migrates the database, creates the super-firm when the database is empty, and wires
// everything. For an invalid setting it returns a [*config.Error]. The caller closes the App.
func New(ctx context.Context, settings Config) (*App, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	a := &App{config: settings.Defaults()}
	limits, err := a.config.RateLimits()
	if err != nil {
		return nil, err
	}
	providers, err := a.config.Providers()
	if err != nil {
		return nil, err
	}
	mails, err := mailConfig(settings)
	if err != nil {
		return nil, err
	}
	a.mailBox = mails.Box
	opened, err := openDatabase(ctx, settings.Basics)
	if err != nil {
		return nil, err
	}
	core, err := newCore(ctx, opened, settings, mails)
	if err != nil {
		return nil, err
	}
	if err := keyring.Keep(ctx, core.DB, core.Secrets); err != nil {
		return nil, errors.Join(err, core.Close())
	}
	if err := warnUndistributed(ctx, core.DB); err != nil {
		return nil, errors.Join(err, core.Close())
	}
	a.Worker = newWorker(core)
	a.signOn = sso.NewManager(a.DB, a.Passwords, a.Sessions, sso.Config{
		Providers: providers, PublicURL: a.config.PublicURL, Mails: a.Mails,
	})
	a.stopping, a.stop = context.WithCancel(context.WithoutCancel(ctx))
	a.leaving, a.leave = context.WithCancel(a.stopping)
	if err := a.wire(ctx, limits); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// wire builds the parts of the server, each from those above it.
func (a *App) wire(ctx context.Context, limits config.RateLimits) (err error) {
	a.start, err = firm.Bootstrap(ctx, a.DB, a.Passwords.Hash, firm.Admin{
		Email: a.config.AdminEmail, Password: a.config.AdminPassword,
	})
	if err != nil {
		return fmt.Errorf("create the super-firm: %w", err)
	}
	if err := a.join(ctx); err != nil {
		return err
	}
	a.watching.Go(func() { a.connections.Watch(a.stopping, a.checks()) })

	var limiter *httpd.Limiter
	var callRate *apiclient.Rate
	if !limits.Off {
		limiter = httpd.NewLimiter(limits.Calls)
		callRate = &apiclient.Rate{PerSecond: limits.Calls.PerSecond, Burst: limits.Calls.Burst}
	}
	keys := apiclient.NewKeys(a.DB, func(request viewer.Request) error {
		return limiter.Allow(&viewer.Viewer{Request: request}) // a call without a valid credential
	})
	bodies := httpd.NewBodies(&httpd.Credentials{
		IsKey: apiclient.IsKey, Authenticate: a.Sessions.AuthenticateIf, Visit: a.Memberships.Visit, Recognise: keys.AuthenticateIf,
	})
	a.calls = apiclient.NewRecorder(a.DB)
	a.loops = append(a.loops, a.calls.Loop)
	a.hub = a.newHub(bodies, limiter)
	a.metrics = metrics.New(metrics.Sources{
		DB: a.DB, Passwords: a.Passwords, Calls: a.calls, Jobs: a.Jobs, Connections: a.connections, Broker: a.Broker,
		Hub: a.hub.Hub, Wallets: a.Wallets, Authz: a.authz,
		Sending:   func() dispatch.Stats { return a.dispatcher.Stats() }, // built below
		Queue:     func(ctx context.Context) ([]outgoing.Waiting, error) { return outgoing.CountWaiting(ctx, a.DB) },
		Webhooks:  func(ctx context.Context) (webhook.Waiting, error) { return webhook.CountWaiting(ctx, a.DB) },
		Attempts:  func() map[string]uint64 { return a.deliverer.Attempts() }, // built below
		Campaigns: func(ctx context.Context) ([]campaign.Working, error) { return campaign.CountWorking(ctx, a.DB) },
	})
	a.Messages.Observe(messaging.Observer{Stayed: a.metrics.Stayed, Priced: a.metrics.Priced})
	a.Mails.Observe(a.metrics.Mail)
	a.Sessions.Observe(a.metrics.SignIn)
	a.figures = figures.NewRecorder(version.Release(), a.connections.Len, a.Jobs)
	if err := a.build(a.config, a.metrics.Step); err != nil {
		return err
	}
	a.metrics.ShowJobs(a.runner.Kinds())
	decisions := policy.NewRecorder(a.DB, a.authz)
	a.loops = append(a.loops, decisions.Loop)
	key := a.Secrets
	a.Sessions.Factors().SetKey(key)
	allowed, err := a.config.PrivateTargets()
	if err != nil {
		return err
	}
	guard := outbound.NewGuard(allowed)
	channels := a.newChannels(key, guard, limits)
	a.links = consent.NewLinks(a.DB, key, a.config.PublicURL)
	a.Campaigns.SetLinks(a.links)
	conversations := conversation.NewManager(a.DB, a.Notifications, a.Broker,
		func(ctx context.Context, firm uuid.UUID, limit int, users ...uuid.UUID) ([]uuid.UUID, error) {
			return a.authz.Members(ctx, firm, authz.Permission{Module: "MessagingChat", Action: "View"}, limit, users...)
		})
	a.Messages.OnArrived(conversations.Notify)
	a.Messages.OnChanged(conversations.Publish)
	context.AfterFunc(a.stopping, contact.Observe(a.DB, conversations.PublishContacts))
	links := media.NewLinks(key, a.config.CalledURL())
	a.media = media.NewManager(a.DB, a.Files, channels, links, func(ctx context.Context, firm uuid.UUID, of media.Origin) {
		entry := &conversation.EntryRef{ID: of.MessageID, OccurredAt: of.OccurredAt}
		conversations.Publish(ctx, firm, []conversation.Change{{ID: of.ConversationID, Entry: entry}})
	})
	a.Messages.SetMedia(a.media)
	a.Messages.OnAlert(channels.Alert)
	a.hooks = hook.NewReceiver(a.DB, a.Messages, channels)
	a.dispatcher = dispatch.New(a.DB, a.Messages, channels, dispatch.Config{
		Unsubscribe: a.links.URL, Stayed: a.metrics.Stayed, Open: a.media.Open, Link: a.media.Link,
		Tracer: a.config.Tracer,
	})

	events := event.NewLog(a.DB, func(ctx context.Context, module string) error { return a.authz.Can(ctx, module, "View") })
	webhooks := webhook.NewManager(a.DB, webhook.Config{
		Key: key, Guard: guard, Events: events, Lookup: a.initiator, Notifications: a.Notifications, NoRateLimit: limits.Off,
		Tracer: a.config.Tracer,
	})
	a.deliverer = webhooks.NewDeliverer(webhook.Options{})
	a.graph, err = graph.New(graph.Options{
		DB:            a.DB,
		Authz:         a.authz,
		Passwords:     a.Passwords,
		Accounts:      a.Accounts,
		Memberships:   a.Memberships,
		Sessions:      a.Sessions,
		SingleSignOn:  a.signOn,
		Mails:         a.Mails,
		Calls:         a.calls,
		Decisions:     decisions,
		CallRate:      callRate,
		Connections:   a.connections,
		Files:         a.Files,
		Imports:       a.Imports,
		Notifications: a.Notifications,
		Wallets:       a.Wallets,
		Messages:      a.Messages,
		Channels:      channels,
		Templates:     template.NewManager(a.DB, channels, a.Notifications),
		Conversations: conversations,
		Campaigns:     a.Campaigns,
		Privacy:       a.Privacy,
		Events:        events,
		Webhooks:      webhooks,
		Guard:         guard,
		Jobs:          a.Jobs,
		Figures:       a.figures,
		Limiter:       limiter,
		Bodies:        bodies,
		Introspection: a.config.Introspection == config.On,
		Observe:       a.metrics.Operation,
		Slow:          a.config.Slow,
		Tracer:        a.config.Tracer,
		PlanDiffers:   a.config.PlanDiffers,
	})
	if err != nil {
		return fmt.Errorf("build the executor: %w", err)
	}
	a.api, err = rest.New(rest.Options{
		Executor: a.graph,
		Bodies:   bodies,
		Schema:   a.graph.Schema(),
		Scalars:  graph.Scalars(),
		Streams:  a.graph.Streams(),
		Contents: map[string]rest.ContentSource{"file": a.fileContent, "message": a.messageMedia},
		Opened:   a.openedStream,
		Events:   describedEvents(),
		Version:  version.Release(),
	})
	if err != nil {
		return fmt.Errorf("build the routes: %w", err)
	}
	events.ReadBy(a.api.Read)
	a.metrics.Show(a.api.Operations())
	return a.listenOn(bodies, limiter)
}

// openedStream registers a stream of the REST API.
func (a *App) openedStream(ctx context.Context, end func()) (remove func(), err error) {
	connection, err := a.connections.Add(live.OwnerOf(viewer.From(ctx)), func(live.Reason) { end() })
	if err != nil {
		return nil, err
	}
	return connection.Remove, nil
}

// listenOn creates the servers.
func (a *App) listenOn(bodies *httpd.Bodies, limiter *httpd.Limiter) error {
	proxies, err := a.config.Proxies()
	if err != nil {
		return err
	}
	options := httpd.Options{
		Mounts: slices.Concat(a.mounts(), a.hookMounts(bodies, limiter), a.unsubscribeMounts(), a.linkMounts(), a.demoMailMounts(),
			a.signOnMounts()),
		Refuse: rest.Refuse, Bodies: bodies,
		TrustedProxies: proxies, Origins: a.config.CORSOrigins, Limiter: limiter, Observe: a.observe,
		StopDelay: a.config.StopDelay,
		Tracer:    a.config.Tracer,
	}
	scrape := httpd.Mount{Method: http.MethodGet, Path: "/metrics", Head: true, Kind: httpd.Probe, Handler: a.metrics.Handler()}
	if a.config.MetricsAddr == "" {
		options.Mounts = append(options.Mounts, scrape)
	} else {
		alone := httpd.Options{Mounts: []httpd.Mount{scrape}, Refuse: rest.Refuse, TrustedProxies: proxies, Limiter: limiter}
		if a.scrapes, err = httpd.New(alone); err != nil {
			return err
		}
	}
	a.server, err = httpd.New(options)
	return err
}

// observe counts a request, and records it if an API client sent it.
func (a *App) observe(done httpd.Done) {
	a.metrics.Request(done.Pattern, done.Status, done.Took)
	a.figures.Record(done.Began.Add(done.Took), done.Status, done.Took)
	if done.Viewer.Kind != viewer.Anonymous {
		a.serving.answered()
	}
	if done.Viewer.Kind != viewer.APIClient {
		return
	}
	a.calls.Record(apiclient.Request{
		FirmID: done.Viewer.FirmID, APIClientID: done.Viewer.APIClientID, Method: done.Method, Path: done.Path, Status: done.Status,
		Address: done.Viewer.Request.Address, Began: done.Began, Took: done.Took,
	})
}

// FirstAdmin returns the super-admin who was created at this start, or nil. The password is set if
// it was generated.
func (a *App) FirstAdmin() firm.Admin {
	return firm.Admin{Email: a.start.Email, Password: a.start.Password}
}

// Handler serves every path. It is meant for tests in the same process.
func (a *App) Handler() http.Handler { return a.server }

// OpenAPI returns the OpenAPI document of the REST API. It is meant for tests in the same process.
func (a *App) OpenAPI() ([]byte, error) { return a.api.OpenAPI() }
