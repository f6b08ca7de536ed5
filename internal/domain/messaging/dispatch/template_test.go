package dispatch_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
)

// A template that is approved while a call of it is refused stays approved: the call began before.
func TestDispatcher_template(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, 100)
		b.whatsApp(t)
		found, err := template.Named(b.ctx, d, []string{"utility"})
		require.NoError(t, err)
		id := found[0].ID
		approves := make(chan bool, 2) // whether WhatsApp approves it during the call
		b.adapter.answer = func(provider.Message) provider.Outcome {
			if <-approves {
				_, err := d.InFirm(b.ctx).Exec("UPDATE templates SET decided_at = $3 WHERE firm_id = $1 AND id = $2", id, time.Now().UTC())
				assert.NoError(t, err)
			}
			return provider.Outcome{Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsPaused}
		}
		b.start(t, dispatch.Config{})
		for i, approved := range []bool{true, false} {
			approves <- approved
			sent, err := b.messages.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{{
				To: new("+5511987654321"), ChannelID: &b.channel,
				Template: &messaging.SendTemplate{Name: "utility", Parameters: map[string]string{"name": "Bo"}},
			}}}, messaging.Rights{Template: true, Start: true})
			require.NoError(t, err)
			require.Empty(t, sent.Rejected)
			b.await(t, map[messaging.Status]int{message.StatusFailed: i + 1})
			usable, err := template.Usable(b.ctx, d, []uuid.UUID{id})
			require.NoError(t, err)
			require.Equal(t, approved, usable[id])
		}
	})
}
