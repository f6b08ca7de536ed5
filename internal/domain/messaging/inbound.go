package messaging

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// arrived is a message that arrived.
type arrived struct {
	*provider.Inbound

	id, channel uuid.UUID
	at          time.Time
	address     consent.Address
	// user is the id of the sender as a user of WhatsApp, or "". person is the address by which a
	// sender who is no contact becomes one.
	user      string
	person    consent.Address
	contactID *uuid.UUID
	thread    *conversation.Thread
	// media is the file of the message, or nil.
	media *media.Arrived
}

// mediaID returns the id of the file of the message, or nil.
func (a *arrived) mediaID() *uuid.UUID {
	if a.media == nil {
		return nil
	}
	return &a.media.ID
}

// personKey returns the key by which the messages of the person are counted: see [Person].
func (a *arrived) personKey() string { return personKey(a.address, a.contactID) }

func (a *arrived) phone() *string {
	if a.address.Kind != provider.Phone {
		return nil
	}
	return &a.address.Value
}

// receive stores the messages that arrived by calls, and what their senders said by words. A
// message that is known already, or without a sender, is left out.
func (c *changes) receive(ctx context.Context, calls []received) error {
	all, err := c.newArrived(ctx, calls)
	if err != nil || len(all) == 0 {
		return err
	}
	if err := c.findSenders(ctx, all); err != nil {
		return err
	}
	words, err := consent.OptOutWords(ctx, c.db)
	if err != nil {
		return err
	}
	book, err := c.join(ctx, all)
	if err != nil {
		return err
	}
	for _, a := range all {
		c.entered(a.thread.ID, a.id, a.at)
		if word, state, ok := consent.Word(a.Body, words); ok {
			for _, address := range addressesOf(a.Phone, a.UserID) {
				c.said = append(c.said, consent.Said{
					Address: address, State: state, Source: consent.FromWord, Word: word, Channel: a.channel, Message: a.id,
					At: a.at,
				})
			}
		}
	}
	for _, a := range all {
		c.raised = append(c.raised, event.Raised{Type: event.MessageReceived, Record: a.id})
	}
	if err := c.insertMedia(ctx, all); err != nil {
		return err
	}
	if err := c.insertArrived(ctx, all); err != nil {
		return err
	}
	return book.Save(ctx, c.db, c.wallet.Firm, c.now)
}

// newArrived returns the messages that arrived and are not known.
func (c *changes) newArrived(ctx context.Context, calls []received) (all []*arrived, err error) {
	var ids []string
	for _, call := range calls {
		for _, event := range call.events {
			in := event.Inbound
			if in == nil || in.ProviderID == "" || len(in.ProviderID) > maxProviderID {
				continue
			}
			addresses := addressesOf(in.Phone, in.UserID)
			if len(addresses) == 0 {
				slog.WarnContext(ctx, "a message that arrived is not kept: its sender has no address that can be answered", "channel", call.channel)
				continue
			}
			a := &arrived{Inbound: in, id: entity.NewID(), channel: call.channel, at: c.timeOf(in.At), address: addresses[0]}
			if a.at.After(c.now) { // Only what is sent may wait for its time.
				a.at = c.now
			}
			if last := addresses[len(addresses)-1]; last.Kind == provider.WhatsAppUser {
				a.user = last.Value
			}
			ids, all = append(ids, in.ProviderID), append(all, a)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	among, list := c.db.Among("provider_message_id", 2, ids)
	found, err := db.All[string](c.db.InFirm(ctx), "SELECT provider_message_id FROM message_keys WHERE firm_id = $1 AND "+among, list)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool, len(found))
	for _, id := range found {
		known[id] = true
	}
	fresh := all[:0]
	for _, a := range all {
		if !known[a.ProviderID] {
			known[a.ProviderID] = true
			fresh = append(fresh, a)
		}
	}
	return fresh, nil
}

// text returns the text of the message as it is stored, or nil if texts of that age are not kept.
func (c *changes) text(a *arrived) *string {
	if c.isOld(a.at) {
		return nil
	}
	return shown(provider.Clean(a.Body, 4*maxBody))
}

var arrivedColumns = []string{
	"id", "created_at", "updated_at", "firm_id", "occurred_at", "provider_message_id", "direction", "contact_id", "phone", "person_key",
	"category", "body", "status", "delivered_at", "channel_id", "address", "address_kind", "conversation_id",
	"media_id",
}

// insertArrived inserts messages that arrived with their keys, and counts them.
func (c *changes) insertArrived(ctx context.Context, all []*arrived) error {
	firm := c.wallet.Firm
	keys := []string{"id", "firm_id", "provider_message_id", "occurred_at"}
	err := c.db.InFirm(ctx).Insert("message_keys", keys, len(all), func(i int) []any {
		return []any{all[i].id, firm, all[i].ProviderID, all[i].at}
	})
	if err != nil {
		return err
	}
	for _, a := range all {
		m := &Counted{
			ID: a.id, OccurredAt: a.at, Direction: message.DirectionInbound, Status: message.StatusDelivered, PersonKey: a.personKey(),
			Phone: optional(a.phone()),
		}
		for version, zone := range c.clock.counted(m.OccurredAt, m.ID) {
			c.tally.of(version).Add(m, zone)
		}
	}
	return c.db.InFirm(ctx).Insert("messages", arrivedColumns, len(all), func(i int) []any {
		a := all[i]
		return []any{
			a.id, c.now, c.now, firm, a.at, a.ProviderID, string(message.DirectionInbound), a.contactID, a.phone(), a.personKey(),
			string(pricingprice.CategoryService), c.text(a), string(message.StatusDelivered), a.at, a.channel,
			a.address.Value, string(a.address.Kind), a.thread.ID, a.mediaID(),
		}
	})
}

// preferences notes what people have set at the provider.
func (c *changes) preferences(calls []received) {
	for _, call := range calls {
		for _, event := range call.events {
			if event.Preference == nil {
				continue
			}
			said := consent.Said{
				State: consent.OptedIn, Source: consent.FromPreference, Word: "resume", Channel: call.channel, At: c.timeOf(event.Preference.At),
			}
			if event.Preference.Stop {
				said.State, said.Word = consent.OptedOut, "stop"
			}
			for _, said.Address = range addressesOf(event.Preference.Phone, event.Preference.UserID) {
				c.said = append(c.said, said)
			}
		}
	}
}

// refused notes that the recipient of a message has opted out, or that the address is refused for
// good, if its provider says so.
func (c *changes) refused(m *moved, why failure) {
	said := consent.Said{State: consent.OptedOut, Source: consent.FromProvider, Word: optional(why.providerCode), At: c.now}
	if why.suppress {
		said.State = consent.Suppressed
	}
	if !why.suppress && optional(why.code) != string(provider.OptedOut) || m.address == nil || m.channel == nil {
		return
	}
	var faults fault.Details
	if said.Address, faults = consent.ParseAddress(*m.address); len(faults) == 0 {
		said.Channel = *m.channel
		c.said = append(c.said, said)
	}
}
