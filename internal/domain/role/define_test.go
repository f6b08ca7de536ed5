package role_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func group(module string, properties ...role.PropertyInput) role.GroupInput {
	return role.GroupInput{ModuleName: module, Properties: properties}
}

func named(name, display string) role.PropertyInput {
	return role.PropertyInput{PropertyName: name, DisplayName: display}
}

func withID(id uuid.UUID, name, display string) role.PropertyInput {
	return role.PropertyInput{ID: &id, PropertyName: name, DisplayName: display}
}

// shown returns the names and display names of a group.
func shown(g *role.Group) (all []string) {
	for _, p := range g.Properties {
		all = append(all, p.ModuleName+":"+p.PropertyName+" "+p.DisplayName)
	}
	return all
}

func TestCreateProperties(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		other, _ := dbtest.Firm(t, d, "Other")
		owner, err := role.CreateOwner(t.Context(), d, other.ID)
		require.NoError(t, err)

		t.Run("OK", func(t *testing.T) {
			require.False(t, b.can(t, b.ann, "Loyalty", "View"))
			made, err := role.CreateProperties(b.ctx, d, group(" Loyalty ", named(" View ", " See points "), named("Édit", " ")))
			require.NoError(t, err)
			require.Equal(t, "Loyalty", made.ModuleName)
			require.Equal(t, []string{"Loyalty:View See points", "Loyalty:Édit Édit"}, shown(made))
			for _, r := range []*ent.Role{b.owner, owner} {
				require.Subset(t, b.holds(t, r.ID), []string{"Loyalty:View", "Loyalty:Édit"})
			}
			require.ElementsMatch(t, managerHolds(), b.holds(t, b.manager.ID))
			require.True(t, b.can(t, b.ann, "Loyalty", "View"), "at once")
			for _, firm := range []uuid.UUID{b.firm.ID, other.ID} {
				require.Equal(t, []string{
					`Loyalty - {"properties":[{"displayName":"See points","propertyName":"View"},{"displayName":"Édit","propertyName":"Édit"}]}`,
				}, b.auditLog(t, firm, "roleproperty.create"))
			}
		})
		t.Run("OKMore", func(t *testing.T) {
			made, err := role.CreateProperties(b.ctx, d, group("Contact", named("Merge", "")))
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:Merge Merge"}, shown(made), "the new ones only")
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := role.CreateProperties(b.ctx, d, group("Contact", named("Split", ""), named("VIEW", ""), named("Edit", "")))
			requireCode(t, err, fault.Conflict)
			require.Equal(t, "These permissions exist already: Contact:View, Contact:Edit.", fault.From(err).Message)
			_, err = role.CreateProperties(b.ctx, d, group("contact", named("Split", "")))
			requireCode(t, err, fault.Conflict)
			require.Contains(t, fault.From(err).Message, "spelled Contact")
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			long := strings.Repeat("ü", 101)
			_, err := role.CreateProperties(b.ctx, d, group("A B", named("View", ""), named("VIEW", ""), named(" ", ""),
				named(long, strings.Repeat("ü", 201)), named("a\nb", "a\nb")))
			require.Equal(t, []fault.Detail{
				{Field: "moduleName", Message: `must not hold white space, nor any of , : * # " '`},
				{Field: "properties[1].propertyName", Message: "is listed twice"},
				{Field: "properties[2].propertyName", Message: "is required"},
				{Field: "properties[3].propertyName", Message: "must have at most 100 characters"},
				{Field: "properties[3].displayName", Message: "must have at most 200 characters"},
				{Field: "properties[4].propertyName", Message: "must not hold control characters"},
				{Field: "properties[4].displayName", Message: "must not hold control characters"},
			}, fault.From(err).Details)
			for _, bad := range []string{"a,b", "a:b", "*", "a*", "#a", `"a"`, "a'b", "a b", "a\u00a0b", "\xff"} {
				_, err := role.CreateProperties(b.ctx, d, group(bad, named(bad, "")))
				require.Len(t, fault.From(err).Details, 2, bad)
			}
		})
		t.Run("ErrHowMany", func(t *testing.T) {
			_, err := role.CreateProperties(b.ctx, d, group(""))
			require.Equal(t, []fault.Detail{
				{Field: "moduleName", Message: "is required"}, {Field: "properties", Message: "must not be empty"},
			}, fault.From(err).Details)
			many := make([]role.PropertyInput, 201)
			for i := range many {
				many[i] = named(fmt.Sprintf("Do%d", i), "")
			}
			_, err = role.CreateProperties(b.ctx, d, group("Many", many...))
			require.Equal(t, []fault.Detail{{Field: "properties", Message: "must have at most 200 entries"}},
				fault.From(err).Details)
			made, err := role.CreateProperties(b.ctx, d, group("Many", many[1:]...))
			require.NoError(t, err)
			require.Len(t, made.Properties, 200)
		})
	})
}

func TestUpdateProperties(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		made, err := role.CreateProperties(b.ctx, d, group("Loyalty", named("Burn", ""), named("Earn", "Earn points"), named("View", "")))
		require.NoError(t, err)
		burn, earn, view := made.Properties[0].ID, made.Properties[1].ID, made.Properties[2].ID
		member := b.make(t, "Member", "Loyalty:Burn", "Loyalty:Earn", "Loyalty:View")
		carl := b.member(t, "carl", member)
		update := func(properties ...role.PropertyInput) (*role.Group, error) {
			return role.UpdateProperties(b.ctx, d, group("Loyalty", properties...))
		}

		t.Run("OKNothing", func(t *testing.T) {
			updated, err := update(named("View", ""), named("Earn", ""), withID(burn, "Burn", "Burn"))
			require.NoError(t, err)
			require.Equal(t, []string{"Loyalty:Burn Burn", "Loyalty:Earn Earn points", "Loyalty:View View"}, shown(updated))
			require.Empty(t, b.auditLog(t, b.firm.ID, "roleproperty.update"))
		})
		t.Run("OK", func(t *testing.T) {
			require.True(t, b.can(t, carl, "Loyalty", "Burn"))
			updated, err := update(withID(view, "Look", ""), named("Earn", "Earn more"), named("Give", ""))
			require.NoError(t, err)
			require.Equal(t, []string{"Loyalty:Earn Earn more", "Loyalty:Give Give", "Loyalty:Look Look"}, shown(updated))
			require.Equal(t, earn, updated.Properties[0].ID)
			require.Equal(t, view, updated.Properties[2].ID)

			require.ElementsMatch(t, []string{"Loyalty:Look", "Loyalty:Earn"}, b.holds(t, member.ID), "a new name keeps its holders")
			require.Subset(t, b.holds(t, b.owner.ID), []string{"Loyalty:Look", "Loyalty:Earn", "Loyalty:Give"})
			require.False(t, b.can(t, carl, "Loyalty", "Burn"), "at once")
			require.False(t, b.can(t, carl, "Loyalty", "View"))
			require.True(t, b.can(t, carl, "Loyalty", "Look"))
			require.Equal(t, []string{
				`Loyalty {"properties":[{"displayName":"Burn","propertyName":"Burn"},{"displayName":"Earn points","propertyName":"Earn"},` +
					`{"displayName":"View","propertyName":"View"}]} {"properties":[{"displayName":"Earn more","propertyName":"Earn"},` +
					`{"displayName":"Give","propertyName":"Give"},{"displayName":"Look","propertyName":"Look"}]}`,
			}, b.auditLog(t, b.firm.ID, "roleproperty.update"))
		})
		t.Run("OKSwapped", func(t *testing.T) {
			updated, err := update(withID(view, "Earn", ""), withID(earn, "Look", "Look!"), named("Give", ""))
			require.NoError(t, err)
			require.Equal(t, []string{"Loyalty:Earn Earn", "Loyalty:Give Give", "Loyalty:Look Look!"}, shown(updated))
			require.Equal(t, view, updated.Properties[0].ID)
			again, err := role.ListGroups(b.ctx, d, role.ListGroupsInput{SearchTerm: "loyalty"})
			require.NoError(t, err)
			items, err := again.Items(b.ctx)
			require.NoError(t, err)
			require.Equal(t, shown(updated), shown(items[0]))
		})
		t.Run("OKInAnotherCase", func(t *testing.T) {
			updated, err := update(withID(view, "EARN", ""), withID(earn, "Look", ""), named("Give", ""))
			require.NoError(t, err)
			require.Equal(t, []string{"Loyalty:EARN EARN", "Loyalty:Give Give", "Loyalty:Look Look!"}, shown(updated))
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := update(named("earn", ""), named("Look", ""), named("Give", ""))
			requireCode(t, err, fault.Conflict)
			require.Contains(t, fault.From(err).Message, "spelled Loyalty:EARN")
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			contact := b.ids(t, "Contact:View")[0]
			_, err := update(withID(contact, "View", ""), withID(uuid.New(), "Fly", ""), withID(burn, "Burn", ""),
				withID(view, "Swim", ""), named("EARN", ""), withID(view, "Sink", ""))
			require.Equal(t, []fault.Detail{
				{Field: "properties[0].id", Message: "is not a permission of the module"},
				{Field: "properties[1].id", Message: "is not a permission of the module"},
				{Field: "properties[2].id", Message: "is not a permission of the module"},
				{Field: "properties[4].propertyName", Message: "is of a permission that is listed already"},
				{Field: "properties[5].id", Message: "is of a permission that is listed already"},
			}, fault.From(err).Details)
			_, err = update(named("a b", ""))
			requireCode(t, err, fault.ValidationError)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, module := range []string{"Flying", "loyalty"} {
				_, err := role.UpdateProperties(b.ctx, d, group(module, named("View", "")))
				requireCode(t, err, fault.NotFound)
			}
		})
		t.Run("OKEmpty", func(t *testing.T) {
			updated, err := update()
			require.NoError(t, err)
			require.Equal(t, "Loyalty", updated.ModuleName)
			require.NotNil(t, updated.Properties)
			require.Empty(t, updated.Properties)
			_, err = update()
			requireCode(t, err, fault.NotFound)
		})
	})
}

func TestDeleteProperties(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		key, err := d.Client.APIClient.Create().SetName("Shop").SetKeyID("abcdefghijkl").SetSecretHash(make([]byte, 32)).
			Save(b.ctx)
		require.NoError(t, err)
		for _, id := range b.ids(t, "Contact:View", "MessagingAnalytics:View") {
			require.NoError(t, d.Client.APIClientPermission.Create().SetAPIClientID(key.ID).SetPropertyID(id).Exec(b.ctx))
		}
		client := &viewer.Viewer{Kind: viewer.APIClient, FirmID: b.firm.ID, APIClientID: key.ID}
		keyCan := func(module string) bool {
			client.PolicyVersion = dbtest.PolicyVersion(d, b.firm.ID)
			return b.may.Can(viewer.NewContext(t.Context(), client), module, "View") == nil
		}
		_, _ = keyCan("Contact"), keyCan("MessagingAnalytics") // now cached
		require.True(t, b.can(t, b.bob, "Contact", "View"))
		require.NoError(t, role.DeleteProperties(b.ctx, d, "Contact"))

		require.False(t, b.can(t, b.bob, "Contact", "View"), "at once")
		require.False(t, b.can(t, b.ann, "Contact", "View"), "at once")
		require.NotContains(t, b.holds(t, b.manager.ID), "Contact:View")
		require.False(t, keyCan("Contact"), "of the key, at once")
		left, err := key.QueryProperties().All(b.ctx)
		require.NoError(t, err)
		require.Equal(t, []string{"MessagingAnalytics:View"}, namesOf(left), "of the key")
		kept, err := db.All[int](dbtest.SQL(b.across, d), "SELECT count(*) FROM role_properties WHERE module_name = $1", "Contact")
		require.NoError(t, err)
		require.Equal(t, []int{6}, kept, "the records are kept")
		removals := b.auditLog(t, b.firm.ID, "roleproperty.delete")
		require.Len(t, removals, 1)
		require.Contains(t, removals[0], `{"displayName":"Tag contacts","propertyName":"ChangeTag"}`)
		require.True(t, strings.HasSuffix(removals[0], " -"), removals[0])

		for _, module := range []string{"Contact", "Flying", "wallet", "", "\x00", "\xff"} {
			requireCode(t, role.DeleteProperties(b.ctx, d, module), fault.NotFound)
		}
		exists, err := d.Client.RoleProperty.Query().Where(roleproperty.ModuleName("Wallet")).Exist(b.ctx)
		require.NoError(t, err)
		require.True(t, exists)
	})
}
