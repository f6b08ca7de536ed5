package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/page"
)

// RenameTag implements renameTag.
func (r *mutationResolver) RenameTag(ctx context.Context, input contact.RenameTagInput) (*contact.CountedTag, error) {
	return contact.RenameTag(ctx, r.db, input)
}

// MergeTags implements mergeTags.
func (r *mutationResolver) MergeTags(ctx context.Context, input contact.MergeTagsInput) (*contact.CountedTag, error) {
	return contact.MergeTags(ctx, r.db, input)
}

// DeleteTag implements deleteTag.
func (r *mutationResolver) DeleteTag(ctx context.Context, tag string) (string, error) {
	return contact.DeleteTag(ctx, r.db, tag)
}

// TagPage implements tagPage.
func (r *queryResolver) TagPage(ctx context.Context, input *contact.TagPageInput) (*page.Numbered[*contact.CountedTag], error) {
	return contact.ListTags(ctx, r.db, given(input))
}

// TagNames implements tagNames.
func (r *queryResolver) TagNames(ctx context.Context, searchTerm *string, limit *int) ([]string, error) {
	return contact.TagNames(ctx, r.db, given(searchTerm), limit)
}
