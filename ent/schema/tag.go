package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// Tag is a label of contacts. It keeps the letter case of its first use. The row of a deleted tag
// is kept without its key, so that its mark is not used again: contacts may still have the mark.
type Tag struct{ ent.Schema }

// Mixin of Tag.
func (Tag) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Tag.
func (Tag) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty(),
		field.String("name_key").NotEmpty().Optional().Annotations(folded).
			Comment("the folded name, unique in the firm; none: the tag was deleted, or merged into another one"),
		field.String("mark").NotEmpty().Immutable().Annotations(folded).
			Comment("the character that stands for the tag in contacts.marks, unique in the firm"),
		field.Text("merged_marks").Default("").Comment("the marks of the tags that were merged into it"),
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
func (Tag) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "name_key").Unique(), index.Fields("firm_id", "mark").Unique()}
}

// ContactTag is a tag of a contact.
type ContactTag struct{ ent.Schema }

// Mixin of ContactTag.
func (ContactTag) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of ContactTag.
func (ContactTag) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}).Immutable(),
		field.UUID("tag_id", uuid.UUID{}).Immutable(),
		field.Time("contact_deleted_at").Optional().Nillable(),
	}
}

// Edges of ContactTag.
func (ContactTag) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("contact", Contact.Type).Field("contact_id").Unique().Required().Immutable(),
		edge.To("tag", Tag.Type).Field("tag_id").Unique().Required().Immutable(),
	}
}

// Interceptors of ContactTag.
func (ContactTag) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OfLiveContacts} }

// Indexes of ContactTag.
func (ContactTag) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "contact_id", "tag_id").Unique(),
		index.Fields("firm_id", "tag_id", "contact_id").Annotations(entsql.IndexWhere("contact_deleted_at IS NULL")),
	}
}
