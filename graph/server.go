// Package graph is the GraphQL API, and the executor of the GraphQL API and the REST API. Every
// request is an operation of this schema that passes the same access rules, validation, transaction
// and resolvers.
package graph

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/graph/plan"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/figures"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// Options configure a Server.
type Options struct {
	DB          *db.DB
	Authz       *authz.Enforcer
	Passwords   *password.Hasher
	Accounts    *account.Manager
	Memberships *membership.Manager
	Sessions    *session.Manager
	// SingleSignOn logs people in by providers.
	SingleSignOn *sso.Manager
	// Mails sends the mails of the installation.
	Mails *mail.Mailer
	// Calls are the calls of the API clients.
	Calls *apiclient.Recorder
	// Decisions are the counted decisions of the calls.
	Decisions *policy.Recorder
	Files     *file.Store
	Imports   *importer.Importer
	// Notifications creates, marks and delivers notifications.
	Notifications *notification.Center
	// Wallets changes balances, and publishes the changes.
	Wallets *wallet.Ledger
	// Messages sends, reports and lists messages.
	Messages *messaging.Manager
	// Channels manages the channels of firms, and Templates their templates.
	Channels  *channel.Manager
	Templates *template.Manager
	// Campaigns manages the campaigns of firms.
	Campaigns *campaign.Manager
	// Privacy exports and erases people.
	Privacy *privacy.Manager
	// Conversations manages the conversations of firms.
	Conversations *conversation.Manager
	// Events are the events of firms.
	Events *event.Log
	// Webhooks deliver them, to addresses that Guard allows.
	Webhooks *webhook.Manager
	Guard    *outbound.Guard
	// Jobs lists and changes the jobs of all firms.
	Jobs *job.Manager
	// Figures are the live figures of the server.
	Figures *figures.Recorder
	// Connections registers WebSockets and event streams. If it is nil the server has its own
	// registry.
	Connections *connections.Registry
	Limiter     Limiter
	// CallRate is the limit of the calls of an API client, for its own information. Nil means none.
	CallRate *apiclient.Rate
	Bodies   Bodies
	// Introspection lets clients read the schema, and suggests names for misspelt ones.
	Introspection bool
	// Observe, unless nil, is called after each operation.
	Observe Observe
	// Slow is how long a query or a mutation may take before it is logged. Zero means that none is
	// logged.
	Slow time.Duration
	// Tracer traces queries and mutations. Nil traces nothing.
	Tracer *tracing.Tracer
	// PlanDiffers, unless nil, is called where a plan writes something else than gqlgen's walk. It
	// is for tests.
	PlanDiffers func(difference string)
}

// Limiter limits the rate of calls.
type Limiter interface {
	// Allow counts a call of the viewer. It returns TooManyRequests when the rate limit does not
	// allow it.
	Allow(v *viewer.Viewer) error
	// AllowFurther counts the calls that an operation costs in addition to its first, which was
	// allowed. When the rate limit does not allow all of them, it counts none and returns
	// TooManyRequests.
	AllowFurther(v *viewer.Viewer, calls int) error
}

// Bodies reads the bodies of requests, and checks their credentials again.
type Bodies interface {
	// Receive reads the body of a request. The operation runs with the context of the request that
	// it returns.
	Receive(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error)
	// OpenForm returns the body of a request to be read as it arrives, within the limit of Receive
	// until SetLimit raises it. At its end the credential is checked again, and check is called
	// with the current viewer.
	OpenForm(w http.ResponseWriter, r *http.Request, check func(context.Context) error) (*upload.Body, error)
	// Renew checks the credential of a request again, and returns the request with the current
	// viewer.
	Renew(r *http.Request) (*http.Request, error)
}

// sessions returns the current viewer of an access token.
type sessions interface {
	Authenticate(ctx context.Context, token string, request viewer.Request) (*viewer.Viewer, error)
}

// Server executes operations, and serves them at /graphql.
type Server struct {
	executable graphql.ExecutableSchema
	schema     *ast.Schema
	// published returns the schema for clients, which is made at the first request.
	published   func() (string, error)
	rules       map[*ast.FieldDefinition]access
	scalars     map[string]bind.Scalar
	documents   *documents
	persisted   extension.AutomaticPersistedQuery
	prices      prices
	plans       plan.Types
	answerLimit int64
	timeouts    timeouts
	// sessions are the sessions of the options. Tests replace them.
	sessions sessions
	options  Options
}

// New returns a server of the schema. It returns an error if a root field of the schema has no
// access rule, or a list no size.
func New(options Options) (*Server, error) {
	schema, err := loadSchema()
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	if options.Connections == nil {
		options.Connections = connections.New()
	}
	return newServer(generated.NewExecutableSchema(generated.Config{
		Schema:     schema,
		Resolvers:  &resolver{options: options},
		Directives: generated.DirectiveRoot{Needs: needs(options.Authz)},
	}), options)
}

// newServer does the same as [New] with another schema, for tests.
func newServer(executable graphql.ExecutableSchema, options Options) (*Server, error) {
	rules, err := accessRules(executable.Schema())
	if err != nil {
		return nil, fmt.Errorf("graph: access rules: %w", err)
	}
	if err := checkTransactions(executable.Schema()); err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	prices, err := readPrices(executable.Schema())
	if err != nil {
		return nil, fmt.Errorf("graph: prices: %w", err)
	}
	documents, err := newDocuments(executable.Schema(), options.Introspection)
	if err != nil {
		return nil, fmt.Errorf("graph: document cache: %w", err)
	}
	persisted, err := lru.New[string, string](documentCacheSize)
	if err != nil {
		return nil, fmt.Errorf("graph: persisted queries: %w", err)
	}

	return &Server{
		published:   sync.OnceValues(PublishedSchema),
		executable:  executable,
		schema:      executable.Schema(),
		rules:       rules,
		scalars:     Scalars(),
		documents:   documents,
		persisted:   extension.AutomaticPersistedQuery{Cache: persistedQueries{persisted}},
		prices:      prices,
		plans:       planTypes(),
		answerLimit: maxAnswer,
		timeouts:    defaultTimeouts,
		sessions:    options.Sessions,
		options:     options,
	}, nil
}

// Schema returns the parsed schema.
func (s *Server) Schema() *ast.Schema { return s.schema }

// persistedQueries keeps the documents of Automatic Persisted Queries by their hash. It does not
// keep long ones: a client that sends the hash of one again is asked for the text.
type persistedQueries struct{ *lru.Cache[string, string] }

// Get implements gqlgen's cache.
func (p persistedQueries) Get(_ context.Context, hash string) (string, bool) {
	return p.Cache.Get(hash)
}

// Add implements gqlgen's cache.
func (p persistedQueries) Add(_ context.Context, hash, text string) {
	if len(text) <= cachedDocumentLimit {
		p.Cache.Add(hash, text)
	}
}
