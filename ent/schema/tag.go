package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// Tag is a label of contacts. It keeps the letter case of its first use.
type Tag struct{ ent.Schema }

// Mixin of Tag.
func (Tag) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Tag.
func (Tag) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty(),
		field.String("name_key").NotEmpty().Annotations(folded).Comment("the folded name, unique in the firm"),
	}
}

// Edges of Tag.
func (Tag) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("contacts", Contact.Type).Ref("tags").Through("contact_tags", ContactTag.Type),
	}
}

// Interceptors of Tag.
func (Tag) Interceptors() []ent.Interceptor {
	return []ent.Interceptor{rule.InOrder("name_key"), rule.AlwaysSelect("name")}
}

// Indexes of Tag.
func (Tag) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id", "name_key").Unique()} }

// ContactTag is a tag of a contact.
type ContactTag struct{ ent.Schema }

// Mixin of ContactTag.
func (ContactTag) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of ContactTag.
func (ContactTag) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}).Immutable(),
		field.UUID("tag_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of ContactTag.
func (ContactTag) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("contact", Contact.Type).Field("contact_id").Unique().Required().Immutable(),
		edge.To("tag", Tag.Type).Field("tag_id").Unique().Required().Immutable(),
	}
}

// Indexes of ContactTag.
func (ContactTag) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "contact_id", "tag_id").Unique(),
		index.Fields("firm_id", "tag_id", "contact_id"),
	}
}
