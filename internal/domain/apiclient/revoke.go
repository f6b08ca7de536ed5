package apiclient

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// statusFields are the fields of a revocation in the audit log.
type statusFields struct {
	Status Status `json:"status"`
}

// Revoke revokes a key of the viewer's firm for good, or returns NotFound. Every request that
// starts after the commit is rejected, on every instance. A key that is already revoked does not
// change.
func Revoke(ctx context.Context, d *db.DB, id uuid.UUID) (revoked *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Revoke")
	err = d.Tx(ctx, func(ctx context.Context) error {
		row, err := find(ctx, d, id, whole, db.ForUpdate)
		if err != nil {
			return err
		}
		revoked = newClient(row, entity.Now())
		if revoked.Status == Revoked {
			return nil
		}
		before := statusFields{revoked.Status}
		if row, err = save(ctx, row, d.Client.APIClient.UpdateOne(row).SetRevokedAt(entity.Now())); err != nil {
			return err
		}
		revoked = newClient(row, entity.Now())
		if err := event.RaiseAll(ctx, d, event.APIClientRevoked, id); err != nil {
			return err
		}
		return audit.RecordUpdate(ctx, d, "apiclient.revoke", revoked.target(), before, statusFields{revoked.Status})
	})
	if err != nil {
		return nil, err
	}
	return revoked, nil
}

// Regenerate replaces the secret of a key of the viewer's firm, or returns NotFound. The old secret
// is rejected by every request that starts after the commit, on every instance. It returns Conflict
// for a revoked key. It returns Forbidden if the key may do something, by its permissions or by
// policy rules, that the viewer may not: whoever knows the new secret may do it.
func Regenerate(ctx context.Context, d *db.DB, may *authz.Enforcer, id uuid.UUID) (made *Key, err error) {
	defer fault.Wrap(&err, "apiclient.Regenerate")
	err = d.Tx(ctx, func(ctx context.Context) error {
		row, err := find(ctx, d, id, whole, db.ForUpdate)
		if err != nil {
			return err
		}
		if row.RevokedAt != nil {
			return fault.New(fault.Conflict, "The key has been revoked, which is for good. Make another one.")
		}
		if err := may.Covers(ctx, authz.Subject{APIClientID: id}); err != nil {
			return err
		}
		credential := NewCredential(row.KeyID)
		hash := credential.Hash()
		if row, err = save(ctx, row, d.Client.APIClient.UpdateOne(row).SetSecretHash(hash[:])); err != nil {
			return err
		}
		made = &Key{Client: *newClient(row, entity.Now()), APIKey: credential.Text()}
		return audit.Record(ctx, d, audit.Change{
			Action: "apiclient.regenerate", Target: made.target(), After: map[string]any{"key": "made anew"},
		})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// save returns the row after the change, with the permissions it had.
func save(ctx context.Context, row *ent.APIClient, change *ent.APIClientUpdateOne) (*ent.APIClient, error) {
	saved, err := change.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the client: %w", err)
	}
	saved.Edges.Properties = row.Edges.Properties
	return saved, nil
}
