package graph

import (
	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/membership"
	"github.com/firmhub/firmhub/internal/password"
	"github.com/firmhub/firmhub/internal/session"
)

// resolver is the root of all resolvers. Each asks one rule of a domain, or makes one query with
// ent where there is no rule.
type resolver struct {
	db          *db.DB
	authz       *authz.Enforcer
	passwords   *password.Hasher
	accounts    *account.Manager
	memberships *membership.Manager
	sessions    *session.Manager
	calls       *apiclient.Recorder
}
