package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Notification is a notification to one user of a firm, or to everyone in it. It has no edge to its
// user or its subject, since it outlives both. [NotificationInbox] records who has read or deleted
// it.
type Notification struct{ ent.Schema }

// Mixin of Notification.
func (Notification) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Notification.
func (Notification) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("number").Positive().Immutable().Comment("in the order of commits of the firm"),
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("zero: everyone in the firm"),
		field.Enum("module").Values("Messaging", "Contact", "Workflow", "Template", "System").Immutable(),
		field.UUID("module_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("what it is about"),
		field.String("title").NotEmpty().MaxRuneLen(150).Immutable(),
		field.String("message").NotEmpty().MaxRuneLen(500).Immutable(),
		field.Text("metadata").Default("").Immutable().Comment("JSON as it was sent, which jsonb would change; empty: none"),
	}
}

// Indexes of Notification: by number, for the lists, and for retention.
func (Notification) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "number").Unique(),
		index.Fields("firm_id", "user_id", "number"),
		index.Fields("created_at"),
	}
}

// NotificationSequence numbers the notifications of a firm. A transaction that adds one locks the
// row until the commit, so that the numbers are in the order of commits.
type NotificationSequence struct{ ent.Schema }

// Mixin of NotificationSequence.
func (NotificationSequence) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}}
}

// Fields of NotificationSequence.
func (NotificationSequence) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("last").Default(0).Comment("the number of the last notification"),
		field.Int64("expired").Default(0).Comment("notifications up to this number have expired"),
	}
}

// Indexes of NotificationSequence.
func (NotificationSequence) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id").Unique()}
}

// NotificationCounter counts the notifications of a firm to one user, or to everyone.
type NotificationCounter struct{ ent.Schema }

// Mixin of NotificationCounter.
func (NotificationCounter) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}}
}

// Fields of NotificationCounter.
func (NotificationCounter) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("zero: everyone in the firm"),
		field.Int64("sent").Default(0).Comment("how many there ever were"),
		field.Int64("expired").Default(0).Comment("how many of them have expired"),
	}
}

// Indexes of NotificationCounter.
func (NotificationCounter) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "user_id").Unique()}
}
