package messaging_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// An opt-out by a word is confirmed once, and by SMS not at all.
func TestConfirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sent := func(t *testing.T, b *bundle) (bodies []string) {
			t.Helper()
			out := messaging.Direction("Outbound")
			page, err := messaging.List(b.ctx, d, messaging.ListInput{Direction: &out})
			require.NoError(t, err)
			items, err := page.Items(b.ctx)
			require.NoError(t, err)
			for _, m := range items {
				bodies = append(bodies, *m.Body)
			}
			return bodies
		}
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, wrote("in-1", phones[0], "Ada", "stop"), wrote("in-2", phones[1], "Bia", "Sair."), wrote("in-3", phones[2], "Cy", "Hi"))
			b.events(t, channel, wrote("in-4", phones[0], "Ada", "STOP"))
			require.ElementsMatch(t, []string{
				b.firm.Name + ": you will get no more marketing messages from us. Write START to get them again.",
				b.firm.Name + ": você não receberá mais mensagens de marketing. Escreva START para voltar a receber.",
			}, sent(t, b))
		})
		t.Run("again after it was lifted", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			for i, word := range []string{"STOP", "START", "STOP"} {
				b.events(t, channel, wrote("in-"+string(rune('0'+i)), phones[0], "Ada", word))
			}
			require.Len(t, sent(t, b), 2)
		})
		t.Run("SMS", func(t *testing.T) {
			b := newBundle(t, d)
			b.events(t, b.addChannel(t, provider.SMS), wrote("in-1", phones[0], "Ada", "STOP"))
			require.Empty(t, sent(t, b))
		})
	})
}
