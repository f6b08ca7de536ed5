package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// OfMembership is the mixin of entities that are deleted with a membership.
type OfMembership struct{ mixin.Schema }

// Fields of the mixin.
func (OfMembership) Fields() []ent.Field {
	return []ent.Field{field.UUID("membership_id", uuid.UUID{}).Immutable()}
}

// Edges of the mixin.
func (OfMembership) Edges() []ent.Edge {
	return []ent.Edge{edge.To("membership", Membership.Type).Field("membership_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.Cascade))}
}

// NotificationInbox summarizes in numbers what a user has done with the notifications of a firm. So
// the unread ones are counted without reading them. A trigger adds the row when the membership
// becomes active. Shared notifications are to everyone, and own ones to the user.
type NotificationInbox struct{ ent.Schema }

// Mixin of NotificationInbox.
func (NotificationInbox) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfMembership{}}
}

// Fields of NotificationInbox.
func (NotificationInbox) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("joined").Default(0).Comment("notifications up to this number are from before the membership"),
		field.Int64("joined_shared").Default(0).Comment("how many of them are shared"),
		field.Int64("joined_own").Default(0).Comment("how many of them are the user's"),
		field.Int64("marked").Default(0).Comment("notifications up to this number were marked as read together, or are from before"),
		field.Int64("marked_shared").Default(0).Comment("how many of them are shared"),
		field.Int64("marked_own").Default(0).Comment("how many of them are the user's"),
		field.Int64("singly").Default(0).Comment("how many states have a number above marked"),
		field.Int64("deleted").Default(0).Comment("how many states are those of deleted notifications"),
		field.Int64("version").Default(0).Comment("raised with each change of what is unread, so that the newest of two counts is known"),
	}
}

// Indexes of NotificationInbox.
func (NotificationInbox) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "membership_id").Unique()}
}

// NotificationState is the state of a notification that a user has read or deleted by itself.
type NotificationState struct{ ent.Schema }

// Mixin of NotificationState.
func (NotificationState) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfMembership{}}
}

// Fields of NotificationState.
func (NotificationState) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("number").Immutable().Comment("of the notification"),
		field.Time("read_at").Optional().Nillable().Comment("none where it was deleted unread, or after it was marked with others"),
		field.Bool("deleted").Default(false).Comment("from the list of this user"),
	}
}

// Indexes of NotificationState: the second is for retention.
func (NotificationState) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "membership_id", "number").Unique(),
		index.Fields("firm_id", "number"),
	}
}

// NotificationMark records when a user marked all notifications up to a number as read.
type NotificationMark struct{ ent.Schema }

// Mixin of NotificationMark.
func (NotificationMark) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfMembership{}}
}

// Fields of NotificationMark.
func (NotificationMark) Fields() []ent.Field { return []ent.Field{field.Int64("number").Immutable()} }

// Indexes of NotificationMark: the second is for retention.
func (NotificationMark) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "membership_id", "number").Unique(),
		index.Fields("firm_id", "number"),
	}
}
