package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// File is an uploaded file. Its content is a blob outside the database. It has no edge to its
// uploader, since it outlives users and keys that are removed.
type File struct{ ent.Schema }

// Mixin of File.
func (File) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of File.
func (File) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxLen(255).Immutable(),
		field.String("content_type").NotEmpty().Immutable().Comment("found by the content"),
		field.Int64("size").NonNegative().Immutable(),
		field.String("blob_key").NotEmpty().Immutable(),
		field.String("public_token").Optional().Nillable().Immutable().Comment("of an image: the part of its URL that nobody can guess"),
		field.Enum("uploader_kind").Values("User", "ApiClient").Immutable(),
		field.UUID("uploader_id", uuid.UUID{}).Immutable(),
	}
}

// Indexes of File: one for each list, and one for retention.
func (File) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "created_at", "id"),
		index.Fields("firm_id", "uploader_id", "created_at", "id"),
		index.Fields("created_at").Annotations(entsql.IndexWhere("public_token IS NULL")),
	}
}

// FileUsage is the total size of a firm's files in bytes.
type FileUsage struct{ ent.Schema }

// Mixin of FileUsage.
func (FileUsage) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of FileUsage.
func (FileUsage) Fields() []ent.Field { return []ent.Field{field.Int64("bytes")} }

// Indexes of FileUsage.
func (FileUsage) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id").Unique()} }

// BlobCleanup is a blob without a file: it is about to be written, or its file was deleted. The
// transaction that adds the file deletes the row. So if the row still exists when it is due, the
// blob must be deleted, even after a crash.
type BlobCleanup struct{ ent.Schema }

// Mixin of BlobCleanup.
func (BlobCleanup) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of BlobCleanup.
func (BlobCleanup) Fields() []ent.Field {
	return []ent.Field{
		field.String("blob_key").NotEmpty().Immutable(),
		field.Time("due_at"),
	}
}

// Indexes of BlobCleanup.
func (BlobCleanup) Indexes() []ent.Index { return []ent.Index{index.Fields("due_at")} }
