package auth

import (
	"context"
	"net/netip"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/viewer"
)

// SignIn is Login of somebody whose password was seen already: it costs no hash, of which the race detector makes a
// second.
func (a *Authority) SignIn(ctx context.Context, known *ent.User) (login *Login, err error) {
	ctx = rule.AcrossFirms(ctx, "a test signs in")
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		login, err = a.begin(ctx, known, viewer.From(ctx).Request)
		return err
	})
	return login, err
}

// Occupy keeps all workers busy until release is called: hashes wait in the queue meanwhile.
func (h *Hasher) Occupy() (release func()) {
	var all []func()
	for range h.workers.Stats().Places {
		leave, err := h.workers.Enter(context.Background(), source{site: netip.MustParsePrefix("198.51.100.0/32")})
		if err != nil {
			panic(err)
		}
		all = append(all, leave)
	}
	return func() {
		for _, leave := range all {
			leave()
		}
	}
}

// ParsePasswordHash gives the parts of a stored hash, and the hash written anew.
func ParsePasswordHash(stored string) (iterations, saltSize, keySize int, again string, err error) {
	parsed, err := parsePasswordHash(stored)
	if err != nil {
		return 0, 0, 0, "", err
	}
	return int(parsed.iterations), len(parsed.salt), len(parsed.key), parsed.String(), nil
}
