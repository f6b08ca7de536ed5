package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/realtime/connections"
)

// resolver is the root of all resolvers. Each resolver calls one function of a domain, or makes one
// query with ent if no rule applies.
type resolver struct {
	db            *db.DB
	authz         *authz.Enforcer
	passwords     *password.Hasher
	accounts      *account.Manager
	memberships   *membership.Manager
	sessions      *session.Manager
	calls         *apiclient.Recorder
	callRate      *apiclient.Rate
	files         *file.Store
	imports       *importer.Importer
	notifications *notification.Center
	wallets       *wallet.Ledger
	messages      *messaging.Reporter
	// connections are ended together with the API key with which they were opened, or with the
	// firm.
	connections *connections.Registry
}

// endKey ends the connections of an API client when the transaction of the context commits.
func (r *resolver) endKey(ctx context.Context, id uuid.UUID) {
	db.AfterCommit(ctx, func(context.Context) error {
		r.connections.EndKey(id)
		return nil
	})
}

// endFirm ends the connections in a firm when the transaction of the context commits.
func (r *resolver) endFirm(ctx context.Context, id uuid.UUID) {
	db.AfterCommit(ctx, func(context.Context) error {
		r.connections.EndFirm(id)
		return nil
	})
}

// given returns an input, or its zero value if it was left out, since all its fields are optional.
func given[T any](input *T) T {
	if input == nil {
		return *new(T)
	}
	return *input
}

// unlessZero returns a value, or nil for its zero value.
func unlessZero[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}
