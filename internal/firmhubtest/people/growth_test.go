package people_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	entuser "github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	keys "github.com/firmhub/firmhub/internal/domain/apiclient"
	roles "github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	users "github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// scenario is a firm with a random policy, in which a clerk calls random operations. The
// permissions of the operations are not checked: the test is that nobody gains permissions that
// they do not hold.
type scenario struct {
	*db.DB

	rt       *rapid.T
	may      *authz.Enforcer
	sessions *session.Manager
	firm     *ent.Firm
	properties,
	keyProperties []*ent.RoleProperty
	system, across context.Context //nolint:containedctx // They are what the test looks at the rows with.
	limit          []string
	// people and programs are the accounts and keys whose password or secret the clerk has.
	people, programs []uuid.UUID
	// removed are the e-mail addresses of former users of the firm.
	removed []string
}

func sample[T any](i *scenario, label string, from []T) T {
	return from[rapid.IntRange(0, len(from)-1).Draw(i.rt, label)]
}

func (i *scenario) some(label string, from []*ent.RoleProperty) (chosen []*ent.RoleProperty) {
	for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(from)-1), 0, 3, rapid.ID).Draw(i.rt, label) {
		chosen = append(chosen, from[at])
	}
	return chosen
}

func (i *scenario) begin() {
	firm := i.Client.Firm.Create().SetName(uuid.NewString()).SetNameKey(uuid.NewString()).SetCurrency("EUR")
	i.firm = firm.SaveX(i.across)
	i.system = viewer.NewContext(context.Background(), &viewer.Viewer{Kind: viewer.System, FirmID: i.firm.ID})
	subjects, named := []string{}, []string{"role:help", "role:more"}
	var held []*ent.Role
	for n := range 3 {
		made, err := roles.Create(i.system, i.DB, roles.CreateInput{
			Name: fmt.Sprint("Role ", n), IsActive: new(rapid.Bool().Draw(i.rt, "active")), Permissions: names(i.some("of role", i.properties)),
		})
		require.NoError(i.rt, err)
		held, named = append(held, made), append(named, "role:"+made.ID.String())
	}
	for n := range 3 {
		made := i.join(uuid.NewString()+"@example.com", sample(i, "role of user", held).ID)
		subjects = append(subjects, "user:"+made.String())
		if n == 0 {
			i.people = []uuid.UUID{made}
		}
	}
	for range 2 {
		made, err := keys.Create(i.system, i.DB, i.may, keys.CreateInput{Name: "Key", Permissions: names(i.some("of key", i.keyProperties))})
		require.NoError(i.rt, err)
		subjects = append(subjects, "apiclient:"+made.ID.String())
	}
	subjects = append(subjects, named...)
	for range rapid.IntRange(0, 7).Draw(i.rt, "rules") {
		i.addRule(subjects, named)
	}
	i.limit = i.held(i.as(i.people[0]))
}

func (i *scenario) join(address string, roleID uuid.UUID) uuid.UUID {
	made := i.Client.User.Create().SetEmail(address).SetEmailKey(address).SetUserName(address).SetFirstName("A").SetLastName("B").
		SetPasswordHash("x").SaveX(i.across)
	dbtest.Member(i.Client).SetFirmID(i.firm.ID).SetUserID(made.ID).SetRoleID(roleID).ExecX(i.across)
	return made.ID
}

func (i *scenario) addRule(subjects, named []string) {
	firm := sample(i, "firm", []string{i.firm.ID.String(), "*"})
	made := i.Client.PolicyRule.Create()
	if rapid.Bool().Draw(i.rt, "grouping") {
		made.SetPtype(policyrule.PtypeG).SetV0(sample(i, "subject", subjects)).SetV1(sample(i, "role", named)).SetV2(firm)
	} else {
		p := sample(i, "permission", i.properties)
		made.SetPtype(policyrule.PtypeP).SetV0(sample(i, "subject", subjects)).SetV1(firm).
			SetV2(sample(i, "module", []string{p.ModuleName, "*"})).SetV3(sample(i, "action", []string{p.PropertyName, "*"})).
			SetV4(sample(i, "effect", []string{"allow", "deny"}))
	}
	row, err := made.Save(i.across)
	if err == nil && authz.LineOf(row).Problem != "" { // a role that holds itself
		i.Client.PolicyRule.DeleteOne(row).ExecX(i.across)
	}
}

// as returns the context of a new request of a user of the firm, nil for anybody else. A user can
// also have an invitation to the firm by another e-mail, which can't be accepted: Active and
// Inactive are sorted before Invited.
func (i *scenario) as(id uuid.UUID) context.Context {
	m, err := i.Client.Membership.Query().Where(membership.FirmID(i.firm.ID), membership.UserID(id)).WithFirm().
		Order(ent.Asc(membership.FieldStatus)).First(i.across)
	if ent.IsNotFound(err) {
		return nil
	}
	require.NoError(i.rt, err)
	return viewer.NewContext(context.Background(), &viewer.Viewer{
		Kind: viewer.User, FirmID: i.firm.ID, UserID: id, RelationID: m.ID, RoleID: m.RoleID, PolicyVersion: dbtest.PolicyVersion(i.DB, i.firm.ID),
	})
}

func (i *scenario) by(key uuid.UUID) context.Context {
	return viewer.NewContext(context.Background(), &viewer.Viewer{
		Kind: viewer.APIClient, FirmID: i.firm.ID, APIClientID: key, PolicyVersion: dbtest.PolicyVersion(i.DB, i.firm.ID),
	})
}

func (i *scenario) held(asking context.Context) []string {
	held, err := i.may.Permissions(asking)
	require.NoError(i.rt, err)
	return held
}

// act calls one operation as an account or key that the clerk controls.
func (i *scenario) act() {
	asking := i.as(sample(i, "actor", i.people))
	if asking == nil {
		return
	}
	members := i.Client.Membership.Query().Where(membership.FirmID(i.firm.ID)).WithUser().Order(membership.ByID()).AllX(i.across)
	existing := i.Client.Role.Query().Where(role.FirmID(i.firm.ID)).Order(role.ByID()).AllX(i.across)
	programs := i.Client.APIClient.Query().Where(apiclient.FirmID(i.firm.ID)).Order(apiclient.ByID()).IDsX(i.across)
	member, chosen, program := sample(i, "user", members), sample(i, "role", existing).ID, sample(i, "key", programs)
	property := i.some("permissions", i.properties)
	address := uuid.NewString() + "@example.com"
	update := func(in users.UpdateInput) error {
		in.ID = member.PublicID
		_, err := users.Update(asking, i.DB, i.may, i.sessions, in)
		return err
	}
	add := func(address string) error {
		added, err := users.Add(asking, i.DB, i.may, nil, unhashedWithSalt, users.AddInput{RoleID: chosen, CreateInput: users.CreateInput{
			FirstName: "A", LastName: "B", Email: address, Password: firmhubtest.OwnerPassword,
		}})
		i.typed(added)
		return err
	}
	acts := map[string]func() error{
		"add":      func() error { return add(address) },
		"addAgain": func() error { return add(sample(i, "removed", append(i.removed, address))) },
		"move":     func() error { return update(users.UpdateInput{RoleID: &chosen}) },
		"activate": func() error { return update(users.UpdateInput{IsActive: new(rapid.Bool().Draw(i.rt, "is active"))}) },
		"rename":   func() error { return update(users.UpdateInput{Email: &address}) },
		"inviteAgain": func() error {
			invited, err := users.Invite(asking, i.DB, i.may, nil, unhashedWithSalt, users.InviteInput{ID: member.PublicID, Password: firmhubtest.OwnerPassword})
			i.typed(invited)
			return err
		},
		"remove": func() error {
			i.removed = append(i.removed, i.Client.User.Query().Where(entuser.ID(member.UserID)).OnlyX(i.across).Email)
			return users.Remove(asking, i.DB, i.sessions, member.PublicID)
		},
		"setPermissions": func() error {
			_, err := roles.SetPermissions(asking, i.DB, i.may, roles.SetPermissionsInput{RoleID: chosen, PropertyIDs: idsOf(property)})
			return err
		},
		"activateRole": func() error {
			_, err := roles.Update(asking, i.DB, i.may, roles.UpdateInput{ID: chosen, IsActive: new(rapid.Bool().Draw(i.rt, "active"))})
			return err
		},
		"deleteRole": func() error { return roles.Delete(asking, i.DB, chosen) },
		"createKey": func() error {
			made, err := keys.Create(asking, i.DB, i.may, keys.CreateInput{Name: "K", Permissions: names(i.some("of key", i.keyProperties))})
			if err == nil {
				i.programs = append(i.programs, made.ID)
			}
			return err
		},
		"widenKey": func() error {
			_, err := keys.Update(asking, i.DB, i.may, keys.UpdateInput{ID: program, Permissions: names(i.some("of key", i.keyProperties))})
			return err
		},
		"regenerateKey": func() error {
			_, err := keys.Regenerate(asking, i.DB, i.may, program)
			if err == nil {
				i.programs = append(i.programs, program)
			}
			return err
		},
	}
	kinds := make([]string, 0, len(acts))
	for kind := range acts {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	if err := acts[sample(i, "act", kinds)](); err != nil {
		require.NotEqual(i.rt, fault.InternalError, fault.From(err).Code, "%v", err)
	}
}

// typed records that the clerk knows the password of an invitation, if there is one. A person who
// has a password logs in with that instead. The id of the invitation can differ from that of the
// account.
func (i *scenario) typed(invited *users.Member) {
	if invited == nil {
		return
	}
	account := i.Client.User.Query().Where(entuser.EmailKey(email.Key(invited.Email))).OnlyX(i.across)
	if account.PasswordHash == "" {
		i.people = append(i.people, account.ID)
	}
}

// check fails if an account or key that the clerk controls holds more than the clerk did at first.
func (i *scenario) check() {
	for _, id := range i.people {
		if asking := i.as(id); asking != nil {
			require.Subset(i.rt, i.limit, i.held(asking), "a user")
		}
	}
	for _, id := range i.programs {
		require.Subset(i.rt, i.limit, i.held(i.by(id)), "a key")
	}
}

func unhashed(context.Context, string) (string, error) { return "none", nil }

func unhashedWithSalt(context.Context, string, []byte) (string, error) { return "none", nil }

func names(properties []*ent.RoleProperty) []string {
	all := []string{}
	for _, p := range properties {
		all = append(all, authz.PermissionOf(p).String())
	}
	return all
}

func idsOf(properties []*ent.RoleProperty) (ids []uuid.UUID) {
	for _, p := range properties {
		ids = append(ids, p.ID)
	}
	return ids
}

// With any policy and any operations, no account or key that the clerk controls holds more than the
// clerk did at first.
func TestNobodyGains(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, roles.Seed(t.Context(), d))
		sessions := session.NewManager(d, nil, nil, nil, nil, session.Config{})
		across := rule.AcrossFirms(t.Context(), "a test looks at everything")
		properties := d.Client.RoleProperty.Query().Where(roleproperty.ModuleNameIn("Contact", "Wallet")).
			Order(roleproperty.ByID()).AllX(across)
		ofKeys := d.Client.RoleProperty.Query().Where(roleproperty.ModuleName("Contact")).Order(roleproperty.ByID()).AllX(across)
		rapid.Check(t, func(rt *rapid.T) {
			d.Client.PolicyRule.Delete().ExecX(across)
			i := &scenario{
				DB: d, rt: rt, may: authz.New(d.Client, 0), sessions: sessions, across: across, properties: properties, keyProperties: ofKeys,
			}
			i.begin()
			for range rapid.IntRange(1, 8).Draw(rt, "acts") {
				i.act()
				i.check()
			}
		})
	})
}
