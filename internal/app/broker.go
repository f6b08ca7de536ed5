package app

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/realtime/broker"
	live "github.com/firmhub/firmhub/realtime/connections"
)

// openBroker returns the broker in the settings. Until join is called it is the broker of this
// process alone.
func openBroker(basics Basics) broker.Broker {
	if basics.NATSURL == "" {
		return broker.NewMemory()
	}
	return broker.NewNATS(basics.NATSURL)
}

// join connects the broker with the other instances on the same database, which the id of the
// super-firm identifies. It does nothing if there is no super-firm.
func (c *Core) join(ctx context.Context) error {
	between, ok := c.Broker.(*broker.NATS)
	if !ok {
		return nil
	}
	installation, found, err := firm.Installation(ctx, c.DB)
	if err != nil {
		return fmt.Errorf("find the super-firm: %w", err)
	}
	if found {
		between.Join(installation)
	}
	return nil
}

// checks query the database for the credentials of open connections that are still active.
func (c *Core) checks() live.Checks {
	return live.Checks{
		Sessions: func(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
			return session.ActiveIDs(ctx, c.DB, ids)
		},
		Firms: func(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) { return firm.ActiveIDs(ctx, c.DB, ids) },
		Memberships: func(ctx context.Context, firms, ids []uuid.UUID) ([]uuid.UUID, error) {
			return session.ActiveMembershipIDs(ctx, c.DB, firms, ids)
		},
		Admitted: func(ctx context.Context, firms, ids []uuid.UUID) ([]uuid.UUID, error) {
			return session.AdmittedMembershipIDs(ctx, c.DB, firms, ids)
		},
		Keys: func(ctx context.Context, firms, ids []uuid.UUID) ([]uuid.UUID, error) {
			return apiclient.ActiveIDs(ctx, c.DB, firms, ids)
		},
	}
}

// brokerHealth returns the check for the readiness probe. It is nil for a single instance.
func (a *App) brokerHealth() *httpd.BrokerHealth {
	status := a.Broker.Status()
	if status.Kind == "memory" {
		return nil
	}
	health := &httpd.BrokerHealth{Kind: status.Kind, Status: "unreachable", Since: status.Since.UTC()}
	if status.Connected {
		health.Status = "connected"
	}
	return health
}
