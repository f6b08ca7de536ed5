package session_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/authz"
	entmembership "github.com/firmhub/firmhub/ent/membership"
	entuser "github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestUpdateMe(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		_, bob, _ := b.admit(t, "Bob's", "bob@example.com")
		ctx := b.as(t, b.signIn(t).Token)
		before := d.Client.Membership.GetX(b.across, b.atAcme.ID)
		t.Run("OK", func(t *testing.T) {
			updated, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{FirstName: new(" Anna "), UserName: new("anna")})
			require.NoError(t, err)
			require.Equal(t, []string{"Anna", "Lee", "anna", email},
				[]string{updated.FirstName, updated.LastName, updated.UserName, updated.Email})
			require.Equal(t, before.String(), d.Client.Membership.GetX(b.across, b.atAcme.ID).String(), "no firm is shown any of it")
		})
		t.Run("OKEmail", func(t *testing.T) {
			updated, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new(" Anna@Example.com "), CurrentPassword: new(annPassword)})
			require.NoError(t, err)
			require.Equal(t, "Anna@Example.com", updated.Email)
			_, err = b.login(t, "anna@example.com", annPassword)
			require.NoError(t, err)
			b.requireBadLogin(t, email, annPassword)
			_, err = b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new("Anna@Example.com")})
			require.NoError(t, err, "it is the same")
		})
		t.Run("OKEmailLeftOver", func(t *testing.T) {
			// An account that was created for an invitation, which was then rolled back.
			b.d.Client.User.Create().SetEmail("left@example.com").SetEmailKey("left@example.com").SetUserName("l").
				SetFirstName("L").SetLastName("O").ExecX(b.across)
			_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new("left@example.com"), CurrentPassword: new(annPassword)})
			require.NoError(t, err)
			require.Equal(t, b.ann.ID, d.Client.User.Query().Where(entuser.EmailKey("left@example.com")).OnlyIDX(b.across))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			b.clock.advance(2 * time.Hour)
			_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{
				FirstName: new(" "), LastName: new(strings.Repeat("x", 51)), UserName: new(""), Email: new("nobody"), CurrentPassword: new(""),
			})
			require.Equal(t, []string{
				"firstName is required", "lastName must have at most 50 characters", "userName is required",
				"email must be an e-mail address", "currentPassword is required",
			}, said(t, err))
			_, err = b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new("new@example.com")})
			require.Equal(t, []string{"currentPassword is required for another e-mail"}, said(t, err))
			_, err = b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new("new@example.com"), CurrentPassword: new("Wrong-horse-1")})
			require.Equal(t, []string{"currentPassword is wrong"}, said(t, err))
		})
		t.Run("ErrConflict", func(t *testing.T) {
			b.clock.advance(2 * time.Hour)
			invited := b.invite(t, "Gamma", "invited@example.com", typed)
			for _, taken := range []string{"BOB@example.com", invited.member.Email} {
				_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: &taken, CurrentPassword: new(annPassword)})
				requireCode(t, fault.Conflict, err)
			}
			require.Equal(t, "bob@example.com", d.Client.User.GetX(b.across, bob.ID).Email)
		})
		t.Run("ErrTooManyRequests", func(t *testing.T) {
			b.clock.advance(2 * time.Hour)
			try := func() error {
				_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{Email: new("bob@example.com"), CurrentPassword: new(annPassword)})
				return err
			}
			for range 5 {
				requireCode(t, fault.Conflict, try())
			}
			err := try()
			requireCode(t, fault.TooManyRequests, err)
			require.Equal(t, 12*time.Minute, fault.From(err).RetryAfter)
			b.clock.advance(12 * time.Minute)
			requireCode(t, fault.Conflict, try())
			requireCode(t, fault.TooManyRequests, try())
		})
		t.Run("ErrUnauthorized", func(t *testing.T) {
			for name, ctx := range strangers(t) {
				_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{})
				require.True(t, fault.Is(err, fault.Unauthorized), name)
			}
		})
	})
}

// A password that a firm typed should be changed; a setting enforces that.
func TestPasswordDue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true, RequirePasswordChange: true})
		require.False(t, b.accept(t, b.signIn(t).Token).PasswordDue)
		b.invite(t, "Gamma", "new@example.com", typed)
		login, err := b.login(t, "new@example.com", typed)
		require.NoError(t, err)
		require.True(t, b.accept(t, login.Token).PasswordDue)
		require.NoError(t, b.ChangePassword(b.as(t, login.Token), session.ChangePasswordInput{CurrentPassword: typed, NewPassword: annPassword}))
		require.False(t, b.accept(t, login.Token).PasswordDue)
		me, err := b.Me(b.as(t, login.Token))
		require.NoError(t, err)
		require.False(t, me.MustChangePassword)
	})
}

// A person changes their e-mail to an address while a firm invites it: the address belongs to one
// account, and every error is a Conflict or Unavailable.
func TestUpdateMe_WhileInvited(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		firm, system := dbtest.Firm(t, d, "Gamma")
		guest := d.Client.Role.Create().SetName("Guest").SetNameKey("guest").SaveX(system)
		unhashed := func(context.Context, string, []byte) (string, error) { return "hash", nil }
		may := authz.New(d.Client, 0)
		const rounds = 6
		var race errgroup.Group
		race.Go(func() error {
			for i := range rounds {
				_, err := b.accounts.UpdateMe(ctx, account.UpdateMeInput{
					Email: new([]string{"wanted@example.com", email}[i%2]), CurrentPassword: new(annPassword),
				})
				if err != nil && !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Unavailable) {
					return err
				}
			}
			return nil
		})
		race.Go(func() error {
			for range 30 * rounds {
				added, err := user.Add(system, d, may, nil, unhashed, user.AddInput{RoleID: guest.ID, CreateInput: user.CreateInput{
					FirstName: "W", LastName: "W", Email: "wanted@example.com", Password: typed,
				}})
				if err == nil {
					err = user.Remove(system, d, b.Manager, added.ID)
				}
				if err != nil && !fault.Is(err, fault.Unavailable) {
					return err
				}
			}
			return nil
		})
		require.NoError(t, race.Wait())
		require.False(t, d.Client.Membership.Query().Where(entmembership.FirmID(firm.ID)).ExistX(b.across))
		require.LessOrEqual(t, d.Client.User.Query().Where(entuser.EmailKey("wanted@example.com")).CountX(b.across), 1)
	})
}
