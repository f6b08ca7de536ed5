package template

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ListInput selects a page of templates. Nil fields select every template.
type ListInput struct {
	Status    *Status
	Kind      *provider.Kind
	ChannelID *uuid.UUID
	Category  *Category
	// SearchTerm is a part of the name.
	SearchTerm     *string
	Page, PageSize *int
}

// Page is a page of templates.
type Page = page.Numbered[*Template]

// selection is a condition on templates.
type selection struct {
	where string
	args  []any
}

func (s *selection) and(condition string, arg any) {
	s.args = append(s.args, arg)
	s.where += fmt.Sprintf(" AND "+condition, len(s.args)+1) // $1 is the firm
}

func (in *ListInput) selected() *selection {
	s := &selection{}
	if in.Status != nil {
		s.and("t.status = $%d", string(*in.Status))
	}
	if in.Kind != nil {
		s.and("t.kind = $%d", string(*in.Kind))
	}
	if in.ChannelID != nil {
		s.and("t.channel_id = $%d", *in.ChannelID)
	}
	if in.Category != nil {
		s.and("t.category = $%d", string(*in.Category))
	}
	if in.SearchTerm != nil {
		s.and(`t.name LIKE $%d ESCAPE '\'`, db.Containing(strings.ToLower(strings.TrimSpace(*in.SearchTerm))))
	}
	return s
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// List returns a page of the templates of the viewer's firm by name and language.
func List(_ context.Context, d *db.DB, in ListInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	s := in.selected()
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Template, err error) {
			defer fault.Wrap(&err, "template.List")
			n := len(s.args)
			query := fmt.Sprintf("SELECT %s FROM templates t WHERE t.firm_id = $1%s ORDER BY t.name, t.language, t.id LIMIT $%d OFFSET $%d",
				columns, s.where, n+2, n+3)
			return read(ctx, d, query, append(append([]any{}, s.args...), limit, offset)...)
		},
		func(ctx context.Context) (n int, err error) {
			defer fault.Wrap(&err, "template.List")
			_, err = d.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM templates t WHERE t.firm_id = $1"+s.where, s.args...)
			return n, err
		},
	), nil
}
