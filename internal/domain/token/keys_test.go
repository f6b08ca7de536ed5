package token_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
)

func kid(t testing.TB, access string) string {
	t.Helper()
	read, _, err := jwt.NewParser().ParseUnverified(access, jwt.MapClaims{})
	require.NoError(t, err)
	return read.Header["kid"].(string)
}

func kids(set token.JWKS) (all []string) {
	for _, key := range set.Keys {
		all = append(all, key.KeyID)
	}
	return all
}

const email = "ann@example.com"

// noon is when the tests begin.
var noon = time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)

// clock stands still until somebody moves it.
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

// bundle is an issuer with a clock that stands at noon, and the claims that its tests use.
type bundle struct {
	*token.Issuer

	d      *db.DB
	config token.Config
	clock  *clock
	across context.Context //nolint:containedctx // It is what the tests look at the rows with.
	claims token.Claims
}

func setup(t testing.TB, d *db.DB, config token.Config) *bundle {
	t.Helper()
	b := &bundle{
		d: d, clock: &clock{now: noon}, across: rule.AcrossFirms(t.Context(), "a test of tokens"),
		claims: token.Claims{
			UserID: uuid.New(), SessionID: uuid.New(), FirmID: uuid.New(), MembershipID: uuid.New(), RoleID: uuid.New(), Email: email,
		},
	}
	b.config = config
	b.config.Now = b.clock.Now
	b.Issuer = b.instance(t)
	return b
}

// instance is another issuer on the same database.
func (b *bundle) instance(t testing.TB) *token.Issuer {
	t.Helper()
	made, err := token.NewIssuer(t.Context(), b.d, b.config)
	require.NoError(t, err)
	return made
}

func (b *bundle) issue(t testing.TB) string {
	t.Helper()
	issued, err := b.Issue(t.Context(), b.claims)
	require.NoError(t, err)
	return issued
}

func (b *bundle) accept(t testing.TB, access string) {
	t.Helper()
	said := jwt.MapClaims{}
	_, _, err := jwt.NewParser().ParseUnverified(access, said)
	require.NoError(t, err)
	for range 2 { // The signature is checked the first time.
		claims, err := b.Verify(t.Context(), access)
		require.NoError(t, err)
		require.Equal(t, token.Claims{
			UserID: b.claims.UserID, SessionID: b.claims.SessionID, FirmID: b.claims.FirmID, MembershipID: b.claims.MembershipID,
			Expires: time.Unix(int64(said["exp"].(float64)), 0),
		}, claims)
	}
}

func (b *bundle) refuse(t testing.TB, access string) {
	t.Helper()
	_, err := b.Verify(t.Context(), access)
	requireCode(t, fault.Unauthorized, err)
	require.Equal(t, "The access token is malformed, or was not issued by this server. Log in again.", fault.From(err).Message)
}

func requireCode(t testing.TB, code fault.Code, err error) {
	t.Helper()
	require.True(t, fault.Is(err, code), "want %s, got %v", code, err)
}

func TestRotate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, token.Config{KeyPeriod: 48 * time.Hour})
		first := kids(b.JWKS(t.Context()))
		require.Len(t, first, 1)
		rotate := func(after time.Duration) (published []string) {
			t.Helper()
			b.clock.advance(after)
			require.NoError(t, b.Rotate(t.Context()))
			published = kids(b.JWKS(t.Context()))
			require.Equal(t, len(published), d.Client.SigningKey.Query().CountX(b.across))
			return published
		}
		require.Equal(t, first, rotate(47*time.Hour-time.Microsecond))

		both := rotate(time.Microsecond) // published an hour before it signs
		require.Len(t, both, 2)
		require.Equal(t, first[0], both[0])
		require.Equal(t, both, rotate(0))
		b.clock.advance(time.Hour - time.Microsecond)
		old := b.issue(t)
		require.Equal(t, both[0], kid(t, old))

		b.clock.advance(time.Microsecond)
		next := b.issue(t)
		require.Equal(t, both[1], kid(t, next))
		b.accept(t, old) // nobody is logged out
		b.accept(t, next)

		// 25 hours after its successor signs, an old key is gone, and with it a token that is good
		// in all else.
		ancient := b.forge(t, old, func(f *forgery) { f.claims["exp"] = noon.AddDate(1, 0, 0).Unix() })
		require.Equal(t, both, rotate(25*time.Hour-time.Microsecond))
		b.accept(t, ancient)
		b.clock.advance(time.Microsecond)
		b.refuse(t, ancient) // though the row is still there
		require.Equal(t, both[1:], kids(b.JWKS(t.Context())))
		require.Equal(t, both[1:], rotate(0))
		b.refuse(t, ancient)

		third := rotate(23 * time.Hour)
		require.Len(t, third, 2)
		require.Equal(t, both[1], third[0])
	})
}

func TestRotateNow(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, token.Config{})
		for range 2 { // the second call finds one waiting
			require.NoError(t, b.RotateNow(t.Context()))
			require.Len(t, b.JWKS(t.Context()).Keys, 2)
		}
		require.Equal(t, b.JWKS(t.Context()).Keys[0].KeyID, kid(t, b.issue(t)))
		b.clock.advance(time.Hour)
		require.Equal(t, b.JWKS(t.Context()).Keys[1].KeyID, kid(t, b.issue(t)))
		require.NoError(t, b.RotateNow(t.Context()))
		require.Len(t, b.JWKS(t.Context()).Keys, 3)
	})
}

func TestInstancesAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := &bundle{d: d, clock: &clock{now: noon}}
		b.config.Now = b.clock.Now
		var instances [6]*token.Issuer
		all := func(call func(i int) error) {
			t.Helper()
			var group errgroup.Group
			for i := range instances {
				group.Go(func() error { return call(i) })
			}
			require.NoError(t, group.Wait())
		}
		all(func(i int) (err error) {
			instances[i], err = token.NewIssuer(t.Context(), d, b.config)
			return err
		})
		for _, a := range instances {
			require.Len(t, a.JWKS(t.Context()).Keys, 1)
			require.Equal(t, instances[0].JWKS(t.Context()), a.JWKS(t.Context()))
		}
		all(func(i int) error { return instances[i].RotateNow(t.Context()) })
		b.clock.advance(30*24*time.Hour + time.Hour)
		all(func(i int) error { return instances[i].Rotate(t.Context()) })
		for _, a := range instances {
			require.Len(t, a.JWKS(t.Context()).Keys, 2) // the first is gone, the second signs, the third is waiting
			require.Equal(t, instances[0].JWKS(t.Context()), a.JWKS(t.Context()))
		}
	})
}

// An instance that has not looked for long learns a key from the first token it signed.
func TestUnknownKid(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, token.Config{})
		late := b.instance(t)
		require.NoError(t, b.RotateNow(t.Context()))
		require.Len(t, late.JWKS(t.Context()).Keys, 1)
		b.clock.advance(time.Hour)
		_, err := late.Verify(t.Context(), b.issue(t))
		require.NoError(t, err)
		require.Equal(t, b.JWKS(t.Context()), late.JWKS(t.Context()))

		// Without keys no instance calls a token bad.
		d.Client.SigningKey.Delete().ExecX(b.across)
		access := b.issue(t)
		b.accept(t, access)
		_, err = b.instance(t).Verify(t.Context(), access)
		requireCode(t, fault.Unauthorized, err) // that one has made a key of its own
	})
}

func TestKeysGone(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), token.Config{})
	access := b.issue(t)
	strange := b.forge(t, access, func(f *forgery) { f.Header["kid"] = uuid.NewString() })
	b.d.Client.SigningKey.Delete().ExecX(b.across)
	b.clock.advance(10 * time.Second)
	_, err := b.Verify(t.Context(), strange)
	requireCode(t, fault.Unavailable, err)
	b.accept(t, access)
}

func TestKeyDamaged(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	other, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	for name, key := range map[string]struct{ private, public []byte }{
		"Short":     {private.Seed()[:31], public},
		"WholeKey":  {private, public},
		"OtherPair": {private.Seed(), other},
		"NoPublic":  {private.Seed(), []byte{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, db.SQLite), token.Config{})
			b.d.Client.SigningKey.Create().SetPrivateKey(key.private).SetPublicKey(key.public).SetSignsFrom(noon).ExecX(b.across)
			require.ErrorContains(t, b.Rotate(t.Context()), "is damaged")
			b.issue(t) // with what it has
			_, err := token.NewIssuer(t.Context(), b.d, b.config)
			require.ErrorContains(t, err, "is damaged")
		})
	}
}

// Somebody else verifies a token by what we publish.
func TestJWKS(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), token.Config{})
	written, err := json.Marshal(b.JWKS(t.Context()))
	require.NoError(t, err)
	var read struct{ Keys []map[string]string }
	require.NoError(t, json.Unmarshal(written, &read))
	require.Len(t, read.Keys, 1)
	key := read.Keys[0]
	x, err := base64.RawURLEncoding.DecodeString(key["x"])
	require.NoError(t, err)
	require.Len(t, x, ed25519.PublicKeySize)
	access := b.issue(t)
	require.Equal(t, map[string]string{
		"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": kid(t, access), "x": key["x"],
	}, key)
	_, err = jwt.NewParser(jwt.WithTimeFunc(b.clock.Now)).Parse(access, func(*jwt.Token) (any, error) {
		return ed25519.PublicKey(x), nil
	})
	require.NoError(t, err)
}
