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

// Signer signs messages of firmhub to itself, so that one instance can believe what another one gave to a client. Its keys are
// derived from the signing keys of access tokens, with which they rotate: a signature is good for a day at least.
type Signer struct {
	issuer  *Issuer
	purpose string
}

// Signer returns a signer whose signatures are not good for any other purpose.
func (i *Issuer) Signer(purpose string) Signer { return Signer{issuer: i, purpose: purpose} }

// errSignature is returned for a message whose signature is not good.
var errSignature = errors.New("token: the signature is not good")

// overhead is the size of what Sign appends: the id of the key, and HMAC-SHA256.
const overhead = len(uuid.UUID{}) + sha256.Size

// Sign returns the message with a signature after it.
func (s Signer) Sign(ctx context.Context, message []byte) []byte {
	key := s.issuer.signingKeys(ctx).signer(s.issuer.now())
	signed := append(append(make([]byte, 0, len(message)+overhead), message...), key.id[:]...)
	return append(signed, s.mac(key, signed)...)
}

// Verify returns the message of what Sign returned on any instance. It returns Unavailable when the keys can't be read, and
// another error when the signature is not good.
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
