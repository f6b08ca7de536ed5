package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entmembership "github.com/firmhub/firmhub/ent/membership"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/connections"
)

var errChanged = errors.New("changed my mind")

func TestRelationEnds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		there := b.signIn(t)
		b.goTo(t, there, b.atBe)
		for name, end := range map[string]func(context.Context) error{
			"End": func(ctx context.Context) error {
				return b.EndMembershipSessions(ctx, b.atAcme.ID, entsession.EndReasonRevoked)
			},
			"Delete": func(ctx context.Context) error { return b.DeleteMembershipSessions(ctx, b.atAcme.ID) },
		} {
			t.Run(name, func(t *testing.T) {
				here := b.signIn(t)
				b.goTo(t, here, b.atAcme)
				b.takeEnded()
				var reasons []connections.Reason
				_, err := b.connections.Add(connections.Owner{Membership: b.atAcme.ID}, func(reason connections.Reason) {
					reasons = append(reasons, reason)
				})
				require.NoError(t, err)
				require.ErrorIs(t, d.Tx(t.Context(), func(ctx context.Context) error {
					require.NoError(t, end(ctx))
					return errChanged
				}), errChanged)
				require.Empty(t, reasons, "rolled back")
				require.NoError(t, end(t.Context()))
				require.Equal(t, []connections.Reason{connections.MembershipEnded}, reasons)
				want := map[string]entsession.EndReason{"End": entsession.EndReasonRevoked, "Delete": deleted}[name]
				require.Equal(t, []ending{{here.Firms[0].SessionID, want}}, b.takeEnded())
				b.refuse(t, here.Token)
				b.refuseRefresh(t, here.RefreshToken)
				b.accept(t, there.Token)
			})
		}
		left := d.Client.Session.Query().Where(entsession.MembershipID(b.atAcme.ID)).CountX(b.across)
		require.LessOrEqual(t, left, 1, "what was ended after the deletion")
	})
}

// goTo changes the firm of a session.
func (b *bundle) goTo(t *testing.T, login *session.Login, to *ent.Membership) {
	t.Helper()
	_, err := b.SetFirm(b.as(t, login.Token), session.SetFirmInput{
		UserID: to.UserID, RelationID: to.ID, SessionID: login.Firms[0].SessionID,
	})
	require.NoError(t, err)
}

// A session is refreshed, moved or ended while its membership is deleted: no call returns an
// internal error, and no session of the firm remains.
func TestRelationEndsInUse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		const rounds = 25
		for range rounds {
			renewed, leaving, coming, ending := b.signIn(t), b.signIn(t), b.signIn(t), b.signIn(t)
			for login, at := range map[*session.Login]*ent.Membership{
				renewed: b.atAcme, leaving: b.atAcme, coming: b.atBe, ending: b.atAcme,
			} {
				b.goTo(t, login, at)
			}
			refresh := func() error {
				_, err := b.Refresh(t.Context(), session.RefreshInput{RefreshToken: renewed.RefreshToken})
				return err
			}
			leaver := b.as(t, ending.Token)
			acts := []func() error{refresh, refresh, func() error { return b.Logout(leaver) }}
			for login, to := range map[*session.Login]*ent.Membership{leaving: b.atBe, coming: b.atAcme} {
				ctx := b.as(t, login.Token)
				in := session.SetFirmInput{UserID: b.ann.ID, RelationID: to.ID, SessionID: login.Firms[0].SessionID}
				acts = append(acts, func() error { _, err := b.SetFirm(ctx, in); return err })
			}
			var race sync.WaitGroup
			for _, act := range acts {
				race.Go(func() {
					if err := act(); err != nil {
						said := fault.From(err)
						if said.Ours() || said.Code == fault.InternalError {
							t.Errorf("%v", err)
						}
					}
				})
			}
			race.Go(func() { b.leave(t, b.atAcme) })
			race.Wait()
			require.Zero(t, d.Client.Session.Query().Where(entsession.MembershipID(b.atAcme.ID)).CountX(b.across))
			b.atAcme = dbtest.Member(d.Client).SetFirmID(b.acme.ID).SetUserID(b.ann.ID).SetRoleID(b.atAcme.RoleID).SaveX(b.across)
		}
	})
}

// leave deletes a membership.
func (b *bundle) leave(t *testing.T, member *ent.Membership) {
	err := b.d.Tx(b.across, func(ctx context.Context) error {
		_, err := b.d.Client.User.Query().Where(user.ID(member.UserID), db.ForUpdate).IDs(ctx)
		if err != nil {
			return err
		}
		if err := b.DeleteMembershipSessions(ctx, member.ID); err != nil {
			return err
		}
		_, err = b.d.Client.Membership.Delete().Where(entmembership.FirmID(member.FirmID), entmembership.ID(member.ID)).Exec(ctx)
		return err
	})
	if err != nil {
		t.Errorf("%v", err)
	}
}
