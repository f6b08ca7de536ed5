package password

import (
	"context"
	"crypto/subtle"
)

// HashWithSalt is [Hasher.Hash] with the salt of an account: the passwords of its invitations are compared together, by
// [Hasher.VerifyAny].
func (h *Hasher) HashWithSalt(ctx context.Context, password string, salt []byte) (string, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return hashWithSalt(password, salt, h.iterations)
}

// VerifyAny is for a log-in. It returns the index of the first of the hashes that is one of the password, or -1. The hashes
// were made with one salt, by [Hasher.HashWithSalt], so that one computation serves them all; without any it costs the same.
func (h *Hasher) VerifyAny(ctx context.Context, stored []string, password string) (index int, err error) {
	if len(stored) == 0 {
		return -1, h.Pretend(ctx, password)
	}
	parsed, err := parseHash(stored[0])
	if err != nil {
		return -1, err
	}
	leave, err := h.waitForLogin(ctx)
	if err != nil {
		return -1, err
	}
	defer leave()
	key, err := parsed.derive(password, int(parsed.iterations), len(parsed.key))
	if err != nil {
		return -1, err
	}
	parsed.key = key
	made, index := []byte(parsed.String()), -1
	for i, hash := range stored {
		if subtle.ConstantTimeCompare(made, []byte(hash)) == 1 && index < 0 {
			index = i
		}
	}
	return index, nil
}
