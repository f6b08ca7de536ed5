package role_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// peopled is a bundle with two roles: ann has Owner, and bob has Manager.
type peopled struct {
	*bundle

	may            *authz.Enforcer
	owner, manager *ent.Role
	ann, bob       *ent.Membership
}

// managerHolds lists the permissions of bob.
func managerHolds() []string {
	return []string{"Contact:View", "Role:Delete", "Role:Edit", "Role:ModifyPermissions", "Role:View"}
}

func populate(t *testing.T, d *db.DB) *peopled {
	t.Helper()
	b := &peopled{bundle: setup(t, d), may: authz.New(d.Client, 0)}
	var err error
	b.owner, err = role.CreateOwner(t.Context(), d, b.firm.ID)
	require.NoError(t, err)
	b.manager = b.make(t, "Manager", managerHolds()...)
	b.ann, b.bob = b.member(t, "ann", b.owner), b.member(t, "bob", b.manager)
	return b
}

func (b *peopled) make(t *testing.T, name string, permissions ...string) *ent.Role {
	t.Helper()
	made, err := role.Create(b.ctx, b.d, role.CreateInput{Name: name, Permissions: permissions})
	require.NoError(t, err)
	return made
}

func (b *peopled) member(t *testing.T, name string, r *ent.Role) *ent.Membership {
	t.Helper()
	email := name + "@example.com"
	user, err := b.d.Client.User.Create().SetEmail(email).SetEmailKey(email).SetUserName(email).
		SetFirstName(name).SetLastName("Test").SetPasswordHash("none").Save(b.across)
	require.NoError(t, err)
	m, err := dbtest.Member(b.d.Client).SetFirmID(r.FirmID).SetUserID(user.ID).SetRoleID(r.ID).Save(b.across)
	require.NoError(t, err)
	return m
}

// as returns the context of a new request of the member.
func (b *peopled) as(t *testing.T, m *ent.Membership) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: m.FirmID, UserID: m.UserID, RelationID: m.ID, RoleID: m.RoleID,
		PolicyVersion: dbtest.PolicyVersion(b.d, m.FirmID),
	})
}

// can reports whether a new request of the member would be allowed.
func (b *peopled) can(t *testing.T, m *ent.Membership, module, action string) bool {
	t.Helper()
	err := b.may.Can(b.as(t, m), module, action)
	if err != nil {
		require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
	}
	return err == nil
}

// ids returns the ids of permissions by their names.
func (b *peopled) ids(t *testing.T, names ...string) (ids []uuid.UUID) {
	t.Helper()
	properties, err := role.Properties(b.ctx, b.d)
	require.NoError(t, err)
	for _, name := range names {
		for _, p := range properties {
			if p.ModuleName+":"+p.PropertyName == name {
				ids = append(ids, p.ID)
			}
		}
	}
	require.Len(t, ids, len(names))
	return ids
}

// auditLog returns the entries of an action in the firm, each as target, before and after in JSON.
func (b *bundle) auditLog(t *testing.T, firmID uuid.UUID, action string) (lines []string) {
	t.Helper()
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firmID})
	log, err := audit.List(ctx, b.d, audit.ListInput{Action: action})
	require.NoError(t, err)
	entries, err := log.Items(ctx)
	require.NoError(t, err)
	slices.Reverse(entries)
	for _, entry := range entries {
		lines = append(lines, entry.Target.Name+" "+compact(t, entry.Before)+" "+compact(t, entry.After))
	}
	return lines
}

// compact returns JSON in a form that is the same on both databases.
func compact(t *testing.T, text json.RawMessage) string {
	t.Helper()
	if len(text) == 0 || string(text) == "null" {
		return "-"
	}
	var value any
	require.NoError(t, json.Unmarshal(text, &value))
	written, err := json.Marshal(value)
	require.NoError(t, err)
	return string(written)
}

func (b *bundle) removeProperty(t *testing.T, module, action string) {
	t.Helper()
	removed, err := b.d.Client.RoleProperty.Delete().
		Where(roleproperty.ModuleName(module), roleproperty.PropertyName(action)).Exec(b.across)
	require.NoError(t, err)
	require.Equal(t, 1, removed)
}

func namesOf(properties []*ent.RoleProperty) (names []string) {
	for _, p := range properties {
		names = append(names, p.ModuleName+":"+p.PropertyName)
	}
	return names
}

func requireCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	require.True(t, fault.Is(err, code), "%v", err)
}
