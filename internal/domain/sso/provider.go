package sso

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

const (
	// callTime is how long a call of a provider may take, and maxAnswer the maximum size of an
	// answer in bytes.
	callTime  = 10 * time.Second
	maxAnswer = 1 << 20
	// descriptionLife is how long what a provider says about itself is used, and retryAfter how
	// long a provider that did not answer is not asked again.
	descriptionLife = time.Hour
	retryAfter      = 2 * time.Second
)

// newClient returns the client that calls providers. The operator has entered them, so they may be
// anywhere; it does not follow redirects, which could send the client secret elsewhere.
func newClient() *http.Client {
	anywhere := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	return outbound.NewGuard(anywhere).Client(outbound.Limits{Time: callTime, Body: maxAnswer})
}

// provider is a provider and what it last said about itself.
type provider struct {
	Settings

	client *http.Client
	clock  func() time.Time

	mu sync.Mutex
	// found is nil until the provider has answered once.
	found *description
	// at is when the provider was last asked, and failure why it did not answer then.
	at      time.Time
	failure error
}

// description is what a provider says about itself.
type description struct {
	*oidc.Provider

	metadata
}

type metadata struct {
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	KeysEndpoint          string   `json:"jwks_uri"`
	UserinfoEndpoint      string   `json:"userinfo_endpoint"`
	AuthMethods           []string `json:"token_endpoint_auth_methods_supported"`
	// NamesIssuer is set if each answer of the provider names it (RFC 9207).
	NamesIssuer bool `json:"authorization_response_iss_parameter_supported"`
}

// calling returns a context whose calls use the limited client.
func (p *provider) calling(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, p.client)
}

// describe returns what the provider says about itself. It asks the provider when it is first
// needed, and then once an hour; if the provider does not answer again, the last answer stays. Only
// one caller asks at a time.
func (p *provider) describe(ctx context.Context) (*description, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	age := p.clock().Sub(p.at)
	switch {
	case p.failure == nil && p.found != nil && age < descriptionLife:
		return p.found, nil
	case p.failure != nil && age < retryAfter:
		return p.found, p.unlessFound(p.failure)
	}
	// A caller who gives up must not leave the others without an answer.
	found, err := p.discover(context.WithoutCancel(ctx))
	p.at, p.failure = p.clock(), err
	if err == nil {
		p.found = found
	}
	return p.found, p.unlessFound(err)
}

func (p *provider) unlessFound(err error) error {
	if p.found != nil {
		return nil
	}
	return err
}

func (p *provider) discover(ctx context.Context) (*description, error) {
	ctx, cancel := context.WithTimeout(p.calling(ctx), callTime)
	defer cancel()
	found, err := oidc.NewProvider(ctx, p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("sso: discover %s: %w", p.Name, err)
	}
	d := &description{Provider: found}
	if err := found.Claims(&d.metadata); err != nil {
		return nil, fmt.Errorf("sso: discover %s: %w", p.Name, err)
	}
	issuer, err := url.Parse(p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("sso: discover %s: %w", p.Name, err)
	}
	endpoints := []string{d.AuthorizationEndpoint, d.TokenEndpoint, d.KeysEndpoint}
	if d.UserinfoEndpoint != "" {
		endpoints = append(endpoints, d.UserinfoEndpoint)
	}
	for _, endpoint := range endpoints {
		if parsed, err := url.Parse(endpoint); err != nil || parsed.Host == "" || !isSafe(parsed, issuer.Scheme == "http") {
			return nil, fmt.Errorf("sso: discover %s: %w", p.Name, errEndpoint)
		}
	}
	return d, nil
}

var errEndpoint = errors.New("an endpoint of the provider is missing or is not by https")

// client returns the provider's OAuth 2.0 client. The way in which it sends its secret is chosen
// before the call: a trial of both would send the code twice.
func (p *provider) oauth(d *description, redirect string) *oauth2.Config {
	endpoint := d.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if len(d.AuthMethods) > 0 && !slices.Contains(d.AuthMethods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: endpoint, RedirectURL: redirect,
		Scopes: append([]string{oidc.ScopeOpenID}, p.Scopes...),
	}
}
