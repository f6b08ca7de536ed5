package password

import "context"

// Wait waits for a worker as [Hasher.Hash] does.
func (h *Hasher) Wait(ctx context.Context) (leave func(), err error) { return h.wait(ctx) }

// WaitForLogin waits for a worker as [Hasher.Verify] does.
func (h *Hasher) WaitForLogin(ctx context.Context) (leave func(), err error) {
	return h.waitForLogin(ctx)
}

// ParseHash returns the parts of a stored hash, and the hash written from them.
func ParseHash(stored string) (iterations, saltSize, keySize int, again string, err error) {
	parsed, err := parseHash(stored)
	if err != nil {
		return 0, 0, 0, "", err
	}
	return int(parsed.iterations), len(parsed.salt), len(parsed.key), parsed.String(), nil
}
