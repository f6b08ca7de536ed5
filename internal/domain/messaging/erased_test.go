package messaging_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// What a provider says of a message after its person was erased names the person no more: neither
// by its id, which has the number at WhatsApp, nor by its words.
func TestEvents_erased(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, state := range []provider.State{provider.StateRead, provider.StateFailed} {
			t.Run(string(state), func(t *testing.T) {
				b := newBundle(t, d)
				b.credit(t, 10*price)
				channel := b.addChannel(t, provider.Sandbox)
				const wamid = "wamid.HBgM"
				id := b.accepted(t, toSend(phones[0]))
				b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: wamid})
				require.Equal(t, wamid, b.message(t, wamid).ProviderMessageID)
				require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
					_, err := b.Forget(ctx, &messaging.Subject{Keys: []string{phones[0]}, Until: time.Now()}, func(string) bool { return false })
					return err
				}))

				said := byProvider(wamid, state)
				said.Status.OurID = id.String()
				if state == provider.StateFailed {
					refusal := provider.Refusal(provider.Rejected, "No such person: "+phones[0])
					said.Status.Error = &refusal
				}
				b.events(t, channel, said)
				got := b.message(t, id.String())
				require.EqualValues(t, state, got.Status)
				require.Nil(t, got.ErrorText)
				named, err := db.All[string](d.InFirm(b.ctx), "SELECT provider_message_id FROM message_keys WHERE firm_id = $1")
				require.NoError(t, err)
				require.Equal(t, []string{id.String()}, named)
				b.sound(t)
			})
		}
	})
}
