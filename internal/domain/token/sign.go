package token

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// Signer signs messages that firmhub receives back from clients, so that one instance can trust
// what another instance has sent. Its keys are derived from the signing keys of access tokens, and
// rotate with them: a signature is valid for at least a day.
type Signer struct {
	issuer  *Issuer
	purpose string
}

// Signer returns a signer whose signatures are valid for its purpose only.
func (i *Issuer) Signer(purpose string) Signer { return Signer{issuer: i, purpose: purpose} }

// errSignature is returned for a message with an invalid signature.
var errSignature = errors.New("token: the signature is not good")

// overhead is the size of the signature that Sign appends: the id of the key, and HMAC-SHA256.
const overhead = len(uuid.UUID{}) + sha256.Size

// Sign returns the message with a signature appended.
func (s Signer) Sign(ctx context.Context, message []byte) []byte {
	key := s.issuer.signingKeys(ctx).signer(s.issuer.now())
	signed := append(append(make([]byte, 0, len(message)+overhead), message...), key.id[:]...)
	return append(signed, s.mac(key, signed)...)
}

// Verify returns the message without the signature that Sign has appended on any instance. It
// returns Unavailable when the keys can't be read, and another error when the signature is not
// valid.
func (s Signer) Verify(ctx context.Context, signed []byte) ([]byte, error) {
	if len(signed) < overhead {
		return nil, errSignature
	}
	text, mac := signed[:len(signed)-sha256.Size], signed[len(signed)-sha256.Size:]
	message, id := text[:len(text)-len(uuid.UUID{})], text[len(text)-len(uuid.UUID{}):]
	key, err := s.issuer.verifier(ctx, uuid.UUID(id).String())
	if err != nil {
		return nil, err
	}
	if !hmac.Equal(mac, s.mac(key, text)) {
		return nil, errSignature
	}
	return message, nil
}

func (s Signer) mac(key signingKey, text []byte) []byte {
	derived, err := hkdf.Key(sha256.New, key.private.Seed(), nil, "firmhub "+s.purpose, sha256.Size)
	if err != nil {
		panic(fmt.Sprintf("token: derive a key: %v", err)) // the length is a constant
	}
	mac := hmac.New(sha256.New, derived)
	mac.Write(text)
	return mac.Sum(nil)
}
