package token_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
)

// forgery is a token to be signed: at first the given one, but by the test.
type forgery struct {
	*jwt.Token

	claims jwt.MapClaims
	key    any
}

// forge signs a changed copy of a token, with the key that signs now unless told otherwise.
func (b *bundle) forge(t testing.TB, access string, change func(f *forgery)) string {
	t.Helper()
	claims := jwt.MapClaims{}
	read, _, err := jwt.NewParser().ParseUnverified(access, claims)
	require.NoError(t, err)
	row := b.d.Client.SigningKey.GetX(b.across, uuid.MustParse(read.Header["kid"].(string)))
	f := &forgery{Token: read, claims: claims, key: ed25519.NewKeyFromSeed(row.PrivateKey)}
	change(f)
	f.Header["alg"] = f.Method.Alg()
	forged, err := f.SignedString(f.key)
	require.NoError(t, err)
	return forged
}

func (f *forgery) public() ed25519.PublicKey {
	return f.key.(ed25519.PrivateKey).Public().(ed25519.PublicKey)
}

func TestIssue(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), token.Config{})
	access := b.issue(t)
	claims := jwt.MapClaims{}
	read, _, err := jwt.NewParser().ParseUnverified(access, claims)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"alg": "EdDSA", "typ": "JWT", "kid": b.JWKS(t.Context()).Keys[0].KeyID}, read.Header)
	id, err := uuid.Parse(claims["jti"].(string))
	require.NoError(t, err)
	require.NotZero(t, id)
	delete(claims, "jti")
	require.Equal(t, jwt.MapClaims{
		"NameIdentifier": b.claims.UserID.String(), "Email": email, "FirmId": b.claims.FirmID.String(), "RelationId": b.claims.MembershipID.String(),
		"issuperfirm": false, "RoleId": b.claims.RoleID.String(), "sid": b.claims.SessionID.String(),
		"iss": "firmhub", "aud": "firmhub", "sub": b.claims.UserID.String(),
		"iat": float64(noon.Unix()), "exp": float64(noon.Add(15 * time.Minute).Unix()),
	}, claims)
}

// A token that is not ours, or that somebody changed.
func TestVerifyForged(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), token.Config{Issuer: "https://firmhub.example", Audience: "clients"})
	good := b.issue(t)
	b.accept(t, b.forge(t, good, func(*forgery) {})) // the forger knows the trade
	_, strange, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	for name, change := range map[string]func(f *forgery){
		"OtherIssuer":     func(f *forgery) { f.claims["iss"] = "firmhub" },
		"NoIssuer":        func(f *forgery) { delete(f.claims, "iss") },
		"OtherAudience":   func(f *forgery) { f.claims["aud"] = "firmhub" },
		"NoAudience":      func(f *forgery) { delete(f.claims, "aud") },
		"ExpiredOtherKey": func(f *forgery) { f.claims["exp"], f.key = noon.Unix(), strange },
		"ExpiredNoKey": func(f *forgery) {
			f.claims["exp"], f.Method, f.key = noon.Unix(), jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType
		},
		"NoExpiry":       func(f *forgery) { delete(f.claims, "exp") },
		"NullExpiry":     func(f *forgery) { f.claims["exp"] = nil },
		"TextExpiry":     func(f *forgery) { f.claims["exp"] = "tomorrow" },
		"HugeExpiry":     func(f *forgery) { f.claims["exp"] = json.Number("1e400") },
		"OtherKey":       func(f *forgery) { f.key = strange },
		"UnknownKid":     func(f *forgery) { f.Header["kid"] = uuid.NewString() },
		"NoKid":          func(f *forgery) { delete(f.Header, "kid") },
		"NumberKid":      func(f *forgery) { f.Header["kid"] = 1 },
		"KidIsAPath":     func(f *forgery) { f.Header["kid"] = "../../" + f.Header["kid"].(string) },
		"KidUpperCase":   func(f *forgery) { f.Header["kid"] = strings.ToUpper(f.Header["kid"].(string)) + "F" },
		"AlgNone":        func(f *forgery) { f.Method, f.key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType },
		"HS256PublicKey": func(f *forgery) { f.Method, f.key = jwt.SigningMethodHS256, []byte(f.public()) },
		"HS256OfTheX": func(f *forgery) {
			f.Method, f.key = jwt.SigningMethodHS256, []byte(b.JWKS(t.Context()).Keys[0].X)
		},
		"HS256NoKey":      func(f *forgery) { f.Method, f.key = jwt.SigningMethodHS256, []byte{} },
		"KeyInTheHeader":  func(f *forgery) { f.key, f.Header["jwk"] = strange, b.JWKS(t.Context()).Keys[0] },
		"ListForAudience": func(f *forgery) { f.claims["aud"] = []string{"other"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b.refuse(t, b.forge(t, good, change))
		})
	}
	t.Run("Expired", func(t *testing.T) {
		t.Parallel()
		_, err := b.Verify(t.Context(), b.forge(t, good, func(f *forgery) { f.claims["exp"] = noon.Unix() }))
		requireCode(t, fault.Unauthorized, err)
		require.Equal(t, "The access token has expired. Exchange the refresh token for a new one.", fault.From(err).Message)
	})
	parts := strings.Split(good, ".")
	refresh, _ := token.NewOpaque()
	for name, access := range map[string]string{
		"Empty":        "",
		"Text":         "x",
		"Dots":         "..",
		"NoSignature":  parts[0] + "." + parts[1] + ".",
		"TwoParts":     parts[0] + "." + parts[1],
		"FourParts":    good + "." + parts[2],
		"FiveParts":    good + ".x.x",
		"Padded":       good + "=",
		"LineEnd":      good + "\n",
		"LineEnds":     parts[0] + "." + parts[1] + "." + parts[2][:10] + "\r\n" + parts[2][10:],
		"Bearer":       "Bearer " + good,
		"Longest":      good + strings.Repeat("A", 4096-len(good)),
		"Huge":         good + strings.Repeat("A", 1<<20),
		"HugeHeader":   strings.Repeat("A", 1<<20) + "." + parts[1] + "." + parts[2],
		"ManyDots":     strings.Repeat(".", 4096),
		"OtherHeader":  "eyJhbGciOiJub25lIn0." + parts[1] + ".",
		"OtherClaims":  parts[0] + ".e30." + parts[2],
		"NotUTF8":      "\xff\xfe.\xff.\xff",
		"RefreshToken": refresh,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b.refuse(t, access)
		})
	}
	t.Run("Tampered", func(t *testing.T) {
		t.Parallel()
		for i := range good {
			if good[i] != '.' {
				changed := []byte(good)
				changed[i] ^= 1
				b.refuse(t, string(changed))
			}
		}
	})
}

// Nothing but the token itself is good, and nothing else than Unauthorized is said of all others.
func FuzzToken(f *testing.F) {
	b := setup(f, dbtest.Open(f, db.SQLite), token.Config{})
	good := b.issue(f)
	parts := strings.Split(good, ".")
	for _, access := range []string{
		"", ".", "..", "a.b.c", good, good + ".", good + "\n", parts[0], parts[0] + "." + parts[1] + ".",
		parts[0] + ".e30." + parts[2], "eyJhbGciOiJub25lIn0." + parts[1] + ".",
		"eyJhbGciOiJIUzI1NiJ9." + parts[1] + "." + parts[2], "eyJhbGciOiJFZERTQSIsImtpZCI6e319." + parts[1] + "." + parts[2],
	} {
		f.Add(access)
	}
	f.Fuzz(func(t *testing.T, access string) {
		claims, err := b.Verify(t.Context(), access)
		if access == good && err == nil {
			require.Equal(t, b.claims.UserID, claims.UserID)
			return
		}
		require.Zero(t, claims)
		requireCode(t, fault.Unauthorized, err)
	})
}
