package graph

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/realtime/connections"
)

// A key that is revoked, or has a new secret, ends its connections when that is committed.
func TestKeyEndsItsConnections(t *testing.T) {
	t.Parallel()
	errUndone := errors.New("undone")
	d := dbtest.Open(t, db.SQLite)
	require.NoError(t, role.Seed(rule.AcrossFirms(t.Context(), "test"), d))
	firm, ctx := dbtest.Firm(t, d, "Acme")
	open := connections.New()
	mutation := &mutationResolver{&resolver{Options{DB: d, Authz: authz.New(d.Client, 0), Connections: open}}}
	for name, end := range map[string]func(context.Context, uuid.UUID) error{
		"Regenerate": func(ctx context.Context, id uuid.UUID) error {
			_, err := mutation.RegenerateAPIClient(ctx, id)
			return err
		},
		"Revoke": func(ctx context.Context, id uuid.UUID) error { _, err := mutation.RevokeAPIClient(ctx, id); return err },
	} {
		t.Run(name, func(t *testing.T) {
			key, err := d.Client.APIClient.Create().SetName(name).SetKeyID(rand.Text()[:12]).SetSecretHash([]byte(name)).Save(ctx)
			require.NoError(t, err)
			var reasons []connections.Reason
			_, err = open.Add(connections.Owner{Key: key.ID, Firm: firm.ID}, func(reason connections.Reason) {
				reasons = append(reasons, reason)
			})
			require.NoError(t, err)
			require.ErrorIs(t, d.Tx(ctx, func(ctx context.Context) error {
				require.NoError(t, end(ctx, key.ID))
				return errUndone
			}), errUndone)
			require.Empty(t, reasons, "it was rolled back")
			require.NoError(t, d.Tx(ctx, func(ctx context.Context) error { return end(ctx, key.ID) }))
			require.Equal(t, []connections.Reason{connections.KeyEnded}, reasons)
		})
	}
}
