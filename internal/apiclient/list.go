package apiclient

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/record"
)

// List returns the active clients of the viewer's firm, the newest first. They are at most 1,000.
func List(ctx context.Context, d *db.DB) (_ []*Client, err error) {
	defer fault.Wrap(&err, "apiclient.List")
	now := record.Now()
	return read(ctx, d.Client.APIClient.Query().Where(active(now)...).Limit(maxActive), now)
}

// PageInput asks for a page of clients.
type PageInput struct {
	// Status nil means every client.
	Status         *StatusFilter
	Page, PageSize *int
}

// Validate notes everything that is wrong.
func (in *PageInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of clients. Nothing is read until its items or their total are asked for.
type Page struct {
	page.Numbered

	found *ent.APIClientQuery
	now   time.Time
}

// Pages prepares a page of the clients of the viewer's firm, the newest first. A ValidationError names every fault of the
// input.
func Pages(d *db.DB, in PageInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	p := &Page{Numbered: page.Of(in.Page, in.PageSize), found: d.Client.APIClient.Query(), now: record.Now()}
	if in.Status == nil {
		return p, nil
	}
	switch *in.Status {
	case StatusFilter(Revoked):
		p.found.Where(apiclient.RevokedAtNotNil())
	case StatusFilter(Expired):
		p.found.Where(apiclient.RevokedAtIsNil(), apiclient.ExpiresAtLTE(p.now))
	case StatusFilter(Active):
		p.found.Where(active(p.now)...)
	case All:
	}
	return p, nil
}

// Items are the clients of the page. Beyond the last page there are none.
func (p *Page) Items(ctx context.Context) (_ []*Client, err error) {
	defer fault.Wrap(&err, "apiclient.Page")
	return read(ctx, p.found.Clone().Limit(p.PageSize).Offset(p.Offset()), p.now)
}

// TotalCount is the number of clients on all pages.
func (p *Page) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "apiclient.Page")
	return p.found.Clone().Count(ctx)
}

// read returns what the query finds, the newest first. The query has a limit, for the permissions are read by the ids.
func read(ctx context.Context, query *ent.APIClientQuery, now time.Time) ([]*Client, error) {
	rows, err := query.WithProperties().Order(ent.Desc(apiclient.FieldCreatedAt), ent.Desc(apiclient.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	clients := make([]*Client, 0, len(rows))
	for _, row := range rows {
		clients = append(clients, shown(row, now))
	}
	return clients, nil
}

func active(now time.Time) []predicate.APIClient {
	return []predicate.APIClient{
		apiclient.RevokedAtIsNil(),
		apiclient.Or(apiclient.ExpiresAtIsNil(), apiclient.ExpiresAtGT(now)),
	}
}
