package messaging_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

func TestObserve(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 10*price)
		id := b.addChannel(t, provider.Sandbox)
		var stayed []messaging.Status
		var drifts []messaging.Drift
		b.Observe(messaging.Observer{
			Stayed: func(in messaging.Status, took time.Duration) {
				require.GreaterOrEqual(t, took, time.Duration(0))
				stayed = append(stayed, in)
			},
			Priced: func(drift messaging.Drift) { drifts = append(drifts, drift) },
		})
		priced := func(pricing provider.Pricing) {
			own := b.accepted(t, toSend(phones[0]))
			b.called(t, id, provider.Outcome{Result: provider.Taken, ProviderID: own.String()})
			for _, state := range []provider.State{provider.StateSent, provider.StateDelivered, provider.StateRead} {
				status := provider.Event{Status: &provider.Status{ProviderID: own.String(), State: state, Pricing: &pricing}}
				require.NoError(t, messaging.StoreEvents(b.ctx, d, id, []provider.Event{status}))
				_, err := b.ApplyEvents(b.ctx)
				require.NoError(t, err)
			}
		}
		priced(provider.Pricing{Billable: true, Category: "marketing_lite"})
		require.Equal(t, []messaging.Status{message.StatusSent, message.StatusDelivered}, stayed)
		require.Equal(t, []messaging.Drift{messaging.NoDrift}, drifts)
		for _, c := range []struct {
			said provider.Pricing
			want messaging.Drift
		}{
			{provider.Pricing{Billable: true, Category: "utility"}, messaging.OtherCategory},
			{provider.Pricing{Category: "marketing"}, messaging.NotBilled},
			{provider.Pricing{Billable: true, Amount: "9.5", Currency: "eur"}, messaging.MoreBilled},
			{provider.Pricing{Billable: true, Amount: "0.00001", Currency: "EUR"}, messaging.LessBilled},
			{provider.Pricing{Billable: true, Amount: price.String(), Currency: "EUR"}, messaging.NoDrift},
			{provider.Pricing{Billable: true, Amount: "9.5", Currency: "USD"}, messaging.NoDrift},
			{provider.Pricing{Billable: true, Amount: "1e999999999", Currency: "EUR"}, messaging.NoDrift},
		} {
			drifts = nil
			priced(c.said)
			require.Equal(t, []messaging.Drift{c.want}, drifts, "%+v", c.said)
		}
		drifts = nil
		b.accepted(t, toSend(phones[0]))
		b.called(t, id, provider.Outcome{Result: provider.Taken, ProviderID: "p", Pricing: &provider.Pricing{Billable: true, Amount: "9.5", Currency: "EUR"}})
		require.Equal(t, []messaging.Drift{messaging.MoreBilled}, drifts)

		stayed = nil
		_, err := b.Cancel(b.ctx, b.accepted(t, toSend(phones[0])))
		require.NoError(t, err)
		require.Equal(t, []messaging.Status{message.StatusQueued}, stayed)
	})
}
