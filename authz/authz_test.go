package authz_test

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclientpermission"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bundle is a seeded database with one firm, as its administrator's context and an enforcer that
// starts cold.
type bundle struct {
	d        *db.DB
	enforcer *authz.Enforcer
	firm     *ent.Firm
	// ctx is of firmhub itself in the firm; across may reach all firms.
	ctx, across context.Context //nolint:containedctx // They are what the tests act as.
}

func setup(tb testing.TB, d *db.DB) *bundle {
	tb.Helper()
	across := rule.AcrossFirms(tb.Context(), "test")
	require.NoError(tb, role.Seed(across, d))
	b := &bundle{d: d, enforcer: authz.New(d.Client, 0), across: across}
	b.firm, b.ctx = dbtest.Firm(tb, d, "Acme")
	return b
}

func (b *bundle) role(ctx context.Context, tb testing.TB, name string, permissions ...string) *ent.Role {
	tb.Helper()
	made, err := role.Create(ctx, b.d, role.CreateInput{Name: name, Permissions: permissions})
	require.NoError(tb, err)
	return made
}

// member makes a user who holds the role in the role's firm.
func (b *bundle) member(tb testing.TB, name string, r *ent.Role) *ent.Membership {
	tb.Helper()
	email := name + "@example.com"
	user, err := b.d.Client.User.Create().SetEmail(email).SetEmailKey(email).SetUserName(email).
		SetFirstName(name).SetLastName("Test").SetPasswordHash("none").Save(b.across)
	require.NoError(tb, err)
	m, err := dbtest.Member(b.d.Client).SetFirmID(r.FirmID).SetUserID(user.ID).SetRoleID(r.ID).Save(b.across)
	require.NoError(tb, err)
	return m
}

// request returns the context of a new request of the member as authentication creates it, with the
// present role and policy version. A person without an active membership is anonymous.
func (b *bundle) request(tb testing.TB, m *ent.Membership) context.Context {
	tb.Helper()
	now, err := b.d.Client.Membership.Query().
		Where(membership.ID(m.ID), membership.StatusEQ(membership.StatusActive)).WithFirm().Only(b.across)
	if ent.IsNotFound(err) {
		return tb.Context()
	}
	require.NoError(tb, err)
	return viewer.NewContext(tb.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: m.FirmID, UserID: m.UserID, RelationID: m.ID, RoleID: now.RoleID,
		PolicyVersion: dbtest.PolicyVersion(b.d, m.FirmID),
	})
}

// allows reports whether the viewer of the context may do it. It requires that a refusal is
// Forbidden.
func (b *bundle) allows(ctx context.Context, tb testing.TB, module, action string) bool {
	tb.Helper()
	err := b.enforcer.Can(ctx, module, action)
	if err != nil {
		require.True(tb, fault.Is(err, fault.Forbidden) || fault.Is(err, fault.Unauthorized), "%v", err)
	}
	return err == nil
}

func (b *bundle) allowed(tb testing.TB, m *ent.Membership, module, action string) bool {
	tb.Helper()
	return b.allows(b.request(tb, m), tb, module, action)
}

// client makes an API client that has the permissions.
func (b *bundle) client(tb testing.TB, name string, permissions ...string) *ent.APIClient {
	tb.Helper()
	made, err := b.d.Client.APIClient.Create().SetName(name).SetKeyID(rand.Text()[:12]).SetSecretHash([]byte(name)).Save(b.ctx)
	require.NoError(tb, err)
	for _, permission := range permissions {
		module, action, _ := strings.Cut(permission, ":")
		property, err := b.d.Client.RoleProperty.Query().
			Where(roleproperty.ModuleName(module), roleproperty.PropertyName(action)).OnlyID(b.across)
		require.NoError(tb, err)
		require.NoError(tb, b.d.Client.APIClientPermission.Create().SetAPIClientID(made.ID).SetPropertyID(property).Exec(b.ctx))
	}
	return made
}

// call returns the context of a new request with the client's key.
func (b *bundle) call(tb testing.TB, c *ent.APIClient) context.Context {
	tb.Helper()
	return viewer.NewContext(tb.Context(), &viewer.Viewer{
		Kind: viewer.APIClient, FirmID: c.FirmID, APIClientID: c.ID, PolicyVersion: dbtest.PolicyVersion(b.d, c.FirmID),
	})
}

// rule adds a policy rule: p or g, then its values.
func (b *bundle) rule(tb testing.TB, ptype policyrule.Ptype, values ...string) *ent.PolicyRule {
	tb.Helper()
	v := slices.Concat(values, []string{"", "", ""})
	made, err := b.d.Client.PolicyRule.Create().SetPtype(ptype).
		SetV0(v[0]).SetV1(v[1]).SetV2(v[2]).SetV3(v[3]).SetV4(v[4]).SetNote("a test").Save(b.across)
	require.NoError(tb, err)
	return made
}

func subject(m *ent.Membership) string { return "user:" + m.UserID.String() }

func TestCan(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Create"))

		t.Run("OK", func(t *testing.T) {
			for range 2 { // cold, then remembered
				require.NoError(t, b.enforcer.Can(b.request(t, agent), "Contact", "Create"))
			}
		})
		t.Run("Forbidden", func(t *testing.T) {
			for range 2 {
				err := b.enforcer.Can(b.request(t, agent), "Contact", "Delete")
				require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
				require.Equal(t, "This needs the permission Contact:Delete.", fault.From(err).Message)
			}
		})
		t.Run("Unauthorized", func(t *testing.T) {
			err := b.enforcer.Can(t.Context(), "Contact", "Create")
			require.True(t, fault.Is(err, fault.Unauthorized), "%v", err)
		})
		t.Run("UnauthorizedToSystem", func(t *testing.T) {
			err := b.enforcer.Can(b.ctx, "Contact", "Create")
			require.True(t, fault.Is(err, fault.Unauthorized), "%v", err)
		})
		t.Run("Refused", func(t *testing.T) {
			refused := fault.New(fault.Forbidden, "Not from here.")
			ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.APIClient, FirmID: agent.FirmID, Refused: refused})
			require.ErrorIs(t, b.enforcer.Can(ctx, "Contact", "Create"), refused)
		})
		t.Run("ForbiddenToAPIClientWithTheUsersID", func(t *testing.T) {
			ctx := viewer.NewContext(t.Context(),
				&viewer.Viewer{Kind: viewer.APIClient, FirmID: agent.FirmID, UserID: agent.UserID})
			err := b.enforcer.Can(ctx, "Contact", "Create")
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
		})
		t.Run("ForbiddenInAnotherFirm", func(t *testing.T) {
			other, _ := dbtest.Firm(t, d, "Other")
			ctx := viewer.NewContext(t.Context(),
				&viewer.Viewer{Kind: viewer.User, FirmID: other.ID, UserID: agent.UserID, RoleID: agent.RoleID})
			err := b.enforcer.Can(ctx, "Contact", "Create")
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
		})
		t.Run("ErrUnknownFirm", func(t *testing.T) {
			ctx := viewer.NewContext(t.Context(),
				&viewer.Viewer{Kind: viewer.User, FirmID: entity.NewID(), UserID: agent.UserID})
			err := b.enforcer.Can(ctx, "Contact", "Create")
			require.ErrorContains(t, err, "the firm does not exist")
			require.Equal(t, fault.InternalError, fault.From(err).Code)
		})
		t.Run("ErrVersionAhead", func(t *testing.T) {
			ctx := viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: agent.FirmID, UserID: agent.UserID, PolicyVersion: viewer.PolicyVersion{Firm: 1 << 60},
			})
			require.ErrorContains(t, b.enforcer.Can(ctx, "Contact", "Create"), "older than the request")
		})
		t.Run("ErrRequestEnded", func(t *testing.T) {
			ctx, cancel := context.WithCancel(b.request(t, agent))
			cancel()
			err := authz.New(d.Client, 0).Can(ctx, "Contact", "Create")
			require.Error(t, err)
			require.NotEqual(t, fault.InternalError, fault.From(err).Code)
		})
	})
}

func TestCanAPIClient(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		shop := b.client(t, "Shop", "Contact:View", "MessagingChat:SendMessage", "Users:View")
		other := b.client(t, "Other", "Contact:Create")

		t.Run("OK", func(t *testing.T) {
			require.True(t, b.allows(b.call(t, shop), t, "Contact", "View"))
			require.True(t, b.allows(b.call(t, shop), t, "MessagingChat", "SendMessage"))
			require.True(t, b.allows(b.call(t, other), t, "Contact", "Create"))
			names, err := b.enforcer.Permissions(b.call(t, shop))
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:View", "MessagingChat:SendMessage"}, names)
		})
		t.Run("Forbidden", func(t *testing.T) {
			err := b.enforcer.Can(b.call(t, shop), "Contact", "Create")
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			require.True(t, fault.Is(b.enforcer.Holds(b.call(t, shop), authz.Permission{Module: "Users", Action: "View"}), fault.Forbidden))
		})
		t.Run("UnauthorizedWhateverTheRulesSay", func(t *testing.T) {
			all := b.rule(t, policyrule.PtypeP, "apiclient:"+shop.ID.String(), "*", "*", "*", "allow")
			require.True(t, b.allows(b.call(t, shop), t, "Contact", "Delete"))
			for _, p := range authz.Catalog() {
				err := b.enforcer.Can(b.call(t, shop), p.Module, p.Action)
				require.Equal(t, p.ForAPIClients(), err == nil, p)
				require.Equal(t, !p.ForAPIClients(), fault.Is(err, fault.Unauthorized), p)
				require.Equal(t, p.ForAPIClients(), b.enforcer.Holds(b.call(t, shop), p) == nil, p)
			}
			require.NoError(t, d.Client.PolicyRule.DeleteOne(all).Exec(b.across))
		})
		t.Run("ForbiddenAtOnce", func(t *testing.T) {
			require.True(t, b.allows(b.call(t, shop), t, "Contact", "View"))
			_, err := d.Client.APIClientPermission.Delete().Where(apiclientpermission.APIClientID(shop.ID)).Exec(b.ctx)
			require.NoError(t, err)
			require.False(t, b.allows(b.call(t, shop), t, "Contact", "View"))

			require.True(t, b.allows(b.call(t, other), t, "Contact", "Create"))
			require.NoError(t, d.Client.APIClient.UpdateOne(other).SetRevokedAt(entity.Now()).Exec(b.ctx))
			require.False(t, b.allows(b.call(t, other), t, "Contact", "Create"))
		})
	})
}

// A user of the super-firm who visits another firm may do what rules grant, and nothing else: not
// what a role would.
func TestCanVisiting(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		member := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
		visit := func() context.Context {
			v := *viewer.From(b.request(t, member))
			v.HomeFirmID = entity.NewID()
			return viewer.NewContext(t.Context(), &v)
		}
		require.False(t, b.allows(visit(), t, "Contact", "View"))
		require.True(t, b.allowed(t, member, "Contact", "View"))
		b.rule(t, policyrule.PtypeP, subject(member), "*", "Contact", "Edit", "allow")
		require.True(t, b.allows(visit(), t, "Contact", "Edit"))
		require.False(t, b.allows(visit(), t, "Contact", "View"))
	})
}

func TestHolds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Create"))
		view, fly := authz.Permission{Module: "Contact", Action: "View"}, authz.Permission{Module: "Contact", Action: "Fly"}
		t.Run("OK", func(t *testing.T) {
			require.NoError(t, b.enforcer.Holds(b.request(t, agent), view))
			require.NoError(t, b.enforcer.Holds(b.request(t, agent)))
			require.NoError(t, b.enforcer.Holds(b.ctx, view, fly), "firmhub itself")
		})
		t.Run("Forbidden", func(t *testing.T) {
			err := b.enforcer.Holds(b.request(t, agent), view, fly)
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			require.Equal(t, "You can't give what you do not hold: Contact:Fly.", fault.From(err).Message)
		})
		t.Run("Unauthorized", func(t *testing.T) {
			require.True(t, fault.Is(b.enforcer.Holds(t.Context(), view), fault.Unauthorized))
		})
	})
}

// A decision that was made before costs no memory, so that a check in every request is nothing to
// the collector.
func TestCanAllocatesNothing(t *testing.T) { //nolint:paralleltest // AllocsPerRun counts what others allocate too.
	b := setup(t, dbtest.Open(t, db.SQLite))
	agent := b.request(t, b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View")))
	shop := b.call(t, b.client(t, "Shop", "Contact:View"))
	for name, ctx := range map[string]context.Context{"user": agent, "API client": shop} {
		require.NoError(t, b.enforcer.Can(ctx, "Contact", "View"))
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = b.enforcer.Can(ctx, "Contact", "View") }), name)
	}
}

func TestCanWithoutDatabase(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		b := setup(t, d)
		agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
		ctx := b.request(t, agent)
		require.NoError(t, d.Close())

		err = b.enforcer.Can(ctx, "Contact", "View")
		require.Error(t, err)
		require.True(t, db.IsUnavailable(err), "%v", err)
	})
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Wallet:View", "Contact:View", "Contact:Create"))

		t.Run("OK", func(t *testing.T) {
			got, err := b.enforcer.Permissions(b.request(t, agent))
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:Create", "Contact:View", "Wallet:View"}, got)
		})
		t.Run("None", func(t *testing.T) {
			got, err := b.enforcer.Permissions(b.request(t, b.member(t, "bob", b.role(b.ctx, t, "Guest"))))
			require.NoError(t, err)
			require.Equal(t, []string{}, got)
		})
		t.Run("Unauthorized", func(t *testing.T) {
			_, err := b.enforcer.Permissions(t.Context())
			require.True(t, fault.Is(err, fault.Unauthorized), "%v", err)
		})
	})
}

func TestRequire(t *testing.T) {
	t.Parallel()
	firm := uuid.New()
	for name, test := range map[string]struct {
		as              viewer.Viewer
		user, superFirm fault.Code
	}{
		"Anonymous": {viewer.Viewer{}, fault.Unauthorized, fault.Unauthorized},
		"APIClient": {viewer.Viewer{Kind: viewer.APIClient, SuperFirm: true}, fault.Unauthorized, fault.Unauthorized},
		"System":    {viewer.Viewer{Kind: viewer.System, SuperFirm: true}, fault.Unauthorized, fault.Unauthorized},
		"User":      {viewer.Viewer{Kind: viewer.User, FirmID: firm}, "", fault.Forbidden},
		"SuperFirm": {viewer.Viewer{Kind: viewer.User, FirmID: firm, SuperFirm: true}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := viewer.NewContext(t.Context(), &test.as)
			for _, got := range []struct {
				err  error
				want fault.Code
			}{
				{authz.RequireUser(ctx), test.user},
				{authz.RequireSuperFirm(ctx), test.superFirm},
			} {
				if got.want == "" {
					require.NoError(t, got.err)
				} else {
					require.True(t, fault.Is(got.err, got.want), "%v", got.err)
				}
			}
		})
	}
}

// In each circumstance the operations that are not open to it are Forbidden.
func TestRequireUser_Circumstances(t *testing.T) {
	t.Parallel()
	firm := uuid.New()
	for name, c := range map[string]struct {
		as   viewer.Viewer
		open authz.Circumstance
		code fault.Code
	}{
		"Visit":       {viewer.Viewer{Kind: viewer.User, FirmID: firm, HomeFirmID: uuid.New()}, authz.Visit, fault.Forbidden},
		"NoFirm":      {viewer.Viewer{Kind: viewer.User}, authz.NoFirm, fault.Forbidden},
		"PasswordDue": {viewer.Viewer{Kind: viewer.User, FirmID: firm, PasswordDue: true}, authz.PasswordDue, fault.Forbidden},
		"MfaDue":      {viewer.Viewer{Kind: viewer.User, FirmID: firm, MfaDue: true}, authz.MfaDue, fault.MfaRequired},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := viewer.NewContext(t.Context(), &c.as)
			require.NoError(t, authz.RequireUser(ctx, c.open))
			for _, other := range []authz.Circumstance{authz.Visit, authz.NoFirm, authz.PasswordDue, authz.MfaDue} {
				if other != c.open {
					require.True(t, fault.Is(authz.RequireUser(ctx, other), c.code))
				}
			}
			require.True(t, fault.Is(authz.RequireUser(ctx), c.code))
			require.True(t, fault.Is(authz.RequireSuperFirm(ctx), c.code))
			if c.open != authz.Visit { // whom rules may allow something
				require.True(t, fault.Is(authz.New(nil, 0).Can(ctx, "Contact", "View"), c.code))
			}
		})
	}
}

// An operation for signed-in users can be open to API keys; one that is refused (expired, a wrong
// address) stays refused.
func TestRequireUser_APIKey(t *testing.T) {
	t.Parallel()
	client := viewer.Viewer{Kind: viewer.APIClient, FirmID: uuid.New(), APIClientID: uuid.New()}
	require.NoError(t, authz.RequireUser(viewer.NewContext(t.Context(), &client), authz.APIKey))
	require.True(t, fault.Is(authz.RequireUser(viewer.NewContext(t.Context(), &client), authz.Visit), fault.Unauthorized))

	expired := client
	expired.Refused = fault.New(fault.Unauthorized, "expired")
	require.Equal(t, expired.Refused, authz.RequireUser(viewer.NewContext(t.Context(), &expired), authz.APIKey))
	require.True(t, fault.Is(authz.RequireUser(t.Context(), authz.APIKey), fault.Unauthorized))

	user := viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), PasswordDue: true}
	require.True(t, fault.Is(authz.RequireUser(viewer.NewContext(t.Context(), &user), authz.APIKey), fault.Forbidden))
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	modules, names := map[string]bool{}, map[string]bool{}
	for _, p := range authz.Catalog() {
		require.NotEmpty(t, p.DisplayName)
		modules[p.Module] = true
		names[p.String()] = true
	}
	require.Len(t, modules, 13)
	require.Len(t, names, 48)
}

// userID makes an id that nobody has.
func userID() string { return uuid.NewString() }
