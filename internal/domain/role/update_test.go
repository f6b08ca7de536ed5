package role_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		agent := b.make(t, "Agent", "Contact:View", "Contact:Edit")
		update := func(m *ent.Membership, in role.UpdateInput) (*ent.Role, error) {
			return role.Update(b.as(t, m), d, b.may, in)
		}
		t.Run("OK", func(t *testing.T) {
			updated, err := update(b.bob, role.UpdateInput{ID: agent.ID, Name: new(" AGENT "), Description: new(" Answers. ")})
			require.NoError(t, err)
			require.Equal(t, "AGENT", updated.Name)
			require.Equal(t, "Answers.", updated.Description)
			require.True(t, updated.IsActive)
			require.True(t, updated.UpdatedAt.After(agent.UpdatedAt))
			require.Equal(t, agent.CreatedAt, updated.CreatedAt)
			require.Equal(t, []string{
				`AGENT {"description":"","name":"Agent"} {"description":"Answers.","name":"AGENT"}`,
			}, b.auditLog(t, b.firm.ID, "role.update"))
		})
		t.Run("OKNothing", func(t *testing.T) {
			before := b.auditLog(t, b.firm.ID, "role.update")
			first, err := update(b.bob, role.UpdateInput{ID: agent.ID})
			require.NoError(t, err)
			again, err := update(b.bob, role.UpdateInput{
				ID: agent.ID, Name: new("AGENT"), Description: new("Answers."), IsActive: new(true),
			})
			require.NoError(t, err)
			require.Equal(t, first.UpdatedAt, again.UpdatedAt)
			require.Equal(t, before, b.auditLog(t, b.firm.ID, "role.update"))
		})
		t.Run("OKOwner", func(t *testing.T) {
			updated, err := update(b.bob, role.UpdateInput{
				ID: b.owner.ID, Name: new("Owner"), IsActive: new(true), Description: new("The boss."),
			})
			require.NoError(t, err)
			require.Equal(t, "The boss.", updated.Description)
		})
		t.Run("ErrConflictOfOwner", func(t *testing.T) {
			_, err := update(b.ann, role.UpdateInput{ID: b.owner.ID, Name: new("OWNER")})
			requireCode(t, err, fault.Conflict)
			_, err = update(b.ann, role.UpdateInput{ID: b.owner.ID, IsActive: new(false)})
			requireCode(t, err, fault.Conflict)
		})
		t.Run("ErrConflictOfNames", func(t *testing.T) {
			for _, name := range []string{"MANAGER", "owner"} {
				_, err := update(b.ann, role.UpdateInput{ID: agent.ID, Name: &name})
				requireCode(t, err, fault.Conflict)
			}
		})
		t.Run("ErrForbiddenToActivateMore", func(t *testing.T) {
			_, err := update(b.bob, role.UpdateInput{ID: agent.ID, IsActive: new(false)})
			require.NoError(t, err, "to take it away is fine")
			_, err = update(b.bob, role.UpdateInput{ID: agent.ID, IsActive: new(true)})
			requireCode(t, err, fault.Forbidden)
			require.Contains(t, fault.From(err).Message, "Contact:Edit")
			_, err = update(b.ann, role.UpdateInput{ID: agent.ID, IsActive: new(true)})
			require.NoError(t, err)
		})
		t.Run("ErrForbiddenToLockOneselfOut", func(t *testing.T) {
			_, err := update(b.bob, role.UpdateInput{ID: b.manager.ID, IsActive: new(false)})
			requireCode(t, err, fault.Forbidden)
			require.True(t, b.can(t, b.bob, "Role", "Edit"))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			theirs, err := role.Create(other, d, role.CreateInput{Name: "Theirs"})
			require.NoError(t, err)
			for _, id := range []uuid.UUID{theirs.ID, uuid.New()} {
				_, err = update(b.ann, role.UpdateInput{ID: id, Description: new("Mine.")})
				requireCode(t, err, fault.NotFound)
			}
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := update(b.ann, role.UpdateInput{ID: agent.ID, Name: new(" "), Description: new(strings.Repeat("x", 501))})
			require.Equal(t, []fault.Detail{
				{Field: "name", Message: "is required"}, {Field: "description", Message: "must have at most 500 characters"},
			}, fault.From(err).Details)
		})
	})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		t.Run("OK", func(t *testing.T) {
			agent := b.make(t, "Agent", "Contact:View", "Contact:Edit", "Wallet:View")
			b.removeProperty(t, "Wallet", "View") // its remaining row does not prevent the deletion
			require.NoError(t, role.Delete(b.as(t, b.bob), d, agent.ID))
			_, err := role.Get(b.ctx, d, agent.ID, page.Selection{})
			requireCode(t, err, fault.NotFound)
			left, err := d.Client.RolePermission.Query().Where(rolepermission.RoleID(agent.ID)).Count(b.across)
			require.NoError(t, err)
			require.Zero(t, left)
			require.Equal(t, []string{
				`Agent {"description":"","isActive":true,"name":"Agent","permissions":["Contact:Edit","Contact:View"]} -`,
			}, b.auditLog(t, b.firm.ID, "role.delete"))
			b.make(t, "agent")
		})
		t.Run("ErrConflict", func(t *testing.T) {
			requireCode(t, role.Delete(b.as(t, b.ann), d, b.owner.ID), fault.Conflict)
			requireCode(t, role.Delete(b.as(t, b.ann), d, b.manager.ID), fault.Conflict)
			require.NoError(t, d.Client.Membership.UpdateOne(b.bob).SetStatus(membership.StatusInactive).Exec(b.ctx))
			requireCode(t, role.Delete(b.as(t, b.ann), d, b.manager.ID), fault.Conflict)
			require.ElementsMatch(t, managerHolds(), b.holds(t, b.manager.ID))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			theirs, err := role.Create(other, d, role.CreateInput{Name: "Theirs"})
			require.NoError(t, err)
			for _, id := range []uuid.UUID{theirs.ID, uuid.New()} {
				requireCode(t, role.Delete(b.as(t, b.ann), d, id), fault.NotFound)
			}
		})
	})
}

func TestCreateIsAudited(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		b.make(t, "Agent", "Contact:View", "Contact:Edit", "Contact:View")
		require.Contains(t, b.auditLog(t, b.firm.ID, "role.create"),
			`Agent - {"description":"","isActive":true,"name":"Agent","permissions":["Contact:Edit","Contact:View"]}`)
	})
}
