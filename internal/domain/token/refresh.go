package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

const refreshSize = 32

// ErrRefreshForm is returned for text that is not a refresh token.
var ErrRefreshForm = errors.New("token: the refresh token is malformed")

// NewRefresh returns a new refresh token and the hash to store.
func NewRefresh() (refresh string, hash []byte) {
	raw := make([]byte, refreshSize)
	_, _ = rand.Read(raw) // never fails
	refresh = base64.RawURLEncoding.EncodeToString(raw)
	return refresh, hashRefresh(refresh)
}

// RefreshHash returns the hash by which a refresh token is stored, or [ErrRefreshForm].
func RefreshHash(refresh string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(refresh)
	if err != nil || len(raw) != refreshSize {
		return nil, ErrRefreshForm
	}
	return hashRefresh(refresh), nil
}

// hashRefresh needs no salt: a refresh token has 256 random bits.
func hashRefresh(refresh string) []byte {
	sum := sha256.Sum256([]byte(refresh))
	return sum[:]
}
