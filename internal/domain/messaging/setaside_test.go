package messaging_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// keptCall is a call that is not worked on yet, or any more.
type keptCall struct {
	Events string
	Due    time.Time `sql:"due_at"`
}

func (b *bundle) keptCalls(t *testing.T) []keptCall {
	t.Helper()
	kept, err := db.All[keptCall](b.InFirm(b.ctx), "SELECT CAST(events AS text) AS events, due_at FROM hook_events WHERE firm_id = $1")
	require.NoError(t, err)
	return kept
}

// receivedBefore makes all calls due that were not worked on, and received so long ago.
func (b *bundle) receivedBefore(t *testing.T, age time.Duration) {
	t.Helper()
	now := time.Now().UTC()
	_, err := b.InFirm(b.ctx).Exec("UPDATE hook_events SET received_at = $2, due_at = $3 WHERE firm_id = $1", now.Add(-age), now)
	require.NoError(t, err)
}

// says is an event of news about an account.
func says(text string) provider.Event {
	return provider.Event{Alert: &provider.Alert{Type: "news", Message: text}}
}

func TestEvents_setAside(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			told := map[string]int{}
			b.OnAlert(func(_ context.Context, _ uuid.UUID, alert provider.Alert) error {
				told[alert.Message]++
				switch alert.Message {
				case "bad":
					return errors.New("somebody can't be told")
				case "worse":
					panic("nobody can be told")
				}
				return nil
			})
			b.report(t, outbound("reported-1"), outbound("reported-2"))
			for _, events := range [][]provider.Event{
				{byProvider("reported-1", provider.StateDelivered)},
				{says("bad"), arrives("in-1", phones[1], "Hello"), says("good")},
				{says("worse")},
				{arrives("in-2", phones[1], "STOP"), byProvider("reported-2", provider.StateRead)},
			} {
				require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, events))
			}
			_, err := d.InFirm(b.ctx).Exec(
				"INSERT INTO hook_events (id, firm_id, channel_id, received_at, due_at, events) VALUES ($2, $1, $3, $4, $4, '5')",
				entity.NewID(), channel, time.Now().UTC().Add(-time.Hour))
			require.NoError(t, err)

			b.events(t, channel)
			require.Equal(t, message.StatusDelivered, b.message(t, "reported-1").Status)
			require.Equal(t, message.StatusRead, b.message(t, "reported-2").Status)
			require.Equal(t, "Hello", *b.message(t, "in-1").Body)
			require.Equal(t, "STOP", *b.message(t, "in-2").Body)
			kept := b.keptCalls(t)
			require.Len(t, kept, 3)
			var events strings.Builder
			for _, call := range kept {
				due := time.Now().Add(7 * 24 * time.Hour)
				if call.Events == "5" {
					due = time.Now().Add(30 * time.Minute)
				}
				require.WithinDuration(t, due, call.Due, time.Minute)
				events.WriteString(call.Events)
			}
			all := events.String()
			for _, want := range []string{"bad", "somebody can't be told", "worse", "panic: nobody can be told"} {
				require.Contains(t, all, want)
			}
			require.NotContains(t, all, "good")
			tries := told["bad"]
			b.events(t, channel, says("good"))
			require.Equal(t, tries, told["bad"], "it is not tried again")
			b.sound(t)

			b.receivedBefore(t, 7*24*time.Hour+time.Minute)
			b.events(t, channel)
			require.Empty(t, b.keptCalls(t))
			require.Equal(t, tries, told["bad"], "it is dropped")
		})
		t.Run("OKOld", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.Sandbox)
			b.OnAlert(func(context.Context, uuid.UUID, provider.Alert) error { return errors.New("nobody can be told") })
			require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, []provider.Event{says("bad"), arrives("in-1", phones[0], "STOP")}))
			b.receivedBefore(t, 8*24*time.Hour)
			b.events(t, channel)
			require.Equal(t, "STOP", *b.message(t, "in-1").Body)
			require.Empty(t, b.keptCalls(t), "only the bad one is dropped")
		})
		t.Run("OKRoom", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.Sandbox)
			waiting, err := json.Marshal([]map[string]string{{"Failed": "broken"}})
			require.NoError(t, err)
			now := time.Now().UTC()
			err = d.InFirm(b.ctx).Insert("hook_events", []string{"id", "firm_id", "channel_id", "received_at", "due_at", "events"}, 100,
				func(int) []any {
					return []any{entity.NewID(), b.firm.ID, channel, now, now.Add(24 * time.Hour), string(waiting)}
				})
			require.NoError(t, err)
			b.events(t, channel, provider.Event{Err: errors.New("no JSON"), Raw: []byte("hello")})
			require.Len(t, b.keptCalls(t), 101, "those that wait don't take the room of what can't be read")
		})
		t.Run("OKMended", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.Sandbox)
			broken := true
			b.OnChanged(func(context.Context, uuid.UUID, []conversation.Change) {
				if broken {
					panic("broken")
				}
			})
			b.events(t, channel, arrives("in-1", phones[0], "STOP"), arrives("in-2", phones[1], "Hello"))
			for _, call := range b.keptCalls(t) {
				require.Contains(t, call.Events, "panic: broken")
				require.WithinDuration(t, time.Now(), call.Due, time.Minute)
			}
			b.receivedBefore(t, time.Hour)
			b.events(t, channel)
			kept := b.keptCalls(t)
			require.Len(t, kept, 2, "they are two calls now")
			for _, call := range kept {
				require.WithinDuration(t, time.Now().Add(30*time.Minute), call.Due, time.Minute)
			}
			broken = false
			b.receivedBefore(t, 2*time.Hour)
			b.events(t, channel)
			require.Empty(t, b.keptCalls(t))
			require.Equal(t, "STOP", *b.message(t, "in-1").Body)
			require.Equal(t, "Hello", *b.message(t, "in-2").Body)

			broken = true
			b.events(t, channel, arrives("in-3", phones[0], "Hello"))
			b.receivedBefore(t, 7*24*time.Hour+time.Minute)
			b.events(t, channel)
			require.Empty(t, b.keptCalls(t), "it is dropped")
		})
		t.Run("OKPasses", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.Sandbox)
			passing, told := true, 0
			b.OnAlert(func(context.Context, uuid.UUID, provider.Alert) error {
				if passing {
					return fault.New(fault.Unavailable, "Later.")
				}
				told++
				return nil
			})
			require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, []provider.Event{says("bad"), says("worse")}))
			_, err := b.ApplyEvents(b.ctx)
			require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
			kept := b.keptCalls(t)
			require.Len(t, kept, 1)
			require.True(t, kept[0].Due.Before(time.Now()))
			passing = false
			b.events(t, channel)
			require.Equal(t, 2, told)
			require.Empty(t, b.keptCalls(t))
		})
	})
}

// An outcome is stored, although the template that it refuses can't be.
func TestSettle_templateFails(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		channel := b.addChannel(t, provider.WhatsApp)
		id := b.approve(t, channel)
		refused, other := b.accepted(t, withTemplate(phones[0], "Bo")), b.accepted(t, withTemplate(phones[1], "Bo"))
		require.Len(t, b.claim(t, channel), 2)
		_, err := d.InFirm(b.ctx).Exec("UPDATE templates SET content = '5' WHERE firm_id = $1 AND id = $2", id)
		require.NoError(t, err)
		require.NoError(t, b.Settle(b.ctx, []messaging.Call{
			{ID: refused, At: time.Now(), Outcome: provider.Outcome{
				Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsPaused,
			}},
			{ID: other, At: time.Now(), Outcome: taken},
		}))
		require.Equal(t, "Failed None TemplatePaused", b.state(t, refused))
		require.Equal(t, "Sent None", b.state(t, other))
		b.sound(t)
	})
}
