package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Contact is a person to whom a firm sends messages.
type Contact struct{ ent.Schema }

// Mixin of Contact.
func (Contact) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, SoftDelete{}}
}

// Fields of Contact.
func (Contact) Fields() []ent.Field {
	return []ent.Field{
		field.String("first_name").NotEmpty(),
		field.String("last_name").NotEmpty(),
		field.String("first_name_key").Annotations(folded).Comment("folded, for sorting"),
		field.String("last_name_key").Annotations(folded).Comment("folded, for sorting"),
		field.Enum("gender").Values("Male", "Female", "Other").Optional().Nillable(),
		field.Bool("is_active").Default(true),
		field.String("profile_pic").Optional().Nillable().MaxRuneLen(2048),
		field.Text("search").Comment("names, e-mails and phone digits, folded, for searchTerm"),
		field.Text("marks").Default("").Annotations(folded).
			Comment("those of the contact's tags, sorted, after + if it has a phone; tags that were deleted may still have theirs"),
	}
}

// Edges of Contact.
func (Contact) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("phones", ContactPhone.Type).Ref("contact"),
		edge.From("emails", ContactEmail.Type).Ref("contact"),
		edge.From("addresses", ContactAddress.Type).Ref("contact"),
		edge.To("tags", Tag.Type).Through("contact_tags", ContactTag.Type),
	}
}

// Indexes of Contact: one for each order of lists. It also contains the marks, so that a filter by
// tags reads only the index. The last one is for those that were deleted lately.
func (Contact) Indexes() []ent.Index {
	live := entsql.IndexWhere("deleted_at IS NULL")
	return []ent.Index{
		index.Fields("firm_id", "created_at", "id", "marks").Annotations(live),
		index.Fields("firm_id", "updated_at", "id", "marks").Annotations(live),
		index.Fields("firm_id", "first_name_key", "id", "marks").Annotations(live),
		index.Fields("firm_id", "last_name_key", "id", "marks").Annotations(live),
		index.Fields("firm_id", "deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")),
	}
}
