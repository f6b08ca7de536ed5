package apiclient

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ListActive returns the active clients of the viewer's firm, the newest first. They are at most
// 1,000.
func ListActive(ctx context.Context, d *db.DB, sel page.Selection) (_ []*Client, err error) {
	defer fault.Wrap(&err, "apiclient.ListActive")
	now := entity.Now()
	return readAll(ctx, d.Client.APIClient.Query().Where(active(now)...).Limit(maxActive), sel, now)
}

// ListInput selects a page of clients.
type ListInput struct {
	// Status selects clients; nil means every client.
	Status         *StatusFilter
	Page, PageSize *int
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of clients.
type Page = page.Numbered[*Client]

// List returns a page of the clients of the viewer's firm, the newest first.
func List(_ context.Context, d *db.DB, in ListInput, sel page.Selection) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	now := entity.Now()
	matching := d.Client.APIClient.Query().Where(in.predicates(now)...)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Client, err error) {
			defer fault.Wrap(&err, "apiclient.List")
			return readAll(ctx, matching.Clone().Limit(limit).Offset(offset), sel, now)
		},
		func(ctx context.Context) (int, error) { return matching.Clone().Count(ctx) },
	), nil
}

func (in *ListInput) predicates(now time.Time) []predicate.APIClient {
	if in.Status == nil {
		return nil
	}
	switch *in.Status {
	case StatusFilter(Revoked):
		return []predicate.APIClient{apiclient.RevokedAtNotNil()}
	case StatusFilter(Expired):
		return []predicate.APIClient{apiclient.RevokedAtIsNil(), apiclient.ExpiresAtLTE(now)}
	case StatusFilter(Active):
		return active(now)
	case All:
	}
	return nil
}

// readAll returns all clients that the query finds, the newest first. The query must have a limit,
// since permissions are read by the ids of the clients.
func readAll(ctx context.Context, query *ent.APIClientQuery, sel page.Selection, now time.Time) ([]*Client, error) {
	rows, err := read(query, sel).Order(ent.Desc(apiclient.FieldCreatedAt), ent.Desc(apiclient.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	clients := make([]*Client, 0, len(rows))
	for _, row := range rows {
		clients = append(clients, newClient(row, now))
	}
	return clients, nil
}

func active(now time.Time) []predicate.APIClient {
	return []predicate.APIClient{
		apiclient.RevokedAtIsNil(),
		apiclient.Or(apiclient.ExpiresAtIsNil(), apiclient.ExpiresAtGT(now)),
	}
}
