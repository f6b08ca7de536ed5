package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	adminEmail   = "bench@firmhub.example"
	refusedEmail = "refused@firmhub.example"
	secret       = "B3nch-secret!"
	// changed are how many contacts are updated in turn.
	changed = 1000
)

// fixture is firmhub with contacts, and the handlers compared with it.
type fixture struct {
	*app.App

	api, plain, bare http.Handler // bare is nil on SQLite
	// token belongs to a user who may do everything, and refused to one who may do nothing.
	token, refused string
	contacts       []*ent.Contact

	close []func() error
}

// newFixture fills the database of the URL and opens it again, as after a restart. So the log of
// SQLite is short, and its statistics of tables are up to date.
func newFixture(ctx context.Context, address string, contacts int) (*fixture, error) {
	folder, err := os.MkdirTemp("", "firmhub_bench")
	if err != nil {
		return nil, err
	}
	f := &fixture{close: []func() error{func() error { return os.RemoveAll(folder) }}}
	settings := app.Config{
		Basics: app.Basics{DatabaseURL: address, DataDir: folder, Log: "error"}, FilesURL: "file://" + folder,
		RateLimit: "off", AdminEmail: adminEmail, AdminPassword: secret,
	}
	if err := f.fill(ctx, settings, contacts); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := f.open(ctx, settings); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *fixture) fill(ctx context.Context, settings app.Config, contacts int) (err error) {
	a, err := app.New(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	firm, err := a.DB.Client.Firm.Query().Only(rule.AcrossFirms(ctx, "a benchmark fills the only firm"))
	if err != nil {
		return err
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm.ID})
	if err := bench.Fill(ctx, a.DB, contacts); err != nil {
		return err
	}
	f.contacts, err = a.DB.Client.Contact.Query().Order(contact.ByCreatedAt(), contact.ByID()).Offset(contacts / 2).Limit(changed).All(ctx)
	if err != nil {
		return err
	}
	return bench.Settle(ctx, a.DB)
}

func (f *fixture) open(ctx context.Context, settings app.Config) (err error) {
	if f.App, err = app.New(ctx, settings); err != nil {
		return err
	}
	f.close = append(f.close, f.App.Close)
	f.api = f.App.Handler()
	plain := &plain{db: f.DB, authz: authz.New(f.DB.Client, authz.DefaultSize), passwords: f.Passwords, tokens: f.Tokens}
	f.plain = f.authenticated(plain.routes(), plain.login)
	if f.DB.Dialect() == db.Postgres {
		pool, err := pgxpool.New(ctx, settings.DatabaseURL)
		if err != nil {
			return err
		}
		f.close = append(f.close, func() error { pool.Close(); return nil })
		bare := &bare{pool: pool, passwords: f.Passwords, tokens: f.Tokens}
		f.bare = f.authenticated(bare.routes(), bare.login)
	}
	if f.token, err = f.signIn(ctx, adminEmail); err != nil {
		return err
	}
	f.refused, err = f.addRefused(ctx)
	return err
}

// Close closes everything that is open, the last first.
func (f *fixture) Close() (err error) {
	for len(f.close) > 0 {
		last := len(f.close) - 1
		err = errors.Join(err, f.close[last]())
		f.close = f.close[:last]
	}
	return err
}

// authenticated wraps the routes of a handler: all check the same access token as firmhub does, at
// each request.
func (f *fixture) authenticated(routes map[string]http.HandlerFunc, login http.HandlerFunc) http.Handler {
	mux, protected := http.NewServeMux(), http.NewServeMux()
	mux.HandleFunc("POST /login", login)
	for route, handler := range routes {
		protected.HandleFunc(route, handler)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		asking, err := f.Sessions.Authenticate(r.Context(), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), viewer.Request{})
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		protected.ServeHTTP(w, r.WithContext(viewer.NewContext(r.Context(), asking)))
	})
	return mux
}

func (f *fixture) signIn(ctx context.Context, email string) (string, error) {
	var login struct{ Token string }
	err := f.post(ctx, "/api/v1/auth/login", map[string]any{"email": email, "password": secret}, &login)
	return login.Token, err
}

// addRefused adds a user whose role has no permission, and returns an access token of that user.
func (f *fixture) addRefused(ctx context.Context) (string, error) {
	var role struct{ ID uuid.UUID }
	if err := f.post(ctx, "/api/v1/roles/create", map[string]any{"name": "Nothing"}, &role); err != nil {
		return "", err
	}
	err := f.post(ctx, "/api/v1/users/create", map[string]any{
		"firstName": "A", "lastName": "B", "email": refusedEmail, "password": secret, "roleId": role.ID,
	}, nil)
	if err != nil {
		return "", err
	}
	return f.signIn(ctx, refusedEmail)
}

// post calls the REST API.
func (f *fixture) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	recorder := httptest.NewRecorder()
	f.api.ServeHTTP(recorder, newRequest(ctx, http.MethodPost, path, f.token, body))
	if recorder.Code >= http.StatusBadRequest {
		return fmt.Errorf("%s: %s", path, recorder.Body)
	}
	return json.Unmarshal(recorder.Body.Bytes(), &struct{ Data any }{out})
}

func newRequest(ctx context.Context, method, path, token string, body []byte) *http.Request {
	request := httptest.NewRequestWithContext(ctx, method, path, bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request
}
