package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// ContactImport is the import of a file of contacts: its input and its progress. It has no edge to
// its file or its initiator, since it outlives both.
type ContactImport struct{ ent.Schema }

// Mixin of ContactImport.
func (ContactImport) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of ContactImport.
func (ContactImport) Fields() []ent.Field {
	counts := []string{
		"total_rows", "processed_rows", "created_count", "updated_count", "failed_count", "unchanged_count",
		"undone_count", "skipped_count", "skipped_cells", "merged_count",
	}
	fields := []ent.Field{
		field.UUID("file_id", uuid.UUID{}).Immutable(),
		field.String("file_name").Immutable(),
		field.Int64("file_size").Immutable(),
		field.Enum("queued_by_kind").Values("User", "ApiClient", "System").Immutable(),
		field.UUID("queued_by_id", uuid.UUID{}).Immutable(),
		field.JSON("options", json.RawMessage{}).Immutable().Comment("how the rows are read: see importer.Options"),
		field.Bool("dry_run").Immutable(),
		field.Enum("status").Values("Queued", "Running", "Completed", "Failed", "Cancelled").Default("Queued"),
		field.String("error").Default("").Comment("why it failed, for the client"),
		field.Int64("job_id").Default(0),
		field.JSON("checkpoint", json.RawMessage{}).Optional().Comment("where the next step goes on"),
		field.Time("started_at").Optional().Nillable(),
		field.Time("finished_at").Optional().Nillable(),
		field.JSON("preview", json.RawMessage{}).Optional().Comment("which columns are ignored, and what a dry run shows: see importer.Preview"),
		field.Enum("undo").Values("None", "Queued", "Running", "Completed", "Failed").Default("None"),
	}
	for _, name := range counts {
		fields = append(fields, field.Int(name).Default(0).NonNegative())
	}
	return fields
}

// Indexes of ContactImport: for the list, and for retention.
func (ContactImport) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "created_at", "id"), index.Fields("finished_at")}
}

// OfImport is the mixin of entities that belong to an import of contacts. They are deleted when the
// import can't be undone any more.
type OfImport struct{ mixin.Schema }

// Fields of the mixin.
func (OfImport) Fields() []ent.Field {
	return []ent.Field{field.UUID("import_id", uuid.UUID{}).Immutable()}
}

// Edges of the mixin.
func (OfImport) Edges() []ent.Edge {
	return []ent.Edge{edge.To("import", ContactImport.Type).Field("import_id").Unique().Required().Immutable()}
}

// ContactImportReject is a row of a file that was not imported, or a cell that was left out of an
// imported row.
type ContactImportReject struct{ ent.Schema }

// Mixin of ContactImportReject.
func (ContactImportReject) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfImport{}}
}

// Fields of ContactImportReject.
func (ContactImportReject) Fields() []ent.Field {
	return []ent.Field{
		field.Int("row").Immutable().Comment("as a spreadsheet numbers rows"),
		field.Int("position").Immutable().Comment("the number of the cell, from 1; 0 if the row was rejected"),
		field.String("column").Immutable().Comment("the heading of the cell; empty if the row was rejected"),
		field.UUID("contact_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the contact of the row, if it was imported"),
		field.Text("error").Immutable().Comment("every fault of the row, with its column, or that of the cell"),
		field.JSON("cells", []string{}).Immutable().Comment("as they came; of a row that was imported those that name the contact, and the cell"),
	}
}

// Indexes of ContactImportReject.
func (ContactImportReject) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "import_id", "row", "position").Unique()}
}

// ContactImportChange is the change that an import made to a contact. It is needed to undo the
// import. It has no edge to the contact, because contacts are never deleted from the table and the
// edge would make imports slower.
type ContactImportChange struct{ ent.Schema }

// Mixin of ContactImportChange.
func (ContactImportChange) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfImport{}}
}

// Fields of ContactImportChange.
func (ContactImportChange) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}).Immutable(),
		field.JSON("before", json.RawMessage{}).Optional().Immutable().Comment("the contact before the first change; none: it was created"),
		field.Time("left_at").Comment("updated_at of the contact as the import left it"),
	}
}

// Indexes of ContactImportChange.
func (ContactImportChange) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "import_id", "contact_id").Unique()}
}

// ContactImportDraft is what an import remembers about a contact until the import ends. For a dry
// run, one row contains the contact as the import would have left it, and one row each of its keys.
// A row without a key and a contact means that rows of the file belong to the contact and have not
// changed it.
type ContactImportDraft struct{ ent.Schema }

// Mixin of ContactImportDraft.
func (ContactImportDraft) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfImport{}, OnlyTable{}}
}

// Fields of ContactImportDraft.
func (ContactImportDraft) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}).Immutable().Comment("of the contact that exists, or would have been created"),
		field.String("key").Immutable().Annotations(folded).Comment("what rows are matched by: a phone's match key, an e-mail's, or none"),
		field.JSON("contact", json.RawMessage{}).Optional().Comment("in the row without a key, if a dry run would have changed it"),
	}
}

// Indexes of ContactImportDraft: only one, since a table that is filled and emptied has no
// statistics to choose an index by.
func (ContactImportDraft) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "import_id", "key", "contact_id")}
}
