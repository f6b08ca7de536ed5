package campaign

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const maxTerm = 200

// ListInput selects a page of campaigns. Nil fields select every campaign.
type ListInput struct {
	Status     *Status
	ChannelID  *uuid.UUID
	TemplateID *uuid.UUID
	// SearchTerm is a part of the name, whatever its case.
	SearchTerm     *string
	Page, PageSize *int
}

// Page is a page of campaigns.
type Page = page.Numbered[*Campaign]

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.SearchTerm != nil {
		term := *in.SearchTerm // the caller's, which does not change
		plaintext.Check(&faults, "searchTerm", &term, maxTerm)
		in.SearchTerm = &term
	}
	return faults
}

func (in *ListInput) selected(dialect string) (where string, args []any) {
	and := func(condition string, arg any) {
		args = append(args, arg)
		where += fmt.Sprintf(" AND "+condition, len(args)+1) // $1 is the firm
	}
	if in.Status != nil {
		and("c.status = $%d", string(*in.Status))
	}
	if in.ChannelID != nil {
		and("c.channel_id = $%d", *in.ChannelID)
	}
	if in.TemplateID != nil {
		and("c.template_id = $%d", *in.TemplateID)
	}
	if in.SearchTerm != nil && !plaintext.IsBlank(*in.SearchTerm) {
		where += " AND "
		db.NewAnyCase(*in.SearchTerm).Write(dialect, "c.name", func(sql string) { where += sql }, func(value string) {
			args = append(args, value)
			where += fmt.Sprintf("$%d", len(args)+1)
		})
	}
	return where, args
}

// List returns a page of the campaigns of the viewer's firm, the newest first. Their audiences are
// without the ids of listed contacts.
func (m *Manager) List(_ context.Context, in ListInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	where, args := in.selected(m.db.Dialect())
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Campaign, err error) {
			defer fault.Wrap(&err, "campaign.List")
			n := len(args)
			return readColumns(ctx, m.db, listColumns(m.db),
				where+fmt.Sprintf(" ORDER BY c.created_at DESC, c.id DESC LIMIT $%d OFFSET $%d", n+2, n+3),
				append(args[:n:n], limit, offset)...)
		},
		func(ctx context.Context) (n int, err error) {
			defer fault.Wrap(&err, "campaign.List")
			_, err = m.db.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM campaigns c WHERE c.firm_id = $1"+where, args...)
			return n, err
		},
	), nil
}
