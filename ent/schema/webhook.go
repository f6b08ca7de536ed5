package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Webhook is an address to which the events of a firm are delivered.
type Webhook struct{ ent.Schema }

// Mixin of Webhook.
func (Webhook) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of Webhook.
func (Webhook) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(100),
		field.String("url").NotEmpty().MaxLen(2000),
		field.Strings("event_types").Comment("none means all"),
		field.Bool("ordered"),
		field.Enum("status").Values("Active", "Paused", "Disabled"),
		field.String("status_reason").Default("").MaxRuneLen(500),
		field.Bytes("secret").Sensitive().Comment("sealed for this row"),
		field.Bytes("old_secret").Optional().Nillable().Sensitive().Comment("sealed, too; it also signs until old_secret_until"),
		field.Time("old_secret_until").Optional().Nillable(),
		field.JSON("maker", json.RawMessage{}).Comment("the viewer.Initiator whose permissions count"),
		field.Int64("position").NonNegative().Comment("the number of the last event that was looked at"),
		field.Time("failing_since").Optional().Nillable().Comment("when the first attempt failed since one succeeded"),
	}
}

// WebhookLane is the queue of a firm that has active webhooks. One instance at a time has the lease
// of the lane, and delivers. The id is that of the firm.
type WebhookLane struct{ ent.Schema }

// Mixin of WebhookLane.
func (WebhookLane) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of WebhookLane.
func (WebhookLane) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("position").NonNegative().Comment("events with greater numbers are new"),
		field.Time("due_at").Optional().Nillable().Comment("when there is something to do apart from new events"),
		field.UUID("holder", uuid.UUID{}).Optional().Nillable().Comment("the instance that has the lease"),
		field.Time("held_until").Optional().Nillable().Comment("the end of the lease"),
	}
}

// WebhookDelivery is an event that is or was delivered to a webhook.
type WebhookDelivery struct{ ent.Schema }

// Mixin of WebhookDelivery.
func (WebhookDelivery) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of WebhookDelivery.
func (WebhookDelivery) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("webhook_id", uuid.UUID{}).Immutable(),
		field.UUID("event_id", uuid.UUID{}).Immutable(),
		field.String("event_type").MaxRuneLen(maxEventType).Immutable(),
		field.Enum("status").Values("Pending", "Delivered", "Failed"),
		field.Int("attempts").NonNegative(),
		field.Int("step").NonNegative().Comment("how many attempts of the schedule were made: retrying by hand begins it again"),
		field.Int("response_status").Optional().Nillable(),
		field.String("response_body").Optional().Nillable().Comment("the first KiB of the answer, or why there was none"),
		field.Time("next_attempt_at").Optional().Nillable().Comment("nil unless it is Pending"),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of WebhookDelivery: lists, those that are due, and retention.
func (WebhookDelivery) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "webhook_id", "id"),
		index.Fields("firm_id", "webhook_id", "status", "id"),
		index.Fields("firm_id", "webhook_id", "next_attempt_at").Annotations(entsql.IndexWhere("next_attempt_at IS NOT NULL")),
		index.Fields("created_at"),
	}
}

// WebhookReplay is a part of the past events that is still to be delivered again.
type WebhookReplay struct{ ent.Schema }

// Mixin of WebhookReplay.
func (WebhookReplay) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of WebhookReplay.
func (WebhookReplay) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("webhook_id", uuid.UUID{}).Immutable(),
		field.Time("since").Immutable(),
		field.Time("until").Immutable(),
		field.Strings("event_types").Immutable().Comment("none means those of the webhook"),
		field.Int64("position").NonNegative().Comment("the number of the last event that was looked at"),
	}
}

// Indexes of WebhookReplay.
func (WebhookReplay) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id", "webhook_id")} }
