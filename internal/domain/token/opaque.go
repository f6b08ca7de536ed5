package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

const opaqueSize = 32

// ErrForm is returned for text that is not an opaque token.
var ErrForm = errors.New("token: the token is malformed")

// NewOpaque returns a new token that says nothing, such as a refresh token or that of a link, and
// the hash to store.
func NewOpaque() (text string, hash []byte) {
	raw := make([]byte, opaqueSize)
	_, _ = rand.Read(raw) // never fails
	text = base64.RawURLEncoding.EncodeToString(raw)
	return text, Hash(text)
}

// OpaqueHash returns the hash by which an opaque token is stored, or [ErrForm].
func OpaqueHash(text string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != opaqueSize {
		return nil, ErrForm
	}
	return Hash(text), nil
}

// Hash returns the SHA-256 hash of a text. It needs no salt, since it is for texts with at least
// 128 random bits.
func Hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
