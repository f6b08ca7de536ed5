package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Campaign is a template that a firm sends to many contacts. Its counts are kept in the
// transactions that move its recipients and messages.
type Campaign struct{ ent.Schema }

// Mixin of Campaign.
func (Campaign) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of Campaign.
func (Campaign) Fields() []ent.Field {
	fields := []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.UUID("channel_id", uuid.UUID{}),
		field.UUID("template_id", uuid.UUID{}),
		field.JSON("audience", json.RawMessage{}).Comment("a campaign.Audience"),
		field.JSON("parameters", json.RawMessage{}).Comment("the campaign.Parameter of each name"),
		field.Time("scheduled_at").Optional().Nillable(),
		field.Enum("time_zone").Values("Firm", "Recipient"),
		field.JSON("quiet_hours", json.RawMessage{}).Optional().Comment("a pace.QuietHours; nil for those of the firm"),
		field.Int("messages_per_second").Optional().Nillable(),
		field.Enum("status").Values("Draft", "Scheduled", "Preparing", "Running", "Paused", "Completed", "Cancelled", "Failed"),
		field.String("pause_reason").Default(""),
		field.Time("taken_at").Optional().Nillable().
			Comment("when its price was held; contacts that are newer are no recipients"),
		field.Bool("prepared").Default(false).Comment("whether all recipients are stored"),
		field.JSON("checkpoint", json.RawMessage{}).Optional().
			Comment("where preparing goes on, and marks among its recipients: a campaign.checkpoint"),
		field.JSON("frozen", json.RawMessage{}).Optional().Comment("what is sent since it was executed: a campaign.frozen"),
		field.JSON("rates", json.RawMessage{}).Optional().Comment("the held prices that no recipient has yet: a list of campaign.rate"),
		field.JSON("counted", json.RawMessage{}).Optional().Comment("what was counted of its audience before it begins: a campaign.count"),
		field.JSON("reasons", json.RawMessage{}).Optional().
			Comment("how many recipients are skipped or have failed for each reason: messaging.CampaignReasons"),
		field.Time("run_at").Optional().Nillable().Comment("when the server works on it next; nil: it need not"),
		field.Time("paced_until").Optional().Nillable().Comment("when its last message is due, if it has a rate of its own"),
		field.Time("started_at").Optional().Nillable(),
		field.Time("finished_at").Optional().Nillable(),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Comment("who is named in the debits"),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable(),
		field.String("actor_name"),
		field.Int64("needed").Default(0).Comment("the prices of the recipients that are stored, while it is prepared"),
		field.Int64("reserved").Default(0).Comment("what is held for recipients without a message"),
		field.Int64("held").Default(0).Comment("what is held for messages"),
		field.Int64("spent").Default(0),
		field.Int("waiting").Default(0).Comment("how many recipients have no message yet"),
	}
	for _, name := range []string{"recipients", "skipped", "queued", "sent", "delivered", "read", "failed", "unknown", "cancelled"} {
		fields = append(fields, field.Int(name).Default(0))
	}
	return fields
}

// Indexes of Campaign: for the list, and for what is to be done.
func (Campaign) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "created_at", "id"), index.Fields("run_at")}
}

// CampaignRecipient is a contact in the audience of a campaign, as of the moment when it was
// prepared: it gets a message, or is skipped. Its id has the order in which they were stored.
type CampaignRecipient struct{ ent.Schema }

// Mixin of CampaignRecipient.
func (CampaignRecipient) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of CampaignRecipient.
func (CampaignRecipient) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("campaign_id", uuid.UUID{}).Immutable(),
		field.UUID("contact_id", uuid.UUID{}),
		field.String("address").Default("").MaxRuneLen(320).Immutable(),
		field.Enum("address_kind").Values("Phone", "Email", "WhatsAppUser").Optional().Nillable().Immutable(),
		field.String("address_key").MaxRuneLen(320).Optional().Nillable().Immutable().Annotations(folded).
			Comment("the same for all spellings of the address; nil for one that is skipped, so that it is unique"),
		field.JSON("parameters", json.RawMessage{}).Immutable().Comment("the values of the parameters of the template, by name"),
		field.Enum("state").Values("Waiting", "Entered", "Skipped", "Sent", "Delivered", "Read", "Failed", "Unknown", "Cancelled").
			Comment("Waiting: it will have a message, unless the campaign is cancelled; Entered: that is queued; then the status of its message"),
		field.String("reason").Default("").
			Comment("why it is skipped, or the error code of its message, which has failed; empty for any other"),
		field.Int64("price").Default(0).Immutable(),
		field.Time("due_at").Optional().Nillable().Comment("the earliest time of its message; nil for one that is skipped"),
		field.UUID("message_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("message_at").Optional().Nillable().Comment("the occurred_at of the message"),
	}
}

// Indexes of CampaignRecipient: for the list, for one message an address, for those that are due,
// for those with a reason, and for contacts that are merged.
func (CampaignRecipient) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "campaign_id", "id"),
		index.Fields("firm_id", "campaign_id", "address_key").Unique(),
		index.Fields("firm_id", "campaign_id", "state", "due_at", "id"),
		index.Fields("firm_id", "campaign_id", "reason", "id"),
		index.Fields("firm_id", "contact_id"),
	}
}
