package session_test

import (
	"context"
	"encoding/base64"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/connections"
)

const (
	email       = "Ann@Example.com"
	annPassword = "Correct-horse-1"
	// iterations makes hashes fast, since these tests do not test their cost.
	iterations = 1000
)

// noon is the time when the tests begin.
var noon = time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)

// clock returns the same time until a test advances it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// deleted is the reason that takeEnded returns for a deleted session.
const deleted entsession.EndReason = "deleted"

// ending is a session whose connection has ended.
type ending struct {
	session uuid.UUID
	reason  entsession.EndReason
}

// config configures a bundle.
type config struct {
	NoRateLimit, RequirePasswordChange bool
	Logins                             session.LoginLimits
	HashWorkers, HashQueue             int
	Issuer, Audience                   string
	KeyPeriod                          time.Duration
}

// server is an instance on a database.
type server struct {
	*session.Manager

	tokens *token.Issuer
}

// bundle is a server on a database where Ann belongs to Acme and to Beta. The time is noon.
type bundle struct {
	*server

	passwords     *password.Hasher
	accounts      *account.Manager
	memberships   *membership.Manager
	notifications *notification.Center

	connections *connections.Registry

	d            *db.DB
	config       config
	clock        *clock
	across       context.Context //nolint:containedctx // It is what the tests look at the rows with.
	ann          *ent.User
	acme, beta   *ent.Firm
	atAcme, atBe *ent.Membership

	mu    sync.Mutex
	ended []uuid.UUID
}

func setup(t testing.TB, d *db.DB, c config) *bundle {
	t.Helper()
	b := &bundle{d: d, config: c, clock: &clock{now: noon}, connections: connections.New(), across: rule.AcrossFirms(t.Context(), "a test of sessions")}
	b.passwords = password.NewHasher(password.Config{
		Workers: c.HashWorkers, Queue: c.HashQueue, NoRateLimit: c.NoRateLimit, Iterations: iterations, Now: b.clock.Now,
	})
	b.accounts = account.NewManager(d, b.passwords, account.Config{NoRateLimit: c.NoRateLimit, Now: b.clock.Now})
	b.memberships = membership.NewManager(d, b.passwords, b.clock.Now)
	b.notifications = notification.NewCenter(d, broker.NewMemory())
	b.server = b.instance(t)
	b.beta, b.ann, b.atBe = b.admit(t, "Beta", email) // not sorted by name
	b.acme, _, b.atAcme = b.admit(t, "Acme", email)
	return b
}

// instance returns another instance on the same database.
func (b *bundle) instance(t testing.TB) *server {
	t.Helper()
	tokens, err := token.NewIssuer(t.Context(), b.d, token.Config{
		Issuer: b.config.Issuer, Audience: b.config.Audience, KeyPeriod: b.config.KeyPeriod, Now: b.clock.Now,
	})
	require.NoError(t, err)
	key, err := secret.ParseKey(base64.StdEncoding.EncodeToString(make([]byte, secret.KeySize)))
	require.NoError(t, err)
	manager := session.NewManager(b.d, b.passwords, tokens, b.memberships, b.notifications, session.Config{
		Logins: b.config.Logins, NoRateLimit: b.config.NoRateLimit, RequirePasswordChange: b.config.RequirePasswordChange,
		Connections: b.connections, PublicURL: origin, Now: b.clock.Now,
	})
	manager.Factors().SetKey(key)
	return &server{tokens: tokens, Manager: manager}
}

// admit creates a firm and adds a user to it.
func (b *bundle) admit(t testing.TB, firmName, email string) (*ent.Firm, *ent.User, *ent.Membership) {
	t.Helper()
	firm, ctx := dbtest.Firm(t, b.d, firmName)
	role, err := b.d.Client.Role.Create().SetName("Clerk").SetNameKey("clerk").Save(ctx)
	require.NoError(t, err)
	hash, err := b.passwords.Hash(t.Context(), annPassword)
	require.NoError(t, err)
	in := user.CreateInput{FirstName: "Ann", LastName: "Lee", Email: email, Password: annPassword}
	joined, member, err := user.JoinWith(t.Context(), b.d, firm.ID, role.ID, in, hash)
	require.NoError(t, err)
	return firm, joined, member
}

// SignIn logs a user in without a password, and opens a connection of the session.
func (b *bundle) SignIn(ctx context.Context, of *ent.User) (*session.Login, error) {
	login, err := b.Manager.SignIn(ctx, of)
	if err != nil || len(login.Firms) == 0 {
		return login, err
	}
	id := login.Firms[0].SessionID
	_, err = b.connections.Add(connections.Owner{Session: id}, func(connections.Reason) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ended = append(b.ended, id)
	})
	return login, err
}

// takeEnded returns the sessions whose connections ended since the last call, with the stored
// reasons.
func (b *bundle) takeEnded() (all []ending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range b.ended {
		e := ending{session: id, reason: deleted}
		if row, err := b.d.Client.Session.Get(b.across, id); err == nil && row.EndReason != nil {
			e.reason = *row.EndReason
		}
		all = append(all, e)
	}
	b.ended = nil
	return all
}

// signIn logs Ann in without a password.
func (b *bundle) signIn(t testing.TB) *session.Login {
	t.Helper()
	login, err := b.SignIn(t.Context(), b.ann)
	require.NoError(t, err)
	return login
}

func (b *bundle) refresh(t testing.TB, opaque string) *session.TokenPair {
	t.Helper()
	pair, err := b.Refresh(t.Context(), session.RefreshInput{RefreshToken: opaque})
	require.NoError(t, err)
	return pair
}

// accept returns the viewer of a valid access token.
func (b *bundle) accept(t testing.TB, access string) *viewer.Viewer {
	t.Helper()
	v, err := b.Authenticate(t.Context(), access, viewer.Request{})
	require.NoError(t, err)
	return v
}

// as returns the context of a request with the access token.
func (b *bundle) as(t testing.TB, access string) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), b.accept(t, access))
}

// refuse checks that an access token is not valid.
func (b *bundle) refuse(t testing.TB, access string) {
	t.Helper()
	v, err := b.Authenticate(t.Context(), access, viewer.Request{})
	require.Nil(t, v)
	requireCode(t, fault.Unauthorized, err)
	require.Contains(t, viewer.Challenge(viewer.SchemeBearer, fault.From(err)), "invalid_token")
}

// waiting waits until this number of hashes is pending.
func (b *bundle) waiting(t testing.TB, hashes int64) {
	t.Helper()
	require.Eventually(t, func() bool { return b.passwords.Stats().Pending == hashes }, time.Minute, time.Millisecond)
}

func (b *bundle) setActive(t testing.TB, table string, id uuid.UUID, active bool) {
	t.Helper()
	query, args := "UPDATE "+table+" SET is_active = $1 WHERE id = $2", []any{active, id}
	if table == "memberships" {
		status := map[bool]string{true: "Active", false: "Inactive"}[active]
		firm := b.d.Client.Membership.GetX(b.across, id).FirmID
		query, args = "UPDATE memberships SET status = $1 WHERE id = $2 AND firm_id = $3", []any{status, id, firm}
	}
	changed, err := dbtest.SQL(t.Context(), b.d).Exec(query, args...)
	require.NoError(t, err)
	require.EqualValues(t, 1, changed)
}

func requireCode(t testing.TB, code fault.Code, err error) {
	t.Helper()
	require.True(t, fault.Is(err, code), "want %s, got %v", code, err)
}

// requireRefusal compares everything that the client receives of an error.
func requireRefusal(t testing.TB, err error, code fault.Code, message string) {
	t.Helper()
	requireCode(t, code, err)
	said := fault.From(err)
	require.Equal(t, message, said.Message)
	require.Empty(t, said.Details)
}

// said returns the details of a ValidationError.
func said(t testing.TB, err error) (all []string) {
	t.Helper()
	requireCode(t, fault.ValidationError, err)
	for _, detail := range fault.From(err).Details {
		all = append(all, detail.Field+" "+detail.Message)
	}
	return all
}

// loopback is the address of a request.
var loopback = netip.MustParseAddr("127.0.0.1")

// claimsOf returns the claims of a token without verifying it, as a client can.
func claimsOf(t testing.TB, access string) jwt.MapClaims {
	t.Helper()
	claims := jwt.MapClaims{}
	_, _, err := jwt.NewParser().ParseUnverified(access, claims)
	require.NoError(t, err)
	return claims
}
