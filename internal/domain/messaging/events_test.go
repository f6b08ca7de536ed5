package messaging_test

import (
	"context"
	"encoding/base64"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/pricing"
)

func byProvider(id string, state provider.State) provider.Event {
	return provider.Event{Status: &provider.Status{ProviderID: id, State: state, At: time.Now()}}
}

func arrives(id, from, body string) provider.Event {
	return provider.Event{Inbound: &provider.Inbound{ProviderID: id, Phone: from, Kind: "text", Body: body, At: time.Now()}}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKUnread", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: "m"})
			unread := provider.Event{Err: errors.New("no JSON"), Raw: []byte("hello")}
			elsewhere := byProvider("m", provider.StateFailed)
			elsewhere.Err = errors.New("another number")
			b.events(t, channel, byProvider("m", provider.StateDelivered), unread, elsewhere)
			require.Equal(t, "Delivered Charged", b.state(t, id))
			kept := func() (texts []string) {
				texts, err := db.All[string](d.InFirm(b.ctx), "SELECT CAST(events AS text) AS events FROM hook_events WHERE firm_id = $1")
				require.NoError(t, err)
				return texts
			}
			require.Len(t, kept(), 1)
			for _, want := range []string{"no JSON", base64.StdEncoding.EncodeToString([]byte("hello")), "another number"} {
				require.Contains(t, kept()[0], want)
			}
			for range 101 { // by as many calls
				b.events(t, channel, unread)
			}
			require.Len(t, kept(), 100)
			_, err := d.InFirm(b.ctx).Exec("UPDATE hook_events SET due_at = $2 WHERE firm_id = $1", time.Now())
			require.NoError(t, err)
			b.events(t, channel)
			require.Empty(t, kept())
			require.Equal(t, "Delivered Charged", b.state(t, id), "it was for another number")
		})
		t.Run("OKAccountFails", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			var alerts []provider.Alert
			b.OnAlert(func(_ context.Context, of uuid.UUID, alert provider.Alert) error {
				require.Equal(t, channel, of)
				alerts = append(alerts, alert)
				return nil
			})
			fails := func(at time.Time) provider.Event {
				id := b.accepted(t, toSend(phones[0]))
				b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: id.String()})
				event := byProvider(id.String(), provider.StateFailed)
				outcome := provider.Refusal(provider.Rejected, "Business eligibility payment issue")
				outcome.Failing = "Payment"
				event.Status.Error, event.Status.At = &outcome, at
				return event
			}
			b.events(t, channel, fails(time.Now().Add(-time.Hour)))
			require.Empty(t, alerts, "it may have been mended since")
			foreign := byProvider("of another program", provider.StateFailed)
			foreign.Status.Error = &provider.Outcome{Failing: "Payment"}
			b.events(t, channel, foreign)
			require.Empty(t, alerts, "it comes again until it is too old")
			b.events(t, channel, fails(time.Now()), fails(time.Now()))
			require.Equal(t, []provider.Alert{{Failing: "Payment", Message: "Business eligibility payment issue"}}, alerts)
		})
		t.Run("OKStatuses", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, taken)
			b.report(t, outbound("reported"))
			b.events(t, channel,
				provider.Event{Err: errors.New("unreadable"), Raw: []byte("{")},
				byProvider(taken.ProviderID, provider.StateRead), byProvider(taken.ProviderID, provider.StateDelivered),
				byProvider(taken.ProviderID, provider.StateRead), byProvider("reported", provider.StateDelivered),
				provider.Event{Status: &provider.Status{OurID: "no id", State: provider.StateSent}},
			)
			require.Equal(t, "Read Charged", b.state(t, id))
			require.Equal(t, message.StatusDelivered, b.message(t, "reported").Status)
			b.events(t, channel, byProvider(taken.ProviderID, provider.StateFailed))
			require.Equal(t, "Read Charged", b.state(t, id))
			b.sound(t)
		})
		t.Run("OKBeforeItsMessage", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.Sandbox)
			b.events(t, channel, byProvider("reported", provider.StateRead))
			b.credit(t, 10*price)
			b.report(t, outbound("reported"))
			_, err := dbtest.SQL(b.ctx, d).Exec("UPDATE hook_events SET due_at = received_at WHERE firm_id = $1", b.firm.ID)
			require.NoError(t, err)
			b.events(t, channel)
			require.Equal(t, message.StatusRead, b.message(t, "reported").Status)
			b.sound(t)
		})
		t.Run("OKInbound", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			ada, err := contact.Create(b.ctx, d, contact.CreateInput{
				FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phones[1]}},
			})
			require.NoError(t, err)
			user := arrives("in-2", "", "Olá")
			user.Inbound.UserID = "BR.1502576394655843"
			b.events(t, channel, arrives("in-1", phones[1], "Hello"), user, arrives("in-1", phones[1], "Hello"), arrives("in-3", "nobody", "Hello"))
			b.events(t, channel, arrives("in-1", phones[1], "Hello"))
			first, second := b.message(t, "in-1"), b.message(t, "in-2")
			require.Equal(t, ada.ID, *first.ContactID)
			require.Equal(t, "Hello", *first.Body)
			require.Equal(t, channel, *first.ChannelID)
			require.Equal(t, message.DirectionInbound, first.Direction)
			require.Nil(t, second.Phone)
			require.Equal(t, "BR.1502576394655843", *second.Address)
			require.Equal(t, 2, b.Client.Message.Query().CountX(b.ctx))
			b.sound(t)

			b.credit(t, 10*price)
			b.accepted(t, toSend(phones[1])) // The window is open.
			b.accepted(t, toSend("BR.1502576394655843"))
		})
		t.Run("OKOptOut", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			sms := b.addChannel(t, provider.SMS)
			other := b.Client.Channel.Create().SetName("Other").SetKind("Sms").SetSender("s").SetSettings([]byte("{}")).
				SetMessagesPerSecond(1).SetIsDefault(false).SaveX(b.ctx).ID
			utility := toSend(phones[0])
			utility.Category = new(pricing.Category("Utility"))
			b.accepted(t, utility)
			b.events(t, sms, arrives("in-1", phones[0], " stop! "))
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
			code, _ = b.rejected(t, utility)
			require.Equal(t, "OptedOut", code, "a number that was told to stop sends nothing")
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &phones[0], State: consent.OptedOut, Evidence: "by phone"})
			require.NoError(t, err)
			code, _ = b.rejected(t, utility)
			require.Equal(t, "OptedOut", code, "an opt-out by another way does not lift it")
			utility.ChannelID = &other
			b.accepted(t, utility)
			b.events(t, other, arrives("in-2", phones[0], "STOP"))
			for _, told := range []*uuid.UUID{&sms, &other} {
				utility.ChannelID = told
				code, _ = b.rejected(t, utility)
				require.Equal(t, "OptedOut", code, "both were told")
			}
			b.events(t, sms, arrives("in-3", phones[0], "Start"))
			b.accepted(t, toSend(phones[0]))
		})
		t.Run("ErrOwnFailed", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0])).String()
			before := b.balance(t)
			answer := b.reportStatuses(t, status(id, message.StatusFailed))
			require.Len(t, answer.Rejected, 1)
			require.Equal(t, "Conflict", answer.Rejected[0].Code, "a firm can't release what it will owe")
			require.Equal(t, before, b.balance(t))
			require.Equal(t, 1, b.reportStatuses(t, status(id, message.StatusDelivered)).Accepted)
		})
		t.Run("OKOptOutOvertaken", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			now := time.Now()
			resume := provider.Event{Preference: &provider.Preference{Phone: phones[0], At: now.Add(-time.Hour)}}
			stop := provider.Event{Preference: &provider.Preference{Phone: phones[0], Stop: true, At: now.Add(-time.Minute)}}
			start := arrives("in-1", phones[0], "START")
			start.Inbound.At = now.Add(-time.Hour)
			b.events(t, channel, resume, stop, resume, start)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code, "what came later was said earlier")
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &phones[1], State: consent.OptedOut})
			require.NoError(t, err)
			late := arrives("in-3", phones[1], "START")
			late.Inbound.At = now.Add(-time.Minute)
			b.events(t, channel, late)
			code, _ = b.rejected(t, toSend(phones[1]))
			require.Equal(t, "OptedOut", code, "it was said before the opt-out by the API")
			later := arrives("in-2", phones[0], "START")
			later.Inbound.At = now
			b.events(t, channel, later)
			b.accepted(t, toSend(phones[0]))
		})
		t.Run("OKOwnWords", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			b.firm.Update().SetOptOutWords([]string{"CHEGA"}).ExecX(rule.AcrossFirms(t.Context(), "a test"))
			b.events(t, channel, arrives("in-1", phones[0], "Chega."))
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
		})
		t.Run("OKRequireOptIn", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			b.firm.Update().SetRequireOptIn(true).ExecX(rule.AcrossFirms(t.Context(), "a test"))
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "NotOptedIn", code)
			utility := toSend(phones[0])
			utility.Category = new(pricing.Category("Utility"))
			b.accepted(t, utility)
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &phones[0], State: consent.OptedIn})
			require.NoError(t, err)
			b.accepted(t, toSend(phones[0]))
		})
		t.Run("OKSuppressed", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Email)
			utility := toSend("ada@example.com")
			utility.Category = new(pricing.Category("Utility"))
			b.accepted(t, utility)
			b.called(t, channel, provider.Outcome{Result: provider.Refused, Code: provider.InvalidAddress, ProviderCode: "550", Suppress: true})
			for _, state := range []consent.State{"", consent.OptedOut, consent.OptedIn} {
				if state != "" {
					_, err := consent.Set(b.ctx, d, consent.SetInput{Address: utility.To, State: state})
					require.NoError(t, err)
				}
				if state != consent.OptedIn {
					code, _ := b.rejected(t, utility)
					require.Equal(t, "Suppressed", code)
				}
			}
			b.accepted(t, utility)
		})
		t.Run("OKOptOutAtProvider", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Refused, Code: provider.OptedOut, ProviderCode: "131050"})
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
			b.events(t, channel, provider.Event{Preference: &provider.Preference{Phone: phones[0]}})
			b.accepted(t, toSend(phones[0]))
			b.events(t, channel, provider.Event{Preference: &provider.Preference{Phone: phones[0], Stop: true}})
			code, _ = b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
		})
	})
}
