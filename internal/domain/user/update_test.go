package user_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		cleo := o.join(t, "Cleo", "Clerk", o.clerk)
		update := func(in user.UpdateInput) (*user.Member, error) {
			return user.Update(o.as(t, o.max), d, o.may, o.sessions, in)
		}
		t.Run("OK", func(t *testing.T) {
			was, err := user.Get(o.as(t, o.max), d, cleo.UserID, whole)
			require.NoError(t, err)
			updated, err := update(user.UpdateInput{
				ID: cleo.UserID, FirstName: new(" Cleopatra "), Email: new("cleo@Example.com"), RoleID: &o.manager.ID,
			})
			require.NoError(t, err)
			require.Equal(t, "Cleopatra", updated.FirstName)
			require.Equal(t, "Clerk", updated.LastName)
			require.Equal(t, "cleo@Example.com", updated.Email)
			require.Equal(t, "Cleo@example.com", updated.UserName)
			require.Equal(t, o.manager.ID, updated.Role.ID)
			require.True(t, updated.UpdatedAt.After(was.UpdatedAt))
			require.Equal(t, was.CreatedAt, updated.CreatedAt)
			_, err = update(user.UpdateInput{ID: cleo.UserID, RoleID: &o.clerk.ID, UserName: new("cleo"), LastName: new("C.")})
			require.NoError(t, err)
			require.Equal(t, []string{
				`Max@example.com Cleo@example.com {"email":"Cleo@example.com","firstName":"Cleo","role":"Clerk"} ` +
					`{"email":"cleo@Example.com","firstName":"Cleopatra","role":"Manager"}`,
				`Max@example.com cleo@Example.com {"lastName":"Clerk","role":"Manager","userName":"Cleo@example.com"} ` +
					`{"lastName":"C.","role":"Clerk","userName":"cleo"}`,
			}, o.auditLog(t, "user.update"))
		})
		t.Run("OKNothingChanges", func(t *testing.T) {
			before := len(o.auditLog(t, "user.update"))
			self, err := user.Get(o.as(t, o.max), d, o.max.UserID, whole)
			require.NoError(t, err)
			updated, err := update(user.UpdateInput{
				ID: self.ID, FirstName: &self.FirstName, LastName: &self.LastName, Email: &self.Email, UserName: &self.UserName,
				RoleID: &self.Role.ID, IsActive: new(self.IsActive()),
			})
			require.NoError(t, err)
			requireSame(t, self, updated)
			_, err = update(user.UpdateInput{ID: cleo.UserID})
			require.NoError(t, err)
			require.Len(t, o.auditLog(t, "user.update"), before)
		})
		t.Run("OKOwnName", func(t *testing.T) {
			_, err := update(user.UpdateInput{ID: o.max.UserID, FirstName: new("Maxim"), Email: new("maxim@example.com")})
			require.NoError(t, err)
		})
		t.Run("OKNameOfOwner", func(t *testing.T) {
			_, err := update(user.UpdateInput{ID: o.olga.UserID, FirstName: new("Helga")})
			require.NoError(t, err)
		})
		t.Run("OKActivity", func(t *testing.T) {
			other := o.elsewhere(t, "Other")
			twice := o.join(t, "Twice", "There", o.clerk)
			away := o.join(t, "Twice", "There", other)
			here, there := o.signIn(t, twice), o.signIn(t, away)
			o.takeEnded()
			updated, err := update(user.UpdateInput{ID: twice.UserID, IsActive: new(false)})
			require.NoError(t, err)
			require.False(t, updated.IsActive())
			require.Equal(t, []uuid.UUID{twice.ID, here}, o.takeEnded())
			require.False(t, o.isOpen(t, here))
			require.True(t, o.isOpen(t, there))
			updated, err = update(user.UpdateInput{ID: twice.UserID, IsActive: new(true)})
			require.NoError(t, err)
			require.True(t, updated.IsActive())
			require.Empty(t, o.takeEnded())
			require.False(t, o.isOpen(t, here))
			_, err = update(user.UpdateInput{ID: twice.UserID, RoleID: &o.manager.ID, IsActive: new(true)})
			require.NoError(t, err)
			require.Empty(t, o.takeEnded(), "another role ends nothing")
		})
		t.Run("OKInOtherFirmsToo", func(t *testing.T) {
			// The firm changes its own copy; the account and the copies of other firms stay.
			away := o.join(t, "Both", "Here", o.elsewhere(t, "Both"))
			here := o.join(t, "Both", "Here", o.clerk)
			before := o.d.Client.User.GetX(o.across, here.UserID).String()
			updated, err := update(user.UpdateInput{
				ID: here.UserID, FirstName: new("X"), LastName: new("Y"), Email: new("x@example.com"), UserName: new("z"),
			})
			require.NoError(t, err)
			require.Equal(t, []string{"X", "Y", "x@example.com", "z"},
				[]string{updated.FirstName, updated.LastName, updated.Email, updated.UserName})
			require.Equal(t, before, o.d.Client.User.GetX(o.across, here.UserID).String())
			there, err := user.Get(o.as(t, away), d, away.UserID, whole)
			require.NoError(t, err)
			require.Equal(t, "Both", there.FirstName)
		})
		t.Run("OKInvited", func(t *testing.T) {
			invited := o.invited(t, "Ivy", o.clerk)
			updated, err := update(user.UpdateInput{ID: invited.PublicID, FirstName: new("Iva"), IsActive: new(false), RoleID: &o.manager.ID})
			require.NoError(t, err)
			require.Equal(t, membership.StatusInvited, updated.Status)
			require.Equal(t, "Manager", updated.Role.Name)
			require.NotEmpty(t, o.membership(t, updated).InvitationHash)
			updated, err = update(user.UpdateInput{ID: invited.PublicID, Email: new("IVY@example.com")})
			require.NoError(t, err)
			require.NotEmpty(t, o.membership(t, updated).InvitationHash, "it is the same address")
			updated, err = update(user.UpdateInput{ID: invited.PublicID, Email: new("iva@example.com")})
			require.NoError(t, err)
			require.Empty(t, o.membership(t, updated).InvitationHash, "it was sent to another address")
			_, err = update(user.UpdateInput{ID: invited.PublicID, IsActive: new(true)})
			requireCode(t, err, fault.Conflict)
			_, err = update(user.UpdateInput{ID: invited.PublicID, RoleID: &o.owner.ID})
			requireCode(t, err, fault.Forbidden)
			require.NoError(t, user.Remove(o.as(t, o.max), d, o.sessions, invited.PublicID))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := update(user.UpdateInput{
				FirstName: new(" "), LastName: new(strings.Repeat("ü", 51)), Email: new("nobody"), UserName: new(""),
				RoleID: new(uuid.New()),
			})
			requireCode(t, err, fault.ValidationError)
			require.Equal(t, []string{
				"id is required", "firstName is required", "lastName must have at most 50 characters", "userName is required",
				"email must be an e-mail address", "roleId is not a role of the firm",
			}, faults(fault.From(err).Details))
			_, err = update(user.UpdateInput{ID: cleo.UserID, RoleID: &uuid.Nil})
			requireCode(t, err, fault.ValidationError)
			_, err = update(user.UpdateInput{ID: cleo.UserID, RoleID: new(o.elsewhere(t, "Fourth").ID)})
			requireCode(t, err, fault.ValidationError)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			foreigner := o.join(t, "Foreign", "Ada", o.elsewhere(t, "Third"))
			for _, id := range []uuid.UUID{foreigner.UserID, cleo.ID, uuid.New()} {
				_, err := update(user.UpdateInput{ID: id, FirstName: new("X")})
				requireCode(t, err, fault.NotFound)
			}
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			idle := o.join(t, "Idle", "Owner", o.owner)
			o.d.Client.Membership.UpdateOne(idle).SetStatus(membership.StatusInactive).ExecX(o.across)
			for name, in := range map[string]user.UpdateInput{
				"own role":                  {ID: o.max.UserID, RoleID: &o.clerk.ID},
				"own activity":              {ID: o.max.UserID, IsActive: new(false)},
				"role of more":              {ID: cleo.UserID, RoleID: &o.owner.ID},
				"activation of more":        {ID: idle.UserID, IsActive: new(true)},
				"e-mail of who holds more":  {ID: o.olga.UserID, Email: new("mine@example.com")},
				"user name of who has more": {ID: o.olga.UserID, UserName: new("mine")},
			} {
				_, err := update(in)
				require.True(t, fault.Is(err, fault.Forbidden), "%s: %v", name, err)
			}
			_, err := user.Update(o.as(t, o.olga), d, o.may, o.sessions, user.UpdateInput{ID: idle.UserID, IsActive: new(true)})
			require.NoError(t, err)
			_, err = user.Update(o.as(t, o.olga), d, o.may, o.sessions, user.UpdateInput{ID: idle.UserID, RoleID: &o.clerk.ID})
			require.NoError(t, err)
		})
		t.Run("ErrEmailTaken", func(t *testing.T) {
			o.join(t, "Taken", "Elsewhere", o.elsewhere(t, "Fifth"))
			_, err := update(user.UpdateInput{ID: cleo.UserID, Email: new("OLGA@example.com")})
			requireCode(t, err, fault.Conflict)
			_, err = update(user.UpdateInput{ID: cleo.UserID, Email: new("taken@example.com")})
			require.NoError(t, err, "whether somebody has it elsewhere makes no difference")
		})
		t.Run("ErrLastOwner", func(t *testing.T) {
			for _, in := range []user.UpdateInput{{RoleID: &o.clerk.ID}, {IsActive: new(false)}} {
				in.ID = o.olga.UserID
				_, err := update(in)
				requireCode(t, err, fault.Conflict)
			}
			second := o.join(t, "Second", "Owner", o.owner)
			o.d.Client.User.UpdateOneID(second.UserID).SetIsActive(false).ExecX(o.across)
			_, err := update(user.UpdateInput{ID: o.olga.UserID, IsActive: new(false)})
			requireCode(t, err, fault.Conflict)
			o.d.Client.User.UpdateOneID(second.UserID).SetIsActive(true).ExecX(o.across)
			_, err = update(user.UpdateInput{ID: o.olga.UserID, IsActive: new(false)})
			require.NoError(t, err)
		})
	})
}
