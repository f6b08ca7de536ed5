package session

import (
	"context"
	"net/netip"
	"slices"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// knownQuery finds the addresses of the sessions of a user. [Manager.Cleanup] keeps the sessions
// for as long.
const knownQuery = `
SELECT DISTINCT s.address
FROM users u JOIN sessions s ON s.user_id = u.id
WHERE u.email_key = $1 AND s.last_used_at > $2 AND s.address <> ''`

// isKnownAddress reports whether the user with this e-mail address has a session, ended or not,
// that was begun from the site of the request and used within 30 days. It is called for every
// log-in, so that the time does not depend on the e-mail address.
func (m *Manager) isKnownAddress(ctx context.Context, emailKey string, from viewer.Request) (bool, error) {
	site := from.Site()
	if !site.IsValid() {
		return false, nil
	}
	addresses, err := db.All[string](m.db.Shared(ctx), knownQuery, emailKey, m.forgotten())
	return slices.ContainsFunc(addresses, func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && viewer.Site(address) == site
	}), err
}
