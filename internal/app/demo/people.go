package demo

import (
	"context"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// People returns how many of the demo's people are members of a firm, and so can log in. Only
// doctor calls it.
func People(ctx context.Context, d *db.DB) (n int, err error) {
	var keys []string
	for _, login := range Logins() {
		keys = append(keys, email.Key(login.Email))
	}
	among, list := d.Among("u.email_key", 1, keys)
	_, err = d.Shared(ctx).Row([]any{&n}, `
SELECT count(*) FROM users u WHERE `+among+` AND EXISTS (SELECT 1 FROM user_firms f WHERE f.user_id = u.id)`, list)
	return n, err
}
