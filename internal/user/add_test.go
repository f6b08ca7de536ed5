package user_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/user"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		ctx := o.as(t, o.max)
		add := func(email string, roleID uuid.UUID) (*user.Member, error) {
			in := ann()
			in.Email = email
			return user.Add(ctx, d, o.may, plain, user.AddInput{CreateInput: in, RoleID: roleID})
		}
		t.Run("OK", func(t *testing.T) {
			added, err := add(" Ann@Example.com ", o.clerk.ID)
			require.NoError(t, err)
			require.Equal(t, "Ann", added.FirstName)
			require.Equal(t, "Ann@Example.com", added.UserName)
			require.Equal(t, "Clerk", added.Role.Name)
			require.True(t, added.IsActive)
			got, err := user.Get(ctx, d, added.ID)
			require.NoError(t, err)
			requireSame(t, got, added)
			require.Contains(t, o.trail(t, "user.create"), `Max@example.com Ann@Example.com - {"email":"Ann@Example.com","firstName":"Ann",`+
				`"isActive":true,"lastName":"Müller","role":"Clerk","userName":"Ann@Example.com"}`)
		})
		t.Run("OKKnownElsewhere", func(t *testing.T) {
			known := o.join(t, "Kim", "Known", o.elsewhere(t, "Other"))
			added, err := add("KIM@example.com", o.clerk.ID)
			require.NoError(t, err)
			require.Equal(t, known.UserID, added.ID)
			require.Equal(t, "Kim", added.FirstName)
			require.Equal(t, "hash of "+password, o.d.Client.User.GetX(o.across, added.ID).PasswordHash)
		})
		t.Run("OKLeftInNoFirm", func(t *testing.T) {
			// Somebody let the person in before, with a password of their own, and waits.
			squat := o.join(t, "Squat", "Squat", o.elsewhere(t, "Squatters"))
			o.d.Client.Membership.DeleteOneID(squat.ID).ExecX(o.across)
			in := ann()
			in.Email, in.Password = "squat@example.com", "An0ther-password!"
			added, err := user.Add(ctx, d, o.may, plain, user.AddInput{CreateInput: in, RoleID: o.clerk.ID})
			require.NoError(t, err)
			require.Equal(t, squat.UserID, added.ID)
			require.Equal(t, "Ann", added.FirstName)
			require.Equal(t, "hash of An0ther-password!", o.d.Client.User.GetX(o.across, added.ID).PasswordHash)
		})
		t.Run("OKHashBeforeTransaction", func(t *testing.T) {
			require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
				_, err := user.Add(ctx, d, o.may, func(context.Context, string) (string, error) {
					// On SQLite this would wait for a transaction that has begun.
					return "hash", o.d.Client.Role.UpdateOneID(o.clerk.ID).SetDescription("changed").Exec(o.across)
				}, user.AddInput{
					CreateInput: user.CreateInput{FirstName: "Tx", LastName: "Tx", Email: "tx@example.com", Password: password},
					RoleID:      o.clerk.ID,
				})
				return err
			}))
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := add("ann@example.COM", o.clerk.ID)
			requireCode(t, err, fault.Conflict)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			_, err := add("new@example.com", o.owner.ID)
			requireCode(t, err, fault.Forbidden)
		})
		t.Run("ErrForeignRole", func(t *testing.T) {
			for _, id := range []uuid.UUID{o.elsewhere(t, "Third").ID, uuid.New()} {
				_, err := user.Add(ctx, d, o.may, noHash, user.AddInput{CreateInput: ann(), RoleID: id})
				requireCode(t, err, fault.ValidationError)
				require.Equal(t, []string{"roleId is not a role of the firm"}, faults(fault.From(err).Details))
			}
		})
		t.Run("ErrAllFaultsAtOnce", func(t *testing.T) {
			_, err := user.Add(ctx, d, o.may, noHash, user.AddInput{RoleID: uuid.New()})
			require.Equal(t, []string{
				"firstName is required", "lastName is required", "email is required", "password is required",
				"roleId is not a role of the firm",
			}, faults(fault.From(err).Details))
			in := user.AddInput{CreateInput: ann()}
			require.Equal(t, []string{"roleId is required"}, faults(in.Validate()))
		})
		t.Run("ErrHash", func(t *testing.T) {
			_, err := user.Add(ctx, d, o.may, noHash, user.AddInput{CreateInput: ann(), RoleID: o.clerk.ID})
			require.ErrorIs(t, err, errHash)
		})
		require.Len(t, o.trail(t, "user.create"), 2+4, "the two who were there, and the four who were added")
	})
}
