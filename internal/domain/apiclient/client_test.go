package apiclient_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	entclient "github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bundle is a firm in which ctx has all permissions, and another firm.
type bundle struct {
	*db.DB

	keys        *apiclient.Keys
	may         *authz.Enforcer
	firm        *ent.Firm
	ctx, across context.Context //nolint:containedctx // They are the test's.
	elsewhere   context.Context //nolint:containedctx // As above.
}

func setup(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	require.NoError(t, role.Seed(t.Context(), d))
	b := &bundle{DB: d, keys: apiclient.NewKeys(d, admitAll), may: authz.New(d.Client, 0), across: rule.AcrossFirms(t.Context(), "a test")}
	b.firm, b.ctx = dbtest.Firm(t, d, "Shop")
	_, b.elsewhere = dbtest.Firm(t, d, "Elsewhere")
	return b
}

// clerk returns the context of a new user with these permissions.
func (b *bundle) clerk(t *testing.T, permissions ...string) context.Context {
	t.Helper()
	held, err := role.Create(b.ctx, b.DB, role.CreateInput{Name: "Clerk " + uuid.NewString(), Permissions: permissions})
	require.NoError(t, err)
	name := uuid.NewString()
	user := b.Client.User.Create().SetEmail(name).SetEmailKey(name).SetUserName(name).
		SetFirstName("C").SetLastName("C").SetPasswordHash("x").SaveX(b.across)
	member := dbtest.Member(b.Client).SetUserID(user.ID).SetRoleID(held.ID).SaveX(b.ctx)
	return viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: b.firm.ID, UserID: user.ID, RelationID: member.ID, RoleID: held.ID, Email: "c@shop.example",
		PolicyVersion: dbtest.PolicyVersion(b.DB, b.firm.ID), Request: viewer.Request{ID: "r1", Address: netip.MustParseAddr("192.0.2.9")},
	})
}

// whole selects clients with their permissions.
var whole = page.Selection{Edges: map[string]page.Selection{entclient.EdgeProperties: {}}}

func (b *bundle) create(t testing.TB, in apiclient.CreateInput) *apiclient.Key {
	t.Helper()
	if in.Name == "" {
		in.Name = "Webshop"
	}
	made, err := apiclient.Create(b.ctx, b.DB, b.may, in)
	require.NoError(t, err)
	return made
}

// lastAudit returns the newest entry of an action in the audit log.
func (b *bundle) lastAudit(t *testing.T, action string) (before, after map[string]any) {
	t.Helper()
	entry := b.Client.AuditEntry.Query().Order(ent.Desc(auditentry.FieldCreatedAt, auditentry.FieldID)).FirstX(b.ctx)
	require.Equal(t, action, entry.Action)
	require.Equal(t, "apiclient", entry.TargetType)
	for text, into := range map[*json.RawMessage]*map[string]any{&entry.Before: &before, &entry.After: &after} {
		if *text != nil {
			require.NoError(t, json.Unmarshal(*text, into))
		}
	}
	return before, after
}

func requireCode(t *testing.T, code fault.Code, err error) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, code, fault.From(err).Code, err)
}

func refusal(t *testing.T, code fault.Code, err error) *fault.Error {
	t.Helper()
	requireCode(t, code, err)
	return fault.From(err)
}

func fields(refusal *fault.Error) []string {
	named := []string{}
	for _, detail := range refusal.Details {
		named = append(named, detail.Field)
	}
	return named
}

var byDefault = []string{
	"Contact:ChangeTag", "Contact:Create", "Contact:Delete", "Contact:Edit", "Contact:Import", "Contact:View",
	"MessagingAnalytics:View", "MessagingChat:SendMessage",
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		t.Run("OK", func(t *testing.T) {
			expires := time.Now().Add(time.Hour).In(time.FixedZone("x", 3600))
			made := b.create(t, apiclient.CreateInput{
				Name: "  Webshop ", Description: " Orders ", ExpiresAt: &expires,
				AllowedIps:  []string{"192.0.2.7/24", " ::FFFF:198.51.100.1", "192.0.2.0/24", "2001:DB8::"},
				Permissions: []string{"MessagingAnalytics:Limit", "Contact:View", "Contact:View"},
			})
			require.Regexp(t, form, made.APIKey)
			require.Equal(t, made.APIKey[:15], made.KeyPrefix)
			require.Equal(t, "Webshop", made.Name)
			require.Equal(t, "Orders", made.Description)
			require.Equal(t, []string{"192.0.2.0/24", "198.51.100.1", "2001:db8::"}, made.AllowedIps)
			require.Equal(t, []string{"Contact:View", "MessagingAnalytics:Limit"}, made.Permissions)
			require.Equal(t, expires.UTC().Truncate(time.Microsecond), made.ExpiresAt.UTC())
			require.Equal(t, apiclient.Active, made.Status)
			require.Nil(t, made.LastUsedAt)

			read, err := apiclient.Get(b.ctx, d, made.ID, whole)
			require.NoError(t, err)
			require.Equal(t, made.Client, *read)
			before, after := b.lastAudit(t, "apiclient.create")
			require.Nil(t, before)
			require.Equal(t, "Webshop", after["name"])
			require.Equal(t, []any{"Contact:View", "MessagingAnalytics:Limit"}, after["permissions"])
			stored := b.Client.APIClient.GetX(b.ctx, made.ID)
			require.NotContains(t, stored.String()+string(stored.SecretHash), made.APIKey[16:59])
			require.Len(t, stored.SecretHash, 32)
		})
		t.Run("OKDefault", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			require.Equal(t, byDefault, made.Permissions)
			require.Equal(t, []string{}, made.AllowedIps)
			require.Nil(t, made.ExpiresAt)
			none := b.create(t, apiclient.CreateInput{Permissions: []string{}})
			require.Empty(t, none.Permissions)
		})
		t.Run("OKDefaultOfWhatTheViewerHolds", func(t *testing.T) {
			ctx := b.clerk(t, "ApiClient:Create", "Contact:View", "MessagingAnalytics:Limit")
			made, err := apiclient.Create(ctx, d, b.may, apiclient.CreateInput{Name: "n"})
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:View"}, made.Permissions)
			entry := b.Client.AuditEntry.Query().Where(auditentry.TargetID(made.ID)).OnlyX(ctx)
			require.Equal(t, "c@shop.example", entry.ActorName)
			require.Equal(t, "192.0.2.9", entry.Address)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			past := time.Now().Add(-time.Second)
			_, err := apiclient.Create(b.ctx, d, b.may, apiclient.CreateInput{
				Name: " ", Description: strings.Repeat("x", 501), ExpiresAt: &past,
				AllowedIps: []string{"192.0.2.1", "x", "192.0.2.0/33", "fe80::1%eth0"},
			})
			require.Equal(t, []string{"name", "description", "allowedIps[1]", "allowedIps[2]", "allowedIps[3]", "expiresAt"},
				fields(refusal(t, fault.ValidationError, err)))
			_, err = apiclient.Create(b.ctx, d, b.may, apiclient.CreateInput{
				Name: strings.Repeat("x", 101), AllowedIps: make([]string, 101),
			})
			require.Equal(t, []string{"name", "allowedIps"}, fields(refusal(t, fault.ValidationError, err)))
			_, err = apiclient.Create(b.ctx, d, b.may, apiclient.CreateInput{
				Name: "n", Permissions: []string{"Contact:View", "Role:View", "MessagingTemplate:Edit", "contact:view", "", "Contact:Nothing"},
			})
			require.Equal(t, []string{"permissions[1]", "permissions[2]", "permissions[3]", "permissions[4]", "permissions[5]"},
				fields(refusal(t, fault.ValidationError, err)))
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			ctx := b.clerk(t, "ApiClient:Create", "Contact:View")
			_, err := apiclient.Create(ctx, d, b.may, apiclient.CreateInput{Name: "n", Permissions: []string{"Contact:View", "Contact:Edit"}})
			require.Contains(t, refusal(t, fault.Forbidden, err).Message, "Contact:Edit")
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, ctx := dbtest.Firm(t, d, "Full")
			builders := make([]*ent.APIClientCreate, 0, 1000)
			for range 999 {
				builders = append(builders, b.Client.APIClient.Create().SetName("n").
					SetKeyID(apiclient.NewCredential("").ID).SetSecretHash(make([]byte, 32)))
			}
			b.Client.APIClient.CreateBulk(builders...).ExecX(ctx)
			last, err := apiclient.Create(ctx, d, b.may, apiclient.CreateInput{Name: "n"})
			require.NoError(t, err)
			_, err = apiclient.Create(ctx, d, b.may, apiclient.CreateInput{Name: "n"})
			requireCode(t, fault.Conflict, err)
			_, err = apiclient.Revoke(ctx, d, last.ID)
			require.NoError(t, err)
			_, err = apiclient.Create(ctx, d, b.may, apiclient.CreateInput{Name: "n"})
			require.NoError(t, err, "the revoked don't count")
		})
	})
}

func TestRemovedPermission(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.create(t, apiclient.CreateInput{})
		b.Client.RoleProperty.Delete().Where(roleproperty.ModuleName("Contact"), roleproperty.PropertyName("View")).ExecX(b.across)
		read, err := apiclient.Get(b.ctx, d, made.ID, whole)
		require.NoError(t, err)
		require.NotContains(t, read.Permissions, "Contact:View")
		require.Len(t, read.Permissions, len(byDefault)-1)
		_, err = apiclient.Create(b.ctx, d, b.may, apiclient.CreateInput{Name: "n", Permissions: []string{"Contact:View"}})
		requireCode(t, fault.ValidationError, err)
		require.Len(t, b.create(t, apiclient.CreateInput{}).Permissions, len(byDefault)-1)
	})
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		update := func(ctx context.Context, in apiclient.UpdateInput) (*apiclient.Client, error) {
			return apiclient.Update(ctx, d, b.may, in)
		}
		t.Run("OK", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{"Contact:View", "Contact:Edit"}})
			name, description, expires := " Other ", "d", time.Now().Add(time.Hour).Truncate(time.Microsecond)
			version := dbtest.PolicyVersion(b.DB, b.firm.ID)
			updated, err := update(b.ctx, apiclient.UpdateInput{
				ID: made.ID, Name: &name, Description: &description, AllowedIps: []string{"::1"}, ExpiresAt: &expires,
				Permissions: []string{"Contact:Delete", "Contact:View"},
			})
			require.NoError(t, err)
			require.Greater(t, dbtest.PolicyVersion(b.DB, b.firm.ID).Firm, version.Firm)
			require.Equal(t, "Other", updated.Name)
			require.Equal(t, []string{"::1"}, updated.AllowedIps)
			require.Equal(t, []string{"Contact:Delete", "Contact:View"}, updated.Permissions)
			require.True(t, expires.Equal(*updated.ExpiresAt))
			before, after := b.lastAudit(t, "apiclient.update")
			require.Equal(t, map[string]any{
				"name": "Webshop", "description": "", "allowedIps": []any{}, "expiresAt": nil,
				"permissions": []any{"Contact:Edit", "Contact:View"},
			}, before)
			require.Equal(t, []any{"Contact:Delete", "Contact:View"}, after["permissions"])
			read, err := apiclient.Get(b.ctx, d, made.ID, whole)
			require.NoError(t, err)
			require.Equal(t, updated, read)

			same, err := update(b.ctx, apiclient.UpdateInput{ID: made.ID, Name: &name})
			require.NoError(t, err)
			require.Equal(t, read.Permissions, same.Permissions)
			require.Equal(t, read.ExpiresAt, same.ExpiresAt)
			require.Equal(t, 2, b.Client.AuditEntry.Query().Where(auditentry.TargetID(made.ID)).CountX(b.ctx), "nothing changed")

			cleared, err := update(b.ctx, apiclient.UpdateInput{ID: made.ID, ClearExpiresAt: true, AllowedIps: []string{}, Permissions: []string{}})
			require.NoError(t, err)
			require.Nil(t, cleared.ExpiresAt)
			require.Empty(t, cleared.AllowedIps)
			require.Empty(t, cleared.Permissions)
			_, after = b.lastAudit(t, "apiclient.update")
			require.Equal(t, map[string]any{"expiresAt": nil, "allowedIps": []any{}, "permissions": []any{}}, after)
		})
		t.Run("OKAnExpiryThatStays", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			past := time.Now().Add(-time.Hour).UTC().Truncate(time.Microsecond)
			b.Client.APIClient.UpdateOneID(made.ID).SetExpiresAt(past).ExecX(b.ctx)
			name := "Other"
			updated, err := update(b.ctx, apiclient.UpdateInput{ID: made.ID, Name: &name, ExpiresAt: &past})
			require.NoError(t, err)
			require.Equal(t, apiclient.Expired, updated.Status)
		})
		t.Run("OKOfWhatTheViewerDoesNotHold", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{"Contact:View", "Contact:Edit"}})
			ctx := b.clerk(t, "ApiClient:Edit", "Contact:Delete")
			updated, err := update(ctx, apiclient.UpdateInput{ID: made.ID, Permissions: []string{"Contact:View"}})
			require.NoError(t, err, "nothing is added")
			require.Equal(t, []string{"Contact:View"}, updated.Permissions)
			updated, err = update(ctx, apiclient.UpdateInput{ID: made.ID, Permissions: []string{"Contact:Delete"}})
			require.NoError(t, err, "what the key had is gone")
			require.Equal(t, []string{"Contact:Delete"}, updated.Permissions)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			past, blank, long := time.Now().Add(-time.Hour), " ", strings.Repeat("x", 501)
			_, err := update(b.ctx, apiclient.UpdateInput{ID: made.ID, Name: &blank, Description: &long, AllowedIps: []string{"x"}})
			require.Equal(t, []string{"name", "description", "allowedIps[0]"}, fields(refusal(t, fault.ValidationError, err)))
			_, err = update(b.ctx, apiclient.UpdateInput{ID: made.ID, ExpiresAt: &past, Permissions: []string{"Users:View"}})
			require.Equal(t, []string{"permissions[0]", "expiresAt"}, fields(refusal(t, fault.ValidationError, err)))
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{Permissions: []string{"Contact:View"}})
			ctx := b.clerk(t, "ApiClient:Edit", "Contact:View")
			_, err := update(ctx, apiclient.UpdateInput{ID: made.ID, Permissions: []string{"Contact:Edit"}})
			requireCode(t, fault.Forbidden, err)
			ctx = b.clerk(t, "ApiClient:Edit", "Contact:Edit")
			_, err = update(ctx, apiclient.UpdateInput{ID: made.ID, Permissions: []string{"Contact:View", "Contact:Edit"}})
			requireCode(t, fault.Forbidden, err)
			require.Contains(t, err.Error(), "Contact:View", "whoever widens a key holds all that it may do")
			read, err := apiclient.Get(b.ctx, d, made.ID, whole)
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:View"}, read.Permissions)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			made := b.create(t, apiclient.CreateInput{})
			_, err := update(b.elsewhere, apiclient.UpdateInput{ID: made.ID})
			requireCode(t, fault.NotFound, err)
			_, err = update(b.ctx, apiclient.UpdateInput{ID: uuid.New()})
			requireCode(t, fault.NotFound, err)
		})
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		first, second := b.create(t, apiclient.CreateInput{Name: "1"}), b.create(t, apiclient.CreateInput{Name: "2"})
		revoked, expired, both := b.create(t, apiclient.CreateInput{Name: "3"}), b.create(t, apiclient.CreateInput{Name: "4"}), b.create(t, apiclient.CreateInput{Name: "5"})
		for _, one := range []*apiclient.Key{revoked, both} {
			_, err := apiclient.Revoke(b.ctx, d, one.ID)
			require.NoError(t, err)
		}
		for _, one := range []*apiclient.Key{expired, both} {
			b.Client.APIClient.UpdateOneID(one.ID).SetExpiresAt(time.Now().Add(-time.Second)).ExecX(b.ctx)
		}
		later := time.Now().Add(time.Hour)
		b.Client.APIClient.UpdateOneID(second.ID).SetExpiresAt(later).ExecX(b.ctx)
		named := func(clients []*apiclient.Client) map[string]apiclient.Status {
			found := map[string]apiclient.Status{}
			last := "9"
			for _, one := range clients {
				require.Less(t, one.Name, last, "the newest first")
				require.Equal(t, byDefault, one.Permissions)
				found[one.Name], last = one.Status, one.Name
			}
			return found
		}
		list := func(ctx context.Context, filter *apiclient.StatusFilter) map[string]apiclient.Status {
			page, err := apiclient.List(b.ctx, d, apiclient.ListInput{Status: filter}, whole)
			require.NoError(t, err)
			items, err := page.Items(ctx)
			require.NoError(t, err)
			count, err := page.TotalCount(ctx)
			require.NoError(t, err)
			require.Len(t, items, count)
			return named(items)
		}
		of := func(s apiclient.Status) *apiclient.StatusFilter { return new(apiclient.StatusFilter(s)) }
		active := map[string]apiclient.Status{"1": apiclient.Active, "2": apiclient.Active}
		clients, err := apiclient.ListActive(b.ctx, d, whole)
		require.NoError(t, err)
		require.Equal(t, active, named(clients))
		require.Len(t, list(b.ctx, nil), 5)
		require.Equal(t, active, list(b.ctx, of(apiclient.Active)))
		require.Equal(t, map[string]apiclient.Status{"3": apiclient.Revoked, "5": apiclient.Revoked}, list(b.ctx, of(apiclient.Revoked)))
		require.Equal(t, map[string]apiclient.Status{"4": apiclient.Expired}, list(b.ctx, of(apiclient.Expired)))
		require.Len(t, list(b.ctx, of(apiclient.Status(apiclient.All))), 5)
		require.Empty(t, list(b.elsewhere, of(apiclient.Status(apiclient.All))))
		two, err := apiclient.List(b.ctx, d, apiclient.ListInput{Page: new(2), PageSize: new(2)}, whole)
		require.NoError(t, err)
		clients, err = two.Items(b.ctx)
		require.NoError(t, err)
		require.Equal(t, map[string]apiclient.Status{"3": apiclient.Revoked, "2": apiclient.Active}, named(clients))
		_, err = apiclient.List(b.ctx, d, apiclient.ListInput{Page: new(0), PageSize: new(101)}, whole)
		require.Equal(t, []string{"page", "pageSize"}, fields(refusal(t, fault.ValidationError, err)))
		_, err = apiclient.Get(b.elsewhere, d, first.ID, whole)
		requireCode(t, fault.NotFound, err)
	})
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.create(t, apiclient.CreateInput{})
		for range 2 {
			revoked, err := apiclient.Revoke(b.ctx, d, made.ID)
			require.NoError(t, err)
			require.Equal(t, apiclient.Revoked, revoked.Status)
			require.Equal(t, byDefault, revoked.Permissions)
		}
		before, after := b.lastAudit(t, "apiclient.revoke")
		require.Equal(t, map[string]any{"status": "Active"}, before)
		require.Equal(t, map[string]any{"status": "Revoked"}, after)
		require.Equal(t, 2, b.Client.AuditEntry.Query().Where(auditentry.TargetID(made.ID)).CountX(b.ctx), "once")
		_, err := apiclient.Revoke(b.elsewhere, d, made.ID)
		requireCode(t, fault.NotFound, err)
	})
}

func TestRegenerate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.create(t, apiclient.CreateInput{})
		again, err := apiclient.Regenerate(b.ctx, d, b.may, made.ID)
		require.NoError(t, err)
		require.Regexp(t, form, again.APIKey)
		require.NotEqual(t, made.APIKey, again.APIKey)
		require.Equal(t, made.KeyPrefix, again.KeyPrefix)
		require.Equal(t, made.ID, again.ID)
		require.Equal(t, byDefault, again.Permissions)
		b.lastAudit(t, "apiclient.regenerate")
		_, err = apiclient.Regenerate(b.elsewhere, d, b.may, made.ID)
		requireCode(t, fault.NotFound, err)
		_, err = apiclient.Revoke(b.ctx, d, made.ID)
		require.NoError(t, err)
		_, err = apiclient.Regenerate(b.ctx, d, b.may, made.ID)
		requireCode(t, fault.Conflict, err)
	})
}

// Getting the secret of a key, or extending what it is valid for, requires the permissions of the
// key.
func TestKeyGrantsOnlyHeldPermissions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		until := time.Now().Add(time.Hour)
		made := b.create(t, apiclient.CreateInput{AllowedIps: []string{"10.0.0.0/8"}, ExpiresAt: &until})
		clerk := b.clerk(t, "Contact:View")
		_, err := apiclient.Regenerate(clerk, d, b.may, made.ID)
		requireCode(t, fault.Forbidden, err)
		later, sooner := until.Add(time.Hour), until.Add(-time.Minute)
		for _, in := range []apiclient.UpdateInput{
			{AllowedIps: []string{}},
			{AllowedIps: []string{"10.0.0.0/7"}},
			{AllowedIps: []string{"10.1.0.0/16", "192.0.2.1"}},
			{ClearExpiresAt: true},
			{ExpiresAt: &later},
		} {
			in.ID = made.ID
			_, err := apiclient.Update(clerk, d, b.may, in)
			requireCode(t, fault.Forbidden, err)
			_, err = apiclient.Update(b.ctx, d, b.may, in)
			require.NoError(t, err, "who holds it may")
			_, err = apiclient.Update(b.ctx, d, b.may, apiclient.UpdateInput{
				ID: made.ID, AllowedIps: []string{"10.0.0.0/8"}, ExpiresAt: &until,
			})
			require.NoError(t, err)
		}
		name := "Narrower"
		_, err = apiclient.Update(clerk, d, b.may, apiclient.UpdateInput{
			ID: made.ID, Name: &name, AllowedIps: []string{"10.2.0.0/16", "10.3.4.5"}, ExpiresAt: &sooner,
		})
		require.NoError(t, err, "to narrow it gives nothing")
	})
}

func admitAll(viewer.Request) error { return nil }
