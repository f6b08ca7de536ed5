package firmhubtest

import (
	"context"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Notify stores notifications to everyone in a firm, in one transaction. Any goroutine may call it.
func (a *App) Notify(firmID string, count int) {
	a.t.Helper()
	err := a.DB.Tx(a.asSystem(firmID), func(ctx context.Context) error {
		for range count {
			if _, err := a.Notifications.Create(ctx, notification.Input{Title: "News", Message: "m", Module: "System"}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.t.Error(err)
	}
}

// Notified returns the ids of a firm's notifications, the oldest first.
func (a *App) Notified(firmID string) (ids []string) {
	a.t.Helper()
	all, err := a.DB.Client.Notification.Query().Order(ent.Asc(entnotification.FieldNumber)).IDs(a.asSystem(firmID))
	require.NoError(a.t, err)
	for _, id := range all {
		ids = append(ids, id.String())
	}
	return ids
}

// asSystem acts as firmhub itself in a firm.
func (a *App) asSystem(firmID string) context.Context {
	return viewer.NewContext(a.t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: uuid.MustParse(firmID)})
}
