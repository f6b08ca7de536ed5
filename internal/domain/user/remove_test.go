package user_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestRemove(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		other := o.elsewhere(t, "Other")
		twice := o.join(t, "Twice", "There", o.clerk)
		away := o.join(t, "Twice", "There", other)
		remove := func(id uuid.UUID) error { return user.Remove(o.as(t, o.max), d, o.sessions, id) }
		t.Run("OK", func(t *testing.T) {
			here, there := o.signIn(t, twice), o.signIn(t, away)
			gone := o.signIn(t, twice)
			o.d.Client.Session.UpdateOneID(gone).SetEndedAt(time.Now()).ExecX(o.across)
			o.takeEnded()
			require.NoError(t, remove(twice.UserID))
			require.Equal(t, []uuid.UUID{twice.ID, here}, o.takeEnded())
			require.False(t, o.isOpen(t, here))
			require.True(t, o.isOpen(t, there))
			require.Equal(t, 1, o.d.Client.Session.Query().Where(session.UserID(twice.UserID)).CountX(o.across))
			require.Equal(t, 2, o.d.Client.RefreshToken.Query().
				Where(refreshtoken.HasSessionWith(session.UserID(twice.UserID))).CountX(o.across))
			require.False(t, o.d.Client.Membership.Query().Where(membership.ID(twice.ID)).ExistX(o.across))
			_, err := user.Get(o.as(t, o.max), d, twice.UserID, whole)
			requireCode(t, err, fault.NotFound)
			_, err = user.Get(o.as(t, away), d, twice.UserID, whole)
			require.NoError(t, err)
			require.Equal(t, []string{`Max@example.com Twice@example.com {"email":"Twice@example.com","firstName":"Twice",` +
				`"lastName":"There","role":"Clerk","status":"Active","userName":"Twice@example.com"} -`}, o.auditLog(t, "user.remove"))
		})
		t.Run("OKAgain", func(t *testing.T) {
			in := user.AddInput{RoleID: o.clerk.ID, CreateInput: ann()}
			in.Email = "twice@example.com"
			again, err := user.Add(o.as(t, o.max), d, o.may, nil, salted, in)
			require.NoError(t, err)
			require.NotEqual(t, twice.UserID, again.ID, "who is created again gets a new id")
			require.NotEqual(t, twice.ID, again.RelationID)
			require.NoError(t, remove(again.ID))
		})
		t.Run("OKOwnerOfSeveral", func(t *testing.T) {
			second := o.join(t, "Second", "Owner", o.owner)
			require.NoError(t, remove(second.UserID))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, id := range []uuid.UUID{twice.UserID, away.ID, o.olga.ID, uuid.New()} {
				requireCode(t, remove(id), fault.NotFound)
			}
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			requireCode(t, remove(o.max.UserID), fault.Forbidden)
		})
		t.Run("ErrLastOwner", func(t *testing.T) {
			idle := o.join(t, "Idle", "Owner", o.owner)
			o.d.Client.Membership.UpdateOne(idle).SetStatus(membership.StatusInactive).ExecX(o.across)
			requireCode(t, remove(o.olga.UserID), fault.Conflict)
			require.NoError(t, remove(idle.UserID))
		})
		require.Len(t, o.auditLog(t, "user.remove"), 4)
	})
}

// When the owners of a firm remove each other concurrently, one remains.
func TestOwnersAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		type act func(by, of *ent.Membership, clerk uuid.UUID) error
		update := func(by *ent.Membership, in user.UpdateInput) error {
			_, err := user.Update(o.as(t, by), d, o.may, o.sessions, in)
			return err
		}
		acts := map[string]act{
			"Remove": func(by, of *ent.Membership, _ uuid.UUID) error {
				return user.Remove(o.as(t, by), d, o.sessions, of.UserID)
			},
			"Deactivate": func(by, of *ent.Membership, _ uuid.UUID) error {
				return update(by, user.UpdateInput{ID: of.UserID, IsActive: new(false)})
			},
			"Demote": func(by, of *ent.Membership, clerk uuid.UUID) error {
				return update(by, user.UpdateInput{ID: of.UserID, RoleID: &clerk})
			},
		}
		for name, first := range acts {
			for other, second := range acts {
				t.Run(name+other, func(t *testing.T) {
					owner := o.elsewhere(t, name+other)
					clerk := d.Client.Role.Create().SetFirmID(owner.FirmID).SetName("Clerk").SetNameKey("clerk").SaveX(o.across)
					a, b := o.join(t, "A"+name+other, "A", owner), o.join(t, "B"+name+other, "B", owner)
					var (
						race sync.WaitGroup
						errs [2]error
					)
					race.Go(func() { errs[0] = first(a, b, clerk.ID) })
					race.Go(func() { errs[1] = second(b, a, clerk.ID) })
					race.Wait()
					won, lost := errs[0], errs[1]
					if won != nil {
						won, lost = lost, won
					}
					require.NoError(t, won)
					requireCode(t, lost, fault.Conflict)
					require.Equal(t, 1, d.Client.Membership.Query().
						Where(membership.RoleID(owner.ID), membership.StatusEQ(membership.StatusActive)).CountX(o.across))
				})
			}
		}
	})
}
