package password

import (
	"context"
	"crypto/subtle"
)

// HashWithSalt does the same as [Hasher.Hash], but with the salt of an account. So
// [Hasher.VerifyAny] can compare the passwords of all its invitations at once.
func (h *Hasher) HashWithSalt(ctx context.Context, password string, salt []byte) (string, error) {
	leave, err := h.wait(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return hashWithSalt(password, salt, h.iterations)
}

// VerifyAny returns the index of the first hash that belongs to the password, or -1. It is called
// for a log-in. [Hasher.HashWithSalt] has created the hashes with one salt, so one computation
// serves them all. It takes as long without any hashes.
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
