package graph

import (
	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/file"
)

// resolver is the root of all resolvers. Each asks one rule of a domain, or makes one query with
// ent where there is no rule.
type resolver struct {
	db    *db.DB
	auth  *auth.Authority
	authz *authz.Enforcer
	calls *apiclient.Recorder
	files *file.Store
}
