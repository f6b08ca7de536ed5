package apiclient

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Initiator returns the viewer of an API client that queued a job for its firm, in its present
// state. It returns Unauthorized if the key is expired or revoked, and because of
// [viewer.ErrInactive] if the firm is not active. It does not check the allowed addresses, which
// were checked when the job was queued.
func Initiator(ctx context.Context, d *db.DB, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
	v := &viewer.Viewer{Kind: viewer.APIClient, APIClientID: by.APIClientID, FirmID: firm}
	rows, err := d.InFirm(rule.ForFirm(ctx, firm, "find the API client that queued a job")).Query(`
SELECT c.expires_at, f.policy_version, g.version, f.is_active
FROM api_clients c JOIN firms f ON f.id = c.firm_id CROSS JOIN policy_versions g
WHERE c.firm_id = $1 AND c.id = $2 AND c.revoked_at IS NULL`, by.APIClientID)
	if err != nil {
		return nil, unavailable(err)
	}
	var (
		expires sql.NullTime
		active  bool
	)
	found := rows.Next()
	if found {
		err = rows.Scan(&expires, &v.PolicyVersion.Firm, &v.PolicyVersion.Global, &active)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, unavailable(err)
	}
	if !found || expires.Valid && !time.Now().Before(expires.Time) {
		return nil, fault.New(fault.Unauthorized, "The API key that queued the job is expired or revoked.")
	}
	if !active {
		return nil, fault.New(fault.Unauthorized, "The firm of the API key that queued the job is not active.").Because(viewer.ErrInactive)
	}
	v.Expires = expires.Time
	return v, nil
}
