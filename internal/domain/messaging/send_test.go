package messaging_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestSend(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			id := b.addChannel(t, provider.Sandbox)
			m := toSend(phones[0])
			m.Reference = new("order-1")
			result := b.send(t, m, toSend("ada@example.com"))
			require.Empty(t, result.Rejected)
			require.Len(t, result.Accepted, 2)
			require.Equal(t, price, result.Accepted[0].Price)
			require.Equal(t, "EUR", result.Accepted[0].Currency)
			require.Equal(t, 2*price, result.Held)
			require.Equal(t, 10*price-2*price, result.Available)
			require.Equal(t, 2*price, b.held(t))

			stored, err := messaging.Get(b.ctx, b.DB, result.Accepted[0].ID)
			require.NoError(t, err)
			require.Equal(t, message.StatusQueued, stored.Status)
			require.Equal(t, message.ChargeHeld, *stored.Charge)
			require.Equal(t, phones[0], *stored.Phone)
			require.Equal(t, phones[0], *stored.Address)
			require.Equal(t, id, *stored.ChannelID)
			require.Equal(t, "Sandbox", *stored.ChannelName)
			require.Equal(t, "order-1", *stored.Reference)
			require.Equal(t, 24*time.Hour, stored.ExpiresAt.Sub(stored.OccurredAt))
			require.Zero(t, *stored.Attempts)
			mail, err := messaging.Get(b.ctx, b.DB, result.Accepted[1].ID)
			require.NoError(t, err)
			require.Nil(t, mail.Phone)
			require.Equal(t, "ada@example.com", *mail.Address)

			list, err := messaging.List(b.ctx, b.DB, messaging.ListInput{Reference: new("order-1"), ChannelID: &id})
			require.NoError(t, err)
			items, err := list.Items(b.ctx)
			require.NoError(t, err)
			require.Len(t, items, 1)
			sent, _ := b.counted(t)
			require.Zero(t, sent, "a message counts once its provider has it")
		})
		t.Run("OKReference", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			of := func() *messaging.SendMessage {
				m := toSend(phones[0])
				m.Reference = new("order-1")
				return m
			}
			first := b.accepted(t, of())
			again := b.send(t, of(), of())
			require.Equal(t, []uuid.UUID{first, first}, []uuid.UUID{again.Accepted[0].ID, again.Accepted[1].ID})
			require.True(t, again.Accepted[0].Duplicate)
			require.Equal(t, price, b.held(t))
			b.Client.Channel.Update().SetDeletedAt(time.Now()).SetIsDefault(false).ExecX(b.ctx)
			require.Equal(t, first, b.accepted(t, of()))
			b.addChannel(t, provider.Sandbox)
			other := of()
			other.Body = "Another"
			code, _ := b.rejected(t, other)
			require.Equal(t, "Conflict", code)

			soon := of()
			soon.Reference, soon.ExpiresAt = new("order-2"), new(time.Now().Add(50*time.Millisecond))
			accepted := b.accepted(t, soon)
			expired := time.Now().Add(50 * time.Millisecond)
			require.Eventually(t, func() bool { return time.Now().After(expired) }, time.Second, 10*time.Millisecond)
			later := of()
			later.Reference, later.ExpiresAt = soon.Reference, soon.ExpiresAt
			require.Equal(t, accepted, b.accepted(t, later), "it can be repeated after it has expired")
			later.Reference = new("order-3")
			code, _ = b.rejected(t, later)
			require.Equal(t, "ValidationError", code)

			twice := make(chan uuid.UUID, 2)
			for range 2 {
				go func() {
					m := of()
					m.Reference = new("at the same time")
					result, err := b.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{m}}, allRights)
					if err != nil || len(result.Accepted) != 1 {
						twice <- uuid.Nil
						return
					}
					twice <- result.Accepted[0].ID
				}()
			}
			id := <-twice
			require.NotEqual(t, uuid.Nil, id)
			require.Equal(t, id, <-twice)
		})
		t.Run("OKTimes", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			id := b.addChannel(t, provider.Sandbox)
			tomorrow := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)
			later := toSend(phones[0])
			later.NotBefore = &tomorrow
			code := toSend(phones[0])
			code.Category = new(pricing.Category("Authentication"))
			waits, first := b.accepted(t, later), b.accepted(t, code)
			stored, err := messaging.Get(b.ctx, b.DB, waits)
			require.NoError(t, err)
			require.Equal(t, tomorrow, stored.OccurredAt.UTC())
			claimed := b.claim(t, id)
			require.Len(t, claimed, 1)
			require.Equal(t, first, claimed[0].ID)
			require.Equal(t, 10*time.Minute, claimed[0].ExpiresAt.Sub(claimed[0].OccurredAt))
			require.Equal(t, outgoing.Authentication, claimed[0].Class)
		})
		t.Run("OKWindow", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.WhatsApp)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "WindowClosed", code)
			b.events(t, b.addChannel(t, provider.SMS), arrives("by-sms", phones[0], "Hello"))
			byWhatsApp := toSend(phones[0])
			byWhatsApp.Kind = new(provider.WhatsApp)
			code, _ = b.rejected(t, byWhatsApp)
			require.Equal(t, "WindowClosed", code, "the person has written by SMS alone")
			in := outbound("in")
			in.Direction = message.DirectionInbound
			b.report(t, in)
			answer := byWhatsApp
			answer.ReplyTo, answer.Category = new(b.message(t, "in").ID), nil
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, answer))
			require.NoError(t, err)
			require.Equal(t, message.CategoryService, stored.Category)
			elsewhere := toSend(phones[1])
			elsewhere.ReplyTo = answer.ReplyTo
			code, _ = b.rejected(t, elsewhere)
			require.Equal(t, "ValidationError", code)
		})
		t.Run("OKKinds", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			sms, mail := b.addChannel(t, provider.SMS), b.addChannel(t, provider.Email)
			code, text := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "ValidationError", code)
			require.Contains(t, text, "channelId")
			long := toSend(phones[0])
			long.Kind, long.Body = new(provider.SMS), "Olá ça va? Здравствуйте, это длинное сообщение, которое не помещается в один сегмент."
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, long))
			require.NoError(t, err)
			require.Equal(t, sms, *stored.ChannelID)
			require.Equal(t, 2, *stored.Segments)
			letter := toSend("ada@example.com")
			letter.Kind, letter.Subject = new(provider.Email), new("Hello")
			stored, err = messaging.Get(b.ctx, b.DB, b.accepted(t, letter))
			require.NoError(t, err)
			require.Equal(t, mail, *stored.ChannelID)
			letter.Category = nil
			code, text = b.rejected(t, letter)
			require.Equal(t, "ValidationError", code)
			require.Contains(t, text, "category")
		})
		t.Run("OKDomain", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Email)
			ana, err := contact.Create(b.ctx, d, contact.CreateInput{
				FirstName: "Ana", LastName: "Lima", Emails: []contact.EmailInput{{Email: "Ana@bücher.example"}},
			})
			require.NoError(t, err)
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, toSend("ana@xn--bcher-kva.example")))
			require.NoError(t, err)
			require.Equal(t, &ana.ID, stored.ContactID)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			b.send(t, toSend(phones[0]))
			result, err := b.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{toSend(phones[0]), toSend(phones[1])}}, noStart)
			require.NoError(t, err)
			require.Len(t, result.Accepted, 1)
			require.Equal(t, "Forbidden", result.Rejected[0].Code)
			require.Equal(t, 1, result.Rejected[0].Index)
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			var many []*messaging.SendMessage
			for range 11 {
				many = append(many, toSend(phones[0]))
			}
			free := toSend(phones[0])
			free.Category = new(pricing.Category("Utility"))
			result := b.send(t, append(many, free)...)
			require.Len(t, result.Accepted, 11)
			require.Equal(t, "InsufficientBalance", result.Rejected[0].Code)
			require.Equal(t, 10, result.Rejected[0].Index)
			require.Zero(t, result.Available)
			require.Equal(t, "Queued None", b.state(t, result.Accepted[10].ID))
		})
		t.Run("ErrChannel", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "ChannelUnavailable", code)
			id := b.addChannel(t, provider.Email)
			code, _ = b.rejected(t, toSend(phones[0]))
			require.Equal(t, "ValidationError", code, "a phone gets no mail")
			unknown := toSend(phones[0])
			unknown.ChannelID = new(uuid.New())
			code, _ = b.rejected(t, unknown)
			require.Equal(t, "NotFound", code)
			b.Client.Channel.UpdateOneID(id).SetDeletedAt(time.Now()).ExecX(b.ctx)
			unknown.ChannelID = &id
			code, _ = b.rejected(t, unknown)
			require.Equal(t, "ChannelUnavailable", code)
		})
		t.Run("ErrContact", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Email)
			m := toSend("")
			m.To, m.ContactID = nil, new(uuid.New())
			code, _ := b.rejected(t, m)
			require.Equal(t, "NotFound", code)
			ada, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
			require.NoError(t, err)
			m.ContactID = &ada.ID
			code, _ = b.rejected(t, m)
			require.Equal(t, "NoAddress", code)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			past, far := time.Now().Add(-time.Hour), time.Now().AddDate(1, 0, 0)
			for field, m := range map[string]*messaging.SendMessage{
				"to":        toSend("nobody"),
				"body":      {To: &phones[0], Body: " "},
				"notBefore": {To: &phones[0], Body: "b", NotBefore: &far},
				"expiresAt": {To: &phones[0], Body: "b", ExpiresAt: &past},
				"subject":   {To: &phones[0], Body: "b", Subject: new("s")},
			} {
				code, text := b.rejected(t, m)
				require.Equal(t, "ValidationError", code, field)
				require.Contains(t, text, field)
			}
			_, err := b.Send(b.ctx, messaging.SendInput{}, allRights)
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
	})
}
