package user_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/membership"
	entuser "github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	memberships "github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

const fresh = "Fresh-horse-1"

func TestInvite(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		ctx := o.as(t, o.max)
		send := func(id uuid.UUID) (*user.Member, error) {
			return user.Invite(ctx, d, o.may, nil, salted, user.InviteInput{ID: id, Password: fresh})
		}
		hashed := func(of *user.Member) string {
			return fmt.Sprintf("hash of %s with %x", fresh, o.account(t, of).InvitationSalt)
		}
		t.Run("OK", func(t *testing.T) {
			invited := o.invited(t, "Ida", o.clerk)
			d.Client.Membership.UpdateOne(invited).SetInvitedAt(entity.Now().Add(-2 * memberships.InvitationLife)).ExecX(o.across)
			sent, err := send(invited.PublicID)
			require.NoError(t, err)
			require.Equal(t, invited.PublicID, sent.ID)
			require.WithinDuration(t, entity.Now().Add(memberships.InvitationLife), *sent.InvitationExpiresAt, time.Minute)
			require.Equal(t, hashed(sent), o.membership(t, sent).InvitationHash)
			require.Equal(t, []string{`Max@example.com Ida@example.com - {"email":"Ida@example.com","role":"Clerk"}`}, o.auditLog(t, "user.invite"))
		})
		t.Run("OKOtherEmail", func(t *testing.T) {
			// The firm sees no difference between an unknown address and the address of a person
			// who has logged in before.
			known := o.join(t, "Kim", "Known", o.elsewhere(t, "Other"))
			for from, to := range map[string]string{"Typo1": "nobody@example.com", "Typo2": "KIM@example.com"} {
				invited := o.invited(t, from, o.clerk)
				_, err := user.Update(ctx, d, o.may, o.sessions, user.UpdateInput{ID: invited.PublicID, Email: &to})
				require.NoError(t, err)
				sent, err := send(invited.PublicID)
				require.NoError(t, err)
				require.Equal(t, invited.PublicID, sent.ID)
				require.NotEqual(t, known.UserID, sent.ID)
				require.Equal(t, hashed(sent), o.membership(t, sent).InvitationHash)
				require.Equal(t, email.Key(to), o.account(t, sent).EmailKey)
				require.False(t, d.Client.User.Query().Where(entuser.ID(invited.UserID)).ExistX(o.across), "left over")
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := send(o.olga.UserID)
			requireCode(t, err, fault.Conflict)
			older := o.invited(t, "Anna", o.clerk)
			d.Client.Membership.UpdateOne(older).SetEmail("anna@weiß.example").SetEmailKey("anna@weiss.example").ExecX(o.across)
			_, err = send(older.PublicID)
			requireCode(t, err, fault.Conflict)
			require.Zero(t, d.Client.User.Query().Where(entuser.EmailKey("anna@weiss.example")).CountX(o.across))
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			_, err := send(o.invited(t, "Boss", o.owner).PublicID)
			requireCode(t, err, fault.Forbidden)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			foreign := o.invited(t, "Foreign", o.elsewhere(t, "Third"))
			for _, id := range []uuid.UUID{foreign.PublicID, foreign.UserID, foreign.ID, uuid.New()} {
				_, err := send(id)
				requireCode(t, err, fault.NotFound)
			}
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := user.Invite(ctx, d, o.may, nil, noSaltedHash, user.InviteInput{Password: "weak"})
			requireCode(t, err, fault.ValidationError)
			require.Contains(t, faults(fault.From(err).Details), "id is required")
			require.Contains(t, faults(fault.From(err).Details), "password must have at least 8 characters")
		})
		t.Run("ErrMeanwhile", func(t *testing.T) {
			invited := o.invited(t, "Mia", o.clerk)
			_, err := user.Invite(ctx, d, o.may, nil, func(context.Context, string, []byte) (string, error) {
				return "hash", user.Remove(ctx, d, o.sessions, invited.PublicID)
			}, user.InviteInput{ID: invited.PublicID, Password: fresh})
			requireCode(t, err, fault.Unavailable)
			require.False(t, d.Client.Membership.Query().Where(membership.ID(invited.ID)).ExistX(o.across))
		})
	})
}

// A firm has addressed an invitation to somebody else. It keeps the id of the first account, which
// joins the firm all the same.
func TestJoin_readdressed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		ctx := o.as(t, o.max)
		invited := o.invited(t, "Typo", o.clerk)
		o.invited(t, "Typo", o.elsewhere(t, "Other")) // so the account stays
		require.Equal(t, invited.UserID, invited.PublicID)
		_, err := user.Update(ctx, d, o.may, o.sessions, user.UpdateInput{ID: invited.PublicID, Email: new("right@example.com")})
		require.NoError(t, err)
		_, err = user.Invite(ctx, d, o.may, nil, salted, user.InviteInput{ID: invited.PublicID, Password: fresh})
		require.NoError(t, err)

		joined := o.join(t, "Typo", "Joins", o.clerk)
		require.Equal(t, invited.UserID, joined.UserID)
		require.Equal(t, joined.UserID, joined.PublicID)
		other := d.Client.Membership.GetX(o.across, invited.ID)
		require.NotEqual(t, joined.UserID, other.PublicID)
		require.Equal(t, membership.StatusInvited, other.Status)
	})
}

// Firms invite and withdraw concurrently, which creates and deletes the account. Each call
// succeeds, or returns an error after which it can be tried again.
func TestInvitationsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		const firms, rounds = 3, 15
		var race errgroup.Group
		for i := range firms {
			role := o.elsewhere(t, fmt.Sprint("Firm ", i))
			ctx := o.system(t, role.FirmID)
			race.Go(func() error {
				for range rounds {
					in := ann()
					in.Email = "often@example.com"
					added, err := user.Add(ctx, d, o.may, nil, salted, user.AddInput{CreateInput: in, RoleID: role.ID})
					if fault.Is(err, fault.Unavailable) {
						continue
					}
					if err != nil {
						return err
					}
					err = user.Remove(ctx, d, o.sessions, added.ID)
					if err != nil && !fault.Is(err, fault.Unavailable) {
						return err
					}
				}
				return nil
			})
		}
		require.NoError(t, race.Wait())
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		kim := o.join(t, "Kim", "Known", o.elsewhere(t, "Other"))
		sent := func(name string, ago time.Duration) *user.Member {
			row := o.invited(t, name, o.clerk)
			d.Client.Membership.UpdateOne(row).SetInvitedAt(entity.Now().Add(-ago)).ExecX(o.across)
			m, err := user.Get(o.as(t, o.max), d, row.PublicID, whole)
			require.NoError(t, err)
			return m
		}
		const day = 24 * time.Hour
		kept, old, known := sent("Kept", 59*day), sent("Old", 61*day), sent("Kim", 61*day)
		account := o.account(t, old)
		_, err := user.Cleanup(t.Context(), d)
		require.NoError(t, err)
		requireGone(t, o, old)
		requireGone(t, o, known)
		require.False(t, d.Client.User.Query().Where(entuser.ID(account.ID)).ExistX(o.across))
		require.True(t, d.Client.User.Query().Where(entuser.ID(kim.UserID)).ExistX(o.across))
		_, err = user.Get(o.as(t, o.max), d, kept.ID, whole)
		require.NoError(t, err)
		require.Len(t, o.auditLog(t, "user.remove"), 2)
	})
}
