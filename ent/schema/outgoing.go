package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OutgoingMessage is a message that firmhub has yet to send, or whose price is held. The id is that
// of the [Message]. The row is deleted when nothing is left to do.
type OutgoingMessage struct{ ent.Schema }

// Mixin of OutgoingMessage.
func (OutgoingMessage) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of OutgoingMessage.
func (OutgoingMessage) Fields() []ent.Field {
	return []ent.Field{
		field.Time("occurred_at").Immutable().Comment("that of the message"),
		field.UUID("channel_id", uuid.UUID{}).Immutable(),
		field.Int("class").Immutable().Comment("0 for Authentication, 1 for other messages, 2 for those of campaigns"),
		field.Enum("state").Values("Queued", "Sending", "Unknown", "Holding").
			Comment("Holding: the message is sent or has failed, and its price is still held"),
		field.Time("due_at").Optional().Nillable().Comment("when it is to be sent; nil unless it is Queued"),
		field.Time("check_at").Optional().Nillable().
			Comment("when its state ends by itself: at the expiry of a message that is Queued; nil while it is Sending"),
		field.Time("expires_at").Comment("moved by the pause of a campaign"),
		field.Int("attempts").Default(0).Comment("how often it was claimed for a call"),
		field.Int64("price").Immutable().Comment("what is held"),
		field.Enum("charge_on").Values("Sent", "Delivered").Immutable(),
		field.Bool("resend").Immutable().Comment("whether it is sent again when the outcome of a call stays unknown"),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Immutable().Comment("who is named in the debit"),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_name").Immutable(),
		field.UUID("template_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the template that must not be paused"),
		field.UUID("campaign_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the campaign that must be running"),
		field.JSON("content", json.RawMessage{}).Immutable().Comment("an outgoing.Content"),
	}
}

// Indexes of OutgoingMessage: the first is the order in which a channel sends, the second finds
// what is to be checked, and the last what is claimed.
func (OutgoingMessage) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "channel_id", "class", "due_at", "id"),
		index.Fields("check_at"),
		index.Fields("firm_id", "campaign_id", "id").Annotations(entsql.IndexWhere("campaign_id IS NOT NULL")),
		index.Fields("firm_id", "channel_id", "id").Annotations(entsql.IndexWhere("check_at IS NULL")),
	}
}

// ChannelLane is the queue of a channel that has or had messages to send. One instance at a time
// has the lease of the lane, and sends. The id is that of the channel.
type ChannelLane struct{ ent.Schema }

// Mixin of ChannelLane.
func (ChannelLane) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of ChannelLane.
func (ChannelLane) Fields() []ent.Field {
	return []ent.Field{
		field.Time("due_at").Optional().Nillable().Comment("when the first message is to be sent; nil if none is, or the channel does not send"),
		field.UUID("holder", uuid.UUID{}).Optional().Nillable().Comment("the instance that has the lease"),
		field.Time("held_until").Optional().Nillable().Comment("the end of the lease"),
		field.Time("called_at").Optional().Nillable().Comment("when its last holder called the provider for the last time"),
	}
}

// Indexes of ChannelLane: for those that are due.
func (ChannelLane) Indexes() []ent.Index { return []ent.Index{index.Fields("due_at")} }

// HookEvent is a call of a provider whose events are not worked on yet.
type HookEvent struct{ ent.Schema }

// Mixin of HookEvent.
func (HookEvent) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of HookEvent.
func (HookEvent) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("channel_id", uuid.UUID{}).Immutable(),
		field.Time("received_at").Immutable(),
		field.Time("due_at").Comment("when to work on them"),
		field.JSON("events", json.RawMessage{}).Comment("a list of provider.Event"),
	}
}

// Indexes of HookEvent: for those of a firm, and for the firms that have some.
func (HookEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "due_at"), index.Fields("due_at")}
}
