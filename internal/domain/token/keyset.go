package token

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
)

// The life of a signing key. A key is published, signs an hour later, and verifies for 25 hours
// after its successor begins to sign.
const (
	// keyLead is how long a key is published before it signs, so that every instance and verifier
	// knows it in time.
	keyLead = time.Hour
	// keyGrace is how long a key verifies after its successor begins to sign. It is longer than the
	// life of any token.
	keyGrace = MaxLife + time.Hour
)

// signingKey is an Ed25519 key that is in use or will be.
type signingKey struct {
	id        uuid.UUID
	kid       string
	private   ed25519.PrivateKey
	public    ed25519.PublicKey
	signsFrom time.Time
}

// keySet contains all keys that were loaded, in the order in which they sign. It never changes; a
// reload creates another one.
type keySet []signingKey

func newKeySet(rows []*ent.SigningKey) (keySet, error) {
	set := make(keySet, 0, len(rows))
	for _, row := range rows {
		if len(row.PrivateKey) != ed25519.SeedSize {
			return nil, fmt.Errorf("token: signing key %s is damaged", row.ID)
		}
		private := ed25519.NewKeyFromSeed(row.PrivateKey)
		public, ok := private.Public().(ed25519.PublicKey)
		if !ok || !public.Equal(ed25519.PublicKey(row.PublicKey)) {
			return nil, fmt.Errorf("token: signing key %s is damaged", row.ID)
		}
		set = append(set, signingKey{
			id: row.ID, kid: row.ID.String(), private: private, public: public, signsFrom: row.SignsFrom,
		})
	}
	slices.SortFunc(set, func(a, b signingKey) int {
		return cmp.Or(a.signsFrom.Compare(b.signsFrom), cmp.Compare(a.kid, b.kid))
	})
	return set, nil
}

// signer returns the key that signs now: the last key whose signsFrom has passed. The first key
// signs even if the clock is behind that of the instance that created the key. A set in use is
// never empty.
func (s keySet) signer(now time.Time) signingKey {
	for _, key := range slices.Backward(s) {
		if !key.signsFrom.After(now) {
			return key
		}
	}
	return s[0]
}

// verifier returns the key with this id, unless it is unknown or retired.
func (s keySet) verifier(kid string, now time.Time) (signingKey, bool) {
	for i, key := range s {
		if key.kid == kid {
			return key, !s.retired(i, now)
		}
	}
	return signingKey{}, false
}

// retired reports whether the successor of a key has signed for so long that no token of the key is
// valid any more.
func (s keySet) retired(i int, now time.Time) bool {
	return i+1 < len(s) && !s[i+1].signsFrom.Add(keyGrace).After(now)
}

// due reports whether it is time to publish the key that follows the newest one.
func (s keySet) due(period time.Duration, now time.Time) bool {
	return len(s) == 0 || !s[len(s)-1].signsFrom.Add(period-keyLead).After(now)
}

// JWKS is the set of keys that verify access tokens, in the form of RFC 7517 and RFC 8037.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

// JWK is a public Ed25519 key.
type JWK struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	KeyID     string `json:"kid"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
}

// JWKS returns the keys that verify now, and the next one ahead of its time.
func (i *Issuer) JWKS(ctx context.Context) JWKS {
	now, set := i.now(), i.signingKeys(ctx)
	published := JWKS{Keys: make([]JWK, 0, len(set))}
	for n, key := range set {
		if !set.retired(n, now) {
			published.Keys = append(published.Keys, JWK{
				KeyType: "OKP", Curve: "Ed25519", X: base64.RawURLEncoding.EncodeToString(key.public),
				KeyID: key.kid, Use: "sig", Algorithm: "EdDSA",
			})
		}
	}
	return published
}
