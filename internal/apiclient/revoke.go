package apiclient

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/record"
)

// Revoke ends a key of the viewer's firm for good; NotFound for any other id. Every request that starts after the commit
// is refused, on every instance. A key that was revoked before stays as it is.
func Revoke(ctx context.Context, d *db.DB, id uuid.UUID) (revoked *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Revoke")
	err = d.Tx(ctx, func(ctx context.Context) error {
		row, err := find(ctx, d, id, db.ForUpdate)
		if err != nil {
			return err
		}
		was := shown(row, record.Now())
		if was.Status == Revoked {
			revoked = was
			return nil
		}
		if row, err = save(ctx, row, d.Client.APIClient.UpdateOne(row).SetRevokedAt(record.Now())); err != nil {
			return err
		}
		revoked = shown(row, record.Now())
		return audit.Record(ctx, d, audit.Change{
			Action: "apiclient.revoke", Target: audit.Of(kind, row.ID, row.Name),
			Before: map[string]any{"status": was.Status}, After: map[string]any{"status": revoked.Status},
		})
	})
	if err != nil {
		return nil, err
	}
	return revoked, nil
}

// Regenerate gives a key of the viewer's firm a new secret; NotFound for any other id. The old one is refused by every
// request that starts after the commit, on every instance. For a revoked key it is a Conflict, and for one that may do what
// the viewer does not hold, by its permissions or by policy rules, Forbidden: whoever has the secret may do it.
func Regenerate(ctx context.Context, d *db.DB, may *authz.Enforcer, id uuid.UUID) (made *Key, err error) {
	defer fault.Wrap(&err, "apiclient.Regenerate")
	err = d.Tx(ctx, func(ctx context.Context) error {
		row, err := find(ctx, d, id, db.ForUpdate)
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
		made = &Key{Client: *shown(row, record.Now()), APIKey: credential.Text()}
		return audit.Record(ctx, d, audit.Change{
			Action: "apiclient.regenerate", Target: audit.Of(kind, row.ID, row.Name), After: map[string]any{"key": "made anew"},
		})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// save gives the row as it has become, with the permissions that it had.
func save(ctx context.Context, row *ent.APIClient, change *ent.APIClientUpdateOne) (*ent.APIClient, error) {
	saved, err := change.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the client: %w", err)
	}
	saved.Edges.Properties = row.Edges.Properties
	return saved, nil
}
