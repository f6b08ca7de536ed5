package apiclient

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Own describes an API client to itself.
type Own struct {
	*Client

	Firm OwnFirm
	// Permissions are what the key may do now by the policy. They may be more or less than the
	// permissions of the client.
	Permissions []string
	// RateLimit is nil if calls are not limited.
	RateLimit *Rate
}

// OwnFirm is the firm of a client.
type OwnFirm struct {
	FirmID   uuid.UUID
	FirmName string
}

// Rate is a limit of calls: how many a second, and how many at once.
type Rate struct{ PerSecond, Burst int }

// ReadOwn returns the API client that is the viewer; the viewer must be one. limit is the limit of
// its calls, or nil.
func ReadOwn(ctx context.Context, d *db.DB, may *authz.Enforcer, limit *Rate) (_ *Own, err error) {
	defer fault.Wrap(&err, "apiclient.ReadOwn")
	v := viewer.From(ctx)
	client, err := Get(ctx, d, v.APIClientID, page.Selection{})
	if err != nil {
		return nil, err
	}
	all, err := grantable(ctx, d)
	if err != nil {
		return nil, err
	}
	permissions, err := held(ctx, may, all)
	if err != nil {
		return nil, err
	}
	row, err := d.Client.Firm.Query().Where(firm.ID(v.FirmID)).Select(firm.FieldName).Only(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the firm: %w", err)
	}
	return &Own{Client: client, Firm: ofFirm(row), Permissions: namesOf(permissions), RateLimit: limit}, nil
}

func ofFirm(row *ent.Firm) OwnFirm { return OwnFirm{FirmID: row.ID, FirmName: row.Name} }
