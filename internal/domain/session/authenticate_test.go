package session_test

import (
	"context"
	"crypto/ed25519"
	"net/netip"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// forgery is a token that the test changes and signs.
type forgery struct {
	*jwt.Token

	claims jwt.MapClaims
	key    any
}

// forge returns a changed copy of a token, signed with the key of the original.
func (b *bundle) forge(t testing.TB, signed string, change func(f *forgery)) string {
	t.Helper()
	claims := jwt.MapClaims{}
	read, _, err := jwt.NewParser().ParseUnverified(signed, claims)
	require.NoError(t, err)
	row := b.d.Client.SigningKey.GetX(b.across, uuid.MustParse(read.Header["kid"].(string)))
	f := &forgery{Token: read, claims: claims, key: ed25519.NewKeyFromSeed(row.PrivateKey)}
	change(f)
	f.Header["alg"] = f.Method.Alg()
	forged, err := f.SignedString(f.key)
	require.NoError(t, err)
	return forged
}

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		t.Run("OK", func(t *testing.T) {
			login := b.signIn(t)
			request := viewer.Request{ID: "r1", Address: netip.MustParseAddr("192.0.2.1"), UserAgent: "test"}
			want := &viewer.Viewer{
				Kind: viewer.User, FirmID: b.acme.ID, UserID: b.ann.ID, RelationID: b.atAcme.ID, RoleID: b.atAcme.RoleID,
				SessionID: login.Firms[0].SessionID, Email: email, Request: request,
				PolicyVersion: dbtest.PolicyVersion(d, b.acme.ID),
			}
			for range 2 { // the second time from the cache
				v, err := b.Authenticate(t.Context(), login.Token, request)
				require.NoError(t, err)
				require.Equal(t, noon.Add(15*time.Minute), v.Expires.UTC())
				v.Expires = time.Time{}
				require.Equal(t, want, v)
			}
		})
		t.Run("OKAsTheRowsSay", func(t *testing.T) {
			login := b.signIn(t)
			before := b.accept(t, login.Token)
			acme := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.acme.ID})
			role := d.Client.Role.Create().SetName("Other").SetNameKey("other").SaveX(acme)
			d.Client.Membership.UpdateOne(b.atAcme).SetRoleID(role.ID).ExecX(acme)
			superFirm := func(is bool) {
				_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE firms SET is_super_firm = $1 WHERE id = $2", is, b.acme.ID)
				require.NoError(t, err)
			}
			superFirm(true)
			d.Client.Membership.UpdateOne(b.atAcme).SetEmail("ann@example.org").ExecX(acme) // the copy of the firm
			after := b.accept(t, login.Token)
			require.Equal(t, role.ID, after.RoleID)
			require.True(t, after.SuperFirm)
			require.Equal(t, "ann@example.org", after.Email)
			require.Greater(t, after.PolicyVersion.Firm, before.PolicyVersion.Firm)

			// These claims are not trusted: role and firm come from the database.
			forged := b.forge(t, login.Token, func(f *forgery) {
				f.claims["RoleId"], f.claims["issuperfirm"] = uuid.NewString(), true
				f.claims["Email"], f.claims["NameIdentifier"] = "root@example.com", uuid.NewString()
			})
			require.Equal(t, after, b.accept(t, forged))
			b.refuse(t, b.forge(t, login.Token, func(f *forgery) { f.claims["FirmId"] = b.beta.ID.String() }))
			superFirm(false)
			d.Client.User.UpdateOne(b.ann).SetEmail(email).ExecX(b.across)
		})
		t.Run("OKAfterOneChange", func(t *testing.T) { // each is seen although the membership is remembered
			login := b.signIn(t)
			acme := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.acme.ID})
			b.accept(t, login.Token)
			d.Client.Membership.UpdateOne(b.atAcme).SetEmail("ann@example.net").ExecX(acme)
			require.Equal(t, "ann@example.net", b.accept(t, login.Token).Email)
			role := d.Client.Role.Create().SetName("Another").SetNameKey("another").SaveX(acme)
			b.accept(t, login.Token)
			d.Client.Membership.UpdateOne(b.atAcme).SetRoleID(role.ID).ExecX(acme)
			require.Equal(t, role.ID, b.accept(t, login.Token).RoleID)
			d.Client.Firm.UpdateOneID(b.acme.ID).SetRequireMfa(true).ExecX(b.across)
			require.True(t, b.accept(t, login.Token).MfaDue)
			d.Client.Firm.UpdateOneID(b.acme.ID).SetRequireMfa(false).ExecX(b.across)
			require.False(t, b.accept(t, login.Token).MfaDue)
		})
		t.Run("ErrNotActive", func(t *testing.T) {
			login, elsewhere := b.signIn(t), b.instance(t)
			const ended = "The session of the access token has ended. Log in again."
			const notMember = "The access token is for a firm in which you are not active any more. Log in again."
			for table, c := range map[string]struct {
				row     uuid.UUID
				message string
			}{"users": {b.ann.ID, ended}, "memberships": {b.atAcme.ID, notMember}, "firms": {b.acme.ID, notMember}} {
				b.accept(t, login.Token)
				b.setActive(t, table, c.row, false)
				_, err := b.Authenticate(t.Context(), login.Token, viewer.Request{})
				requireRefusal(t, err, fault.Unauthorized, c.message)
				b.setActive(t, table, c.row, true)
			}
			b.accept(t, login.Token)
			_, err := elsewhere.Authenticate(t.Context(), login.Token, viewer.Request{})
			require.NoError(t, err)
			require.NoError(t, elsewhere.EndSession(t.Context(), login.Firms[0].SessionID, entsession.EndReasonRevoked))
			b.refuse(t, login.Token)
			_, err = elsewhere.Authenticate(t.Context(), login.Token, viewer.Request{})
			requireRefusal(t, err, fault.Unauthorized, ended)
		})
		t.Run("ErrExpired", func(t *testing.T) {
			login, elsewhere := b.signIn(t), b.instance(t)
			b.clock.advance(token.DefaultLife - time.Microsecond)
			b.accept(t, login.Token)
			b.clock.advance(time.Microsecond)
			b.refuse(t, login.Token) // from the cache
			_, err := elsewhere.Authenticate(t.Context(), login.Token, viewer.Request{})
			requireRefusal(t, err, fault.Unauthorized, "The access token has expired. Exchange the refresh token for a new one.")
		})
		t.Run("ErrOthers", func(t *testing.T) {
			// Bob's session, user and membership do not match Ann's.
			_, bob, atBob := b.admit(t, "Bob's", "bob@example.com")
			login := b.signIn(t)
			his, err := b.SignIn(t.Context(), bob)
			require.NoError(t, err)
			for claim, value := range map[string]uuid.UUID{
				"sub": bob.ID, "RelationId": atBob.ID, "FirmId": atBob.FirmID, "sid": his.Firms[0].SessionID,
			} {
				for _, given := range []any{value.String(), uuid.NewString(), uuid.Nil.String()} {
					b.refuse(t, b.forge(t, login.Token, func(f *forgery) { f.claims[claim] = given }))
				}
				b.refuse(t, b.forge(t, login.Token, func(f *forgery) { delete(f.claims, claim) }))
				b.refuse(t, b.forge(t, login.Token, func(f *forgery) { f.claims[claim] = "x" }))
			}
			b.accept(t, login.Token)
		})
	})
}

// When the database fails the error is Unavailable: an outage logs nobody out.
func TestAuthenticateUnavailable(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		b := setup(t, d, config{})
		known, unknown := b.signIn(t).Token, b.signIn(t).Token
		b.accept(t, known)
		foreign := setup(t, dbtest.Open(t, db.SQLite), config{})
		strange := foreign.signIn(t).Token
		unavailable := func(ctx context.Context, token string) {
			t.Helper()
			_, err := b.Authenticate(ctx, token, viewer.Request{})
			requireRefusal(t, err, fault.Unavailable, "Who you are can't be checked right now. Try again.")
			require.Equal(t, time.Second, fault.From(err).RetryAfter)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		unavailable(gone, known)

		require.NoError(t, d.Close())
		unavailable(t.Context(), known)
		unavailable(t.Context(), unknown)
		full := fault.New(fault.TooManyRequests, "Too many.")
		_, err = b.AuthenticateIf(t.Context(), known, viewer.Request{}, func(v *viewer.Viewer) error {
			require.Equal(t, b.ann.ID, v.UserID)
			return full
		})
		require.ErrorIs(t, err, full, "who is refused costs no look at the database")
		b.refuse(t, "x")
		b.refuse(t, strange) // the keys have just been read
		b.clock.advance(10 * time.Second)
		unavailable(t.Context(), strange)
		b.clock.advance(time.Hour)
		b.refuse(t, known)
	})
}
