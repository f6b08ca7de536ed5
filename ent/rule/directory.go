package rule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	entgo "entgo.io/ent"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apikey"
	"github.com/firmhub/firmhub/ent/hook"
	"github.com/firmhub/firmhub/ent/policyversion"
	"github.com/firmhub/firmhub/ent/userfirm"
)

// KeepFirmNames writes firm_names with each change of a firm. A name that another firm has, or a
// second super-firm, violates a unique key. As with the hooks below, the change must be in a
// transaction, so that both rows are written or none.
func KeepFirmNames(next entgo.Mutator) entgo.Mutator {
	return hook.FirmFunc(func(ctx context.Context, m *ent.FirmMutation) (entgo.Value, error) {
		if m.Op().Is(entgo.OpDelete | entgo.OpDeleteOne) {
			return nil, errors.New("rule: firms are not deleted")
		}
		name, named := m.NameKey()
		if m.Op().Is(entgo.OpUpdate) && named {
			return nil, errors.New("rule: firms are renamed one by one")
		}
		value, err := next.Mutate(ctx, m)
		if err != nil || !named {
			return value, err
		}
		id, _ := m.ID()
		if m.Op().Is(entgo.OpUpdateOne) {
			return value, m.Client().FirmName.UpdateOneID(id).SetNameKey(name).Exec(ctx)
		}
		super, _ := m.IsSuperFirm()
		return value, m.Client().FirmName.Create().SetID(id).SetNameKey(name).SetIsSuperFirm(super).Exec(ctx)
	})
}

// KeepAPIKeys writes api_keys with each new or deleted API client.
func KeepAPIKeys(next entgo.Mutator) entgo.Mutator {
	return hook.APIClientFunc(func(ctx context.Context, m *ent.APIClientMutation) (entgo.Value, error) {
		gone, err := deleted(ctx, m)
		if err != nil {
			return nil, err
		}
		value, err := next.Mutate(ctx, m)
		if err != nil || value == 0 {
			return value, err
		}
		ctx = AcrossFirms(ctx, "keep api_keys in step")
		if len(gone) > 0 {
			_, err = m.Client().APIKey.Delete().Where(apikey.IDIn(gone...)).Exec(ctx)
		}
		if m.Op().Is(entgo.OpCreate) {
			id, _ := m.ID()
			firm, _ := m.FirmID()
			key, _ := m.KeyID()
			err = m.Client().APIKey.Create().SetID(id).SetFirmID(firm).SetKeyID(key).Exec(ctx)
		}
		return value, err
	})
}

// KeepUserFirms writes user_firms with each new or deleted membership, and with each whose user
// changes.
func KeepUserFirms(next entgo.Mutator) entgo.Mutator {
	return hook.MembershipFunc(func(ctx context.Context, m *ent.MembershipMutation) (entgo.Value, error) {
		gone, err := deleted(ctx, m)
		if err != nil {
			return nil, err
		}
		user, changed := m.UserID()
		if m.Op().Is(entgo.OpUpdate) && changed {
			return nil, errors.New("rule: memberships get another user one by one")
		}
		value, err := next.Mutate(ctx, m)
		if err != nil || value == 0 {
			return value, err
		}
		ctx = AcrossFirms(ctx, "keep user_firms in step")
		id, _ := m.ID()
		switch {
		case len(gone) > 0:
			_, err = m.Client().UserFirm.Delete().Where(userfirm.IDIn(gone...)).Exec(ctx)
		case m.Op().Is(entgo.OpCreate):
			firm, _ := m.FirmID()
			err = m.Client().UserFirm.Create().SetID(id).SetUserID(user).SetFirmID(firm).Exec(ctx)
		case m.Op().Is(entgo.OpUpdateOne) && changed:
			err = m.Client().UserFirm.UpdateOneID(id).SetUserID(user).Exec(ctx)
		}
		return value, err
	})
}

// deletion is a mutation of ent that may delete rows.
type deletion interface {
	entgo.Mutation
	IDs(ctx context.Context) ([]uuid.UUID, error)
}

// deleted returns the ids of the rows that a deletion is about to delete, and nil for other
// operations.
func deleted(ctx context.Context, m deletion) ([]uuid.UUID, error) {
	if !m.Op().Is(entgo.OpDelete | entgo.OpDeleteOne) {
		return nil, nil
	}
	return m.IDs(ctx)
}

// RaisePolicyVersion raises the global policy version with each new, changed or deleted row, unless
// only the named columns are changed. It is a hook and not a trigger: if the tables are replicated,
// a trigger would run once on each node. A version is at least the time in microseconds, for the
// reason that migration 0038 has.
func RaisePolicyVersion(ignored ...string) entgo.Hook {
	ignored = append(ignored, "updated_at")
	return func(next entgo.Mutator) entgo.Mutator {
		return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
			value, err := next.Mutate(ctx, m)
			if err != nil || value == 0 {
				return value, err
			}
			changes := slices.ContainsFunc(m.Fields(), func(f string) bool { return !slices.Contains(ignored, f) })
			if m.Op().Is(entgo.OpUpdate|entgo.OpUpdateOne) && !changes {
				return value, nil
			}
			client, ok := m.(interface{ Client() *ent.Client })
			if !ok {
				return nil, fmt.Errorf("rule: %s has no client", m.Type())
			}
			versions := client.Client().PolicyVersion
			if err := versions.Update().AddVersion(1).Exec(ctx); err != nil { // locks the row
				return nil, err
			}
			moment := time.Now().UnixMicro()
			return value, versions.Update().Where(policyversion.VersionLT(moment)).SetVersion(moment).Exec(ctx)
		})
	}
}
