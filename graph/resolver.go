package graph

import (
	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
)

// resolver is the root of all resolvers. Each makes one call: to a domain's rule, or to ent where there is no rule.
type resolver struct {
	db    *db.DB
	auth  *auth.Authority
	authz *authz.Enforcer
}
