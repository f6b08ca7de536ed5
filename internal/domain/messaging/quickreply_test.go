package messaging_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Several people save a quick reply at the same time, and there is room for one.
func TestQuickReplies_Limit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		const most = 500
		columns := []string{"id", "firm_id", "created_at", "updated_at", "shortcut", "body"}
		err := d.InFirm(b.ctx).Insert("quick_replies", columns, most-1, func(i int) []any {
			return []any{uuid.New(), viewer.From(b.ctx).FirmID, time.Now(), time.Now(), strconv.Itoa(i), "Thank you!"}
		})
		require.NoError(t, err)
		var saving sync.WaitGroup
		var refused atomic.Int32
		const people = 8
		for i := range people {
			saving.Go(func() {
				in := conversation.SaveQuickReplyInput{Shortcut: "new " + strconv.Itoa(i), Body: "Hello"}
				_, err := conversation.SaveQuickReply(b.ctx, d, in)
				if fault.Is(err, fault.Conflict) {
					refused.Add(1)
				}
			})
		}
		saving.Wait()
		require.EqualValues(t, people-1, refused.Load())
		all, err := conversation.QuickReplies(b.ctx, d)
		require.NoError(t, err)
		require.Len(t, all, most)
	})
}
