package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// RaisedEvent is an event that was written in the transaction of its change, and has no number yet.
// The id is that of the [NumberedEvent] that it becomes.
type RaisedEvent struct{ ent.Schema }

// Mixin of RaisedEvent.
func (RaisedEvent) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of RaisedEvent.
func (RaisedEvent) Fields() []ent.Field {
	return []ent.Field{
		field.String("type").MaxRuneLen(maxEventType).Immutable(),
		field.UUID("record_id", uuid.UUID{}).Immutable(),
		field.JSON("data", json.RawMessage{}).Optional().Immutable().SchemaType(inOrder).
			Comment("the record, where it never changes; else it is read when the event is numbered"),
		field.Time("raised_at").Immutable(),
	}
}

const maxEventType = 50

// Indexes of RaisedEvent: for retention.
func (RaisedEvent) Indexes() []ent.Index { return []ent.Index{index.Fields("raised_at")} }

// NumberedEvent is an event of a firm as it is delivered. It is never changed.
type NumberedEvent struct{ ent.Schema }

// Mixin of NumberedEvent.
func (NumberedEvent) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of NumberedEvent.
func (NumberedEvent) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("sequence").Immutable().Comment("the events of a firm are numbered from 1, without gaps"),
		field.String("type").MaxRuneLen(maxEventType).Immutable(),
		field.JSON("data", json.RawMessage{}).Immutable().SchemaType(inOrder).Comment("the record as the REST API answers it"),
		field.Time("raised_at").Immutable(),
	}
}

// Indexes of NumberedEvent: the order of the feed, and retention.
func (NumberedEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "sequence").Unique(), index.Fields("raised_at")}
}

// EventSequence is the number of the last event of a firm.
type EventSequence struct{ ent.Schema }

// Mixin of EventSequence.
func (EventSequence) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of EventSequence.
func (EventSequence) Fields() []ent.Field { return []ent.Field{field.Int64("last").NonNegative()} }

// Indexes of EventSequence.
func (EventSequence) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id").Unique()} }
