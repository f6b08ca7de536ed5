// Package ssotest is an OpenID Connect provider for tests, which can be told to do wrong.
package ssotest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"
)

// The client that the provider knows.
const (
	ClientID     = "firmhub"
	ClientSecret = "the secret of the client"
)

// Provider is a running provider. Its log-in page consents at once. The exported fields are changed
// by Set.
type Provider struct {
	// URL is the issuer.
	URL string

	t  testing.TB
	mu sync.Mutex
	Behavior
	key   *Key
	codes map[string]url.Values
}

// Behavior is what a provider does.
type Behavior struct {
	// Claims are added to ID tokens, and replace those of the provider.
	Claims map[string]any
	// Userinfo is what the userinfo endpoint answers.
	Userinfo map[string]any
	// Sign signs an ID token; with the key of the provider by default.
	Sign func(claims jwt.MapClaims, key *Key) string
	// Answer changes the answer that the browser takes to the callback. Nil changes nothing.
	Answer func(answer url.Values)
	// Describe changes the description of the provider. Nil changes nothing.
	Describe func(description map[string]any)
	// IsDown answers everything with 500.
	IsDown bool
}

// Key is a key of a provider.
type Key struct {
	ID      string
	Private *ecdsa.PrivateKey
}

// NewKey returns a key.
func NewKey(t testing.TB, id string) *Key {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return &Key{ID: id, Private: key}
}

// Sign returns a token that is signed by ES256.
func (k *Key) Sign(t testing.TB, claims jwt.MapClaims) string {
	t.Helper()
	token := jwt.NewWithClaims(jwt.SigningMethodES256, claims)
	token.Header["kid"] = k.ID
	text, err := token.SignedString(k.Private)
	require.NoError(t, err)
	return text
}

// New starts a provider on this machine, for the time of the test.
func New(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{t: t, key: NewKey(t, "first"), codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.describe)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) { write(w, p.behavior().Userinfo) })
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.behavior().IsDown {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Set changes what the provider does from now on.
func (p *Provider) Set(change func(*Behavior)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(&p.Behavior)
}

// Rotate replaces the key of the provider.
func (p *Provider) Rotate(key *Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key = key
}

func (p *Provider) behavior() Behavior {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Behavior
}

func (p *Provider) describe(w http.ResponseWriter, _ *http.Request) {
	description := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/keys", "userinfo_endpoint": p.URL + "/userinfo",
		"id_token_signing_alg_values_supported": []string{"ES256", "HS256", "none"},
	}
	if change := p.behavior().Describe; change != nil {
		change(description)
	}
	write(w, description)
}

// authorize consents for the person, and sends the browser back with a code.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	if asked.Get("response_type") != "code" || asked.Get("client_id") != ClientID || asked.Get("code_challenge_method") != "S256" ||
		asked.Get("state") == "" || asked.Get("nonce") == "" || asked.Get("code_challenge") == "" {
		http.Error(w, "invalid_request", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	p.mu.Lock()
	p.codes[code] = asked
	p.mu.Unlock()
	answer := url.Values{"code": {code}, "state": {asked.Get("state")}}
	if change := p.behavior().Answer; change != nil {
		change(answer)
	}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+answer.Encode(), http.StatusFound)
}

// token exchanges a code once, for the client that has its verifier.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	id, _ := url.QueryUnescape(user)
	secret, _ := url.QueryUnescape(password)
	p.mu.Lock()
	asked, known := p.codes[r.PostFormValue("code")]
	delete(p.codes, r.PostFormValue("code"))
	key := p.key
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !known || id != ClientID || secret != ClientSecret || r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != asked.Get("code_challenge") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error": "invalid_grant"}`))
		return
	}
	now := time.Now()
	claims := jwt.MapClaims{
		"iss": p.URL, "aud": ClientID, "sub": "a person", "nonce": asked.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	}
	does := p.behavior()
	maps.Copy(claims, does.Claims)
	if does.Sign == nil {
		does.Sign = func(claims jwt.MapClaims, key *Key) string { return key.Sign(p.t, claims) }
	}
	write(w, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 3600, "id_token": does.Sign(claims, key)})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	key := p.key
	p.mu.Unlock()
	point, err := key.Private.PublicKey.Bytes()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	half := len(point) / 2
	write(w, map[string]any{"keys": []any{map[string]any{
		"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": key.ID,
		"x": base64.RawURLEncoding.EncodeToString(point[1 : half+1]), "y": base64.RawURLEncoding.EncodeToString(point[half+1:]),
	}}})
}

func write(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // to a client that is gone
}
