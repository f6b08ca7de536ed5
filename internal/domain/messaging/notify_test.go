package messaging_test

import (
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
)

// People are told of many messages in several transactions: each is short, and what is told stays
// told if a later one fails.
func TestNotify_many(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const arrived, taken, told = 60, 110, 100
		b := newBundle(t, d)
		m := b.inbox(t, uuid.New(), uuid.New())
		news := make([]conversation.News, arrived)
		for i := range news {
			address := consent.Address{Value: "+4915112345" + strconv.Itoa(100+i)}
			news[i] = conversation.News{Body: "Hello", Thread: &conversation.Thread{ID: uuid.New(), Address: address}}
		}
		number := func(n int64) {
			b.Client.Notification.Create().SetNumber(n).SetUserID(uuid.New()).SetModule(notification.ModuleSystem).
				SetTitle("Title").SetMessage("Message").SetMetadata("").SaveX(b.ctx)
		}
		number(taken) // The one of the 120 with this number fails.
		require.ErrorContains(t, m.Notify(b.ctx, b.firm.ID, news), "conversation.Notify")
		require.Equal(t, told+1, b.Client.Notification.Query().CountX(b.ctx))
	})
}
