package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/page"
)

// RenameTag implements renameTag.
func (r *mutationResolver) RenameTag(ctx context.Context, input tags.RenameInput) (*tags.Counted, error) {
	return tags.Rename(ctx, r.options.DB, input)
}

// MergeTags implements mergeTags.
func (r *mutationResolver) MergeTags(ctx context.Context, input tags.MergeInput) (*tags.Counted, error) {
	return tags.Merge(ctx, r.options.DB, input)
}

// DeleteTag implements deleteTag.
func (r *mutationResolver) DeleteTag(ctx context.Context, tag string) (string, error) {
	return tags.Delete(ctx, r.options.DB, tag)
}

// TagPage implements tagPage.
func (r *queryResolver) TagPage(ctx context.Context, input *tags.PageInput) (*page.Numbered[*tags.Counted], error) {
	return tags.List(ctx, r.options.DB, given(input))
}

// TagNames implements tagNames.
func (r *queryResolver) TagNames(ctx context.Context, searchTerm *string, limit *int) ([]string, error) {
	return tags.Names(ctx, r.options.DB, given(searchTerm), limit)
}
