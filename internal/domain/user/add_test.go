package user_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	entuser "github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	memberships "github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		ctx := o.as(t, o.max)
		add := func(email string, roleID uuid.UUID) (*user.Member, error) {
			in := ann()
			in.Email = email
			return user.Add(ctx, d, o.may, nil, salted, user.AddInput{CreateInput: in, RoleID: roleID})
		}
		t.Run("OK", func(t *testing.T) {
			added, err := add(" Ann@Example.com ", o.clerk.ID)
			require.NoError(t, err)
			require.Equal(t, "Ann", added.FirstName)
			require.Equal(t, "Ann@Example.com", added.UserName)
			require.Equal(t, "Clerk", added.Role.Name)
			require.Equal(t, membership.StatusInvited, added.Status)
			require.False(t, added.IsActive())
			require.WithinDuration(t, entity.Now().Add(memberships.InvitationLife), *added.InvitationExpiresAt, time.Minute)
			got, err := user.Get(ctx, d, added.ID, whole)
			require.NoError(t, err)
			requireSame(t, got, added)
			account := o.account(t, added)
			require.Empty(t, account.PasswordHash)
			require.Equal(t, fmt.Sprintf("hash of %s with %x", password, account.InvitationSalt), o.membership(t, added).InvitationHash)
			require.Contains(t, o.auditLog(t, "user.create"), `Max@example.com Ann@Example.com - {"email":"Ann@Example.com","firstName":"Ann",`+
				`"lastName":"Müller","role":"Clerk","status":"Invited","userName":"Ann@Example.com"}`)
		})
		t.Run("OKKnownElsewhere", func(t *testing.T) {
			known := o.join(t, "Kim", "Known", o.elsewhere(t, "Other"))
			before := o.d.Client.User.GetX(o.across, known.UserID)
			added, err := add("KIM@example.com", o.clerk.ID)
			require.NoError(t, err)
			unknown, err := add("unknown@example.com", o.clerk.ID)
			require.NoError(t, err)
			for _, one := range []*user.Member{added, unknown} { // both are the same
				require.Equal(t, []string{"Ann", "Müller"}, []string{one.FirstName, one.LastName})
				require.Equal(t, membership.StatusInvited, one.Status)
				require.EqualValues(t, 4, one.ID.Version())
				require.NotEqual(t, known.UserID, one.ID)
				require.WithinDuration(t, one.CreatedAt, one.UpdatedAt, time.Minute)
			}
			require.Equal(t, before.String(), o.account(t, added).String())
			_, err = o.d.Client.User.Get(ctx, known.UserID)
			require.True(t, ent.IsNotFound(err), "the firm can't reach the account")
			_, err = user.Get(ctx, d, known.UserID, whole)
			requireCode(t, err, fault.NotFound)
		})
		t.Run("OKAgain", func(t *testing.T) {
			// Whether the account is deleted with the invitation or not, the next invitation has
			// another id.
			o.join(t, "Stays", "Known", o.elsewhere(t, "Stays"))
			for _, email := range []string{"goes@example.com", "stays@example.com"} {
				first, err := add(email, o.clerk.ID)
				require.NoError(t, err)
				require.NoError(t, user.Remove(ctx, d, o.sessions, first.ID))
				requireGone(t, o, first)
				again, err := add(email, o.clerk.ID)
				require.NoError(t, err)
				require.NotEqual(t, first.ID, again.ID)
				require.NoError(t, user.Remove(ctx, d, o.sessions, again.ID))
			}
			require.False(t, d.Client.User.Query().Where(entuser.EmailKey("goes@example.com")).ExistX(o.across))
			require.True(t, d.Client.User.Query().Where(entuser.EmailKey("stays@example.com")).ExistX(o.across))
		})
		t.Run("OKHereByAnotherEmail", func(t *testing.T) {
			// A person whose e-mail address is no longer the one that the firm knows is invited
			// like anybody else.
			moved := o.join(t, "Moved", "On", o.clerk)
			o.d.Client.User.UpdateOneID(moved.UserID).SetEmail("new@moved.example").SetEmailKey("new@moved.example").ExecX(o.across)
			for _, email := range []string{"new@moved.example", "old@moved.example"} {
				added, err := add(email, o.clerk.ID)
				require.NoError(t, err)
				require.NotEqual(t, moved.UserID, added.ID)
				require.Equal(t, membership.StatusInvited, added.Status)
				require.NoError(t, user.Remove(ctx, d, o.sessions, added.ID))
			}
			_, err := add("MOVED@example.com", o.clerk.ID)
			requireCode(t, err, fault.Conflict)
		})
		t.Run("OKFirmsAtOnce", func(t *testing.T) {
			var (
				firms errgroup.Group
				made  [4]*user.Member
			)
			for i := range made {
				system := o.system(t, o.elsewhere(t, fmt.Sprint("At once ", i)).FirmID)
				role := d.Client.Role.Query().OnlyX(system)
				in := ann()
				in.Email = "at-once@example.com"
				firms.Go(func() (err error) {
					made[i], err = user.Add(system, d, o.may, nil, salted, user.AddInput{CreateInput: in, RoleID: role.ID})
					return err
				})
			}
			require.NoError(t, firms.Wait())
			account := d.Client.User.Query().Where(entuser.EmailKey("at-once@example.com")).WithMemberships().OnlyX(o.across)
			require.Len(t, account.Edges.Memberships, len(made))
			for _, member := range account.Edges.Memberships {
				require.Equal(t, fmt.Sprintf("hash of %s with %x", password, account.InvitationSalt), member.InvitationHash)
			}
		})
		t.Run("OKHashBeforeTransaction", func(t *testing.T) {
			_, err := user.Add(ctx, d, o.may, nil, func(context.Context, string, []byte) (string, error) {
				// On SQLite this would wait if a transaction were open.
				return "hash", o.d.Client.Role.UpdateOneID(o.clerk.ID).SetDescription("changed").Exec(o.across)
			}, user.AddInput{
				CreateInput: user.CreateInput{FirstName: "Tx", LastName: "Tx", Email: "tx@example.com", Password: password},
				RoleID:      o.clerk.ID,
			})
			require.NoError(t, err)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := add("ann@example.COM", o.clerk.ID)
			requireCode(t, err, fault.Conflict)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			_, err := add("new@example.com", o.owner.ID)
			requireCode(t, err, fault.Forbidden)
			require.False(t, d.Client.User.Query().Where(entuser.EmailKey("new@example.com")).ExistX(o.across))

			// A rule names the account, and anybody who knows the password of an invitation can log
			// in first.
			invited := o.invited(t, "Rule", o.elsewhere(t, "Rules"))
			d.Client.PolicyRule.Create().SetPtype(policyrule.PtypeP).SetV0("user:" + invited.UserID.String()).
				SetV1("*").SetV2("Wallet").SetV3("View").SetV4("allow").ExecX(o.across)
			fresh := o.as(t, o.max)
			_, err = user.Add(fresh, d, o.may, nil, salted, user.AddInput{RoleID: o.clerk.ID, CreateInput: user.CreateInput{
				FirstName: "R", LastName: "R", Email: invited.Email, Password: password,
			}})
			requireCode(t, err, fault.Forbidden)
			_, err = user.Add(fresh, d, o.may, nil, salted, user.AddInput{RoleID: o.clerk.ID, CreateInput: user.CreateInput{
				FirstName: "M", LastName: "M", Email: o.d.Client.User.GetX(o.across, o.max.UserID).Email + "x", Password: password,
			}})
			require.NoError(t, err)
		})
		t.Run("ErrForbiddenSelf", func(t *testing.T) {
			visit := *viewer.From(o.as(t, o.olga))
			visit.UserID = o.join(t, "Vera", "Visitor", o.elsewhere(t, "Super")).UserID
			_, err := user.Add(viewer.NewContext(t.Context(), &visit), d, o.may, nil, salted, user.AddInput{
				RoleID: o.clerk.ID, CreateInput: user.CreateInput{FirstName: "V", LastName: "V", Email: "vera@example.com", Password: password},
			})
			requireCode(t, err, fault.Forbidden)
		})
		t.Run("ErrForeignRole", func(t *testing.T) {
			for _, id := range []uuid.UUID{o.elsewhere(t, "Third").ID, uuid.New()} {
				_, err := user.Add(ctx, d, o.may, nil, noSaltedHash, user.AddInput{CreateInput: ann(), RoleID: id})
				requireCode(t, err, fault.ValidationError)
				require.Equal(t, []string{"roleId is not a role of the firm"}, faults(fault.From(err).Details))
			}
		})
		t.Run("ErrAllFaultsAtOnce", func(t *testing.T) {
			_, err := user.Add(ctx, d, o.may, nil, noSaltedHash, user.AddInput{RoleID: uuid.New()})
			require.Equal(t, []string{
				"firstName is required", "lastName is required", "email is required", "password is required",
				"roleId is not a role of the firm",
			}, faults(fault.From(err).Details))
			in := user.AddInput{CreateInput: ann()}
			require.Equal(t, []string{"roleId is required"}, faults(in.Validate(nil)))
		})
		t.Run("ErrHash", func(t *testing.T) {
			in := ann()
			in.Email = "hash@example.com"
			_, err := user.Add(ctx, d, o.may, nil, noSaltedHash, user.AddInput{CreateInput: in, RoleID: o.clerk.ID})
			require.ErrorIs(t, err, errHash)
		})
	})
}
