// Package sso implements single sign-on: log-ins by OpenID Connect providers that the operator
// names in a file.
//
// A log-in has three steps. Start sends the browser to the provider, with a state. The provider
// sends it back with a code, which Callback exchanges for the person, and answers with a code of
// our own. Exchange takes that code once and begins the session. The state belongs to one provider
// and, by a cookie, to one browser. Nothing that a client sends is good twice.
package sso

import (
	"context"
	"encoding/base64"
	"net/url"
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// Path is the path of the routes of log-ins by providers.
	Path = "/api/v1/auth/oidc"
	// LoginLife is how long a log-in may take at the provider.
	LoginLife = 10 * time.Minute
	// codeLife is how long the code for the exchange is good.
	codeLife = time.Minute
)

// Config configures a [Manager].
type Config struct {
	Providers []Settings
	// PublicURL is where browsers reach this server.
	PublicURL string
	// Mails sends mails. Nil sends none.
	Mails *mail.Mailer
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// Manager manages log-ins by providers. It is safe for concurrent use.
type Manager struct {
	db        *db.DB
	passwords *password.Hasher
	sessions  *session.Manager
	mails     *mail.Mailer
	publicURL string
	clock     func() time.Time
	names     []string
	providers map[string]*provider
}

// NewManager returns a manager of log-ins by providers. It calls no provider.
func NewManager(d *db.DB, passwords *password.Hasher, sessions *session.Manager, config Config) *Manager {
	m := &Manager{
		db: d, passwords: passwords, sessions: sessions, mails: config.Mails, publicURL: config.PublicURL, clock: config.Now,
		names: []string{}, providers: map[string]*provider{},
	}
	if m.clock == nil {
		m.clock = time.Now
	}
	client := newClient()
	for _, settings := range config.Providers {
		m.names = append(m.names, settings.Name)
		m.providers[settings.Name] = &provider{Settings: settings, client: client, clock: m.clock}
	}
	return m
}

// Names returns the names of the providers in the order of the file. Anybody may call it.
func (m *Manager) Names() []string { return m.names }

func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }

// find returns a provider, or NotFound.
func (m *Manager) find(name string) (*provider, error) {
	if m.providers[name] != nil {
		return m.providers[name], nil
	}
	return nil, fault.New(fault.NotFound, "There is no such provider.")
}

// redirectURL is where a provider sends the browser back to.
func (m *Manager) redirectURL(p *provider) string {
	return m.publicURL + Path + "/" + url.PathEscape(p.Name) + "/callback"
}

// Started is a log-in that begins.
type Started struct {
	secret.Hidden

	// URL is where the provider asks the person.
	URL string
	// Browser is the cookie that binds the log-in to the browser.
	Browser string
}

// Start begins a log-in. Anybody may call it. It returns NotFound for an unknown provider,
// TooManyRequests for an address with too many log-ins, and Unavailable if the provider does not
// answer.
func (m *Manager) Start(ctx context.Context, name string) (_ *Started, err error) {
	defer fault.Wrap(&err, "sso.Start")
	p, err := m.find(name)
	if err != nil {
		return nil, err
	}
	if err := m.sessions.CountLogin(ctx); err != nil { // Each call stores a row.
		return nil, err
	}
	described, err := p.describe(ctx)
	if err != nil {
		return nil, unavailable(err)
	}
	state, stateHash := token.NewOpaque()
	browser, browserHash := token.NewOpaque()
	_, err = m.db.Shared(ctx).Exec(`
INSERT INTO oidc_logins (id, provider, hash, browser, has_factor, expires_at) VALUES ($1, $2, $3, $4, false, $5)`,
		entity.NewID(), p.Name, stateHash, browserHash, m.now().Add(LoginLife))
	if err != nil {
		return nil, err
	}
	return &Started{URL: p.authURL(described, m.redirectURL(p), state, browser), Browser: browser}, nil
}

func unavailable(cause error) error {
	return fault.Retry(fault.Unavailable, retryAfter, "The sign-in service does not answer. Try again later.").Because(cause)
}

// derive returns a secret of a log-in, which only the browser that began can make: it is not
// stored.
func derive(what, state, browser string) string {
	return base64.RawURLEncoding.EncodeToString(token.Hash(what + " " + state + " " + browser))
}
