package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// MessageCount is the number of messages of a firm of one kind on one day in the firm's time zone.
// It is written in the transaction of the messages, and kept when they are deleted.
type MessageCount struct{ ent.Schema }

// Mixin of MessageCount.
func (MessageCount) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}} }

// Fields of MessageCount.
func (MessageCount) Fields() []ent.Field {
	return []ent.Field{
		field.Int("version").Immutable().Comment("that of the MessageClock by which the days are"),
		field.Enum("kind").Values("Day", "Hour", "Template", "Person", "PersonMonth", "PersonHalf").Immutable(),
		field.Int("day").Immutable().Comment("20261122; the first day of the month for PersonMonth, and of January or July for PersonHalf"),
		field.String("key").Immutable().Annotations(folded).
			Comment("empty, the hour such as 13+0100, the name of the template, or the person_key of the messages"),
		field.Int64("sent").Comment("outbound messages, whatever their status"),
		field.Int64("received"),
		field.Int64("delivered").Comment("outbound messages that are Delivered or Read"),
		field.Int64("read"),
		field.Int64("failed"),
		field.String("phone").Default("").Comment("in E.164, of the last message; only for a person with a phone"),
		field.Time("last_at").Comment("the occurred_at of the last message"),
	}
}

// Indexes of MessageCount.
func (MessageCount) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "version", "kind", "day", "key").Unique()}
}

// MessageClock holds the time zone in which the messages of a firm are counted. When the firm
// changes its time zone, a job copies the counts of days whose messages may be deleted to the next
// version, counts the messages of later days again for it, in their order, and then replaces the
// version. Meanwhile new messages, and statuses of messages before the position of the job, are
// counted in both versions. Then the job deletes the replaced version. Until that is done the clock
// keeps a position, without a next time zone.
type MessageClock struct{ ent.Schema }

// Mixin of MessageClock.
func (MessageClock) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of MessageClock.
func (MessageClock) Fields() []ent.Field {
	return []ent.Field{
		field.String("time_zone").Comment("IANA name"),
		field.Int("version").Default(1),
		field.String("next_time_zone").Default("").Comment("empty unless messages are being counted again"),
		field.Time("done_at").Optional().Nillable().Comment("the occurred_at of the last message that was counted again"),
		field.UUID("done_id", uuid.UUID{}).Optional().Nillable().Comment("its id"),
		field.Time("emptied_until").Optional().Nillable().Comment("older messages have no bodies any more"),
	}
}

// Indexes of MessageClock.
func (MessageClock) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id").Unique()} }
