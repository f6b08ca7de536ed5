package apiclient_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestInitiator(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.create(t, apiclient.CreateInput{AllowedIps: []string{"192.0.2.1"}})
		by := viewer.Initiator{APIClientID: made.ID}
		refusal := func(firm uuid.UUID, by viewer.Initiator) error {
			t.Helper()
			_, err := apiclient.Initiator(t.Context(), d, firm, by)
			requireCode(t, fault.Unauthorized, err)
			return err
		}
		refused := func(firm uuid.UUID, by viewer.Initiator) {
			t.Helper()
			require.NotErrorIs(t, refusal(firm, by), viewer.ErrInactive)
		}
		v, err := apiclient.Initiator(t.Context(), d, b.firm.ID, by)
		require.NoError(t, err)
		require.Equal(t, &viewer.Viewer{
			Kind: viewer.APIClient, APIClientID: made.ID, FirmID: b.firm.ID, PolicyVersion: dbtest.PolicyVersion(d, b.firm.ID),
		}, v)
		refused(viewer.From(b.elsewhere).FirmID, by)
		refused(b.firm.ID, viewer.Initiator{APIClientID: uuid.New()})

		change := b.Client.APIClient.UpdateOneID(made.ID)
		require.NoError(t, change.SetExpiresAt(time.Now().Add(-time.Second)).Exec(b.ctx))
		refused(b.firm.ID, by)
		require.NoError(t, b.Client.APIClient.UpdateOneID(made.ID).ClearExpiresAt().Exec(b.ctx))
		require.NoError(t, b.Client.Firm.UpdateOneID(b.firm.ID).SetIsActive(false).Exec(b.across))
		require.ErrorIs(t, refusal(b.firm.ID, by), viewer.ErrInactive)
		refused(b.firm.ID, viewer.Initiator{APIClientID: uuid.New()})
		require.NoError(t, b.Client.Firm.UpdateOneID(b.firm.ID).SetIsActive(true).Exec(b.across))
		_, err = apiclient.Revoke(b.ctx, d, made.ID)
		require.NoError(t, err)
		refused(b.firm.ID, by)
	})
}
