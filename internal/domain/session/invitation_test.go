package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	entmembership "github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

const typed = "Typed-by-firm-1"

// invitation is an invitation of a firm that has no others.
type invitation struct {
	firm   *ent.Firm
	ctx    context.Context //nolint:containedctx // The firm invites in it.
	member *user.Member
	row    *ent.Membership
}

// invite creates a firm and its invitation of a person to a role named Guest.
func (b *bundle) invite(t testing.TB, firmName, email, given string) *invitation {
	t.Helper()
	firm, ctx := dbtest.Firm(t, b.d, firmName)
	guest, err := b.d.Client.Role.Create().SetName("Guest").SetNameKey("guest").Save(ctx)
	require.NoError(t, err)
	member, err := user.Add(ctx, b.d, authz.New(b.d.Client, 0), nil, b.passwords.HashWithSalt, user.AddInput{RoleID: guest.ID, CreateInput: user.CreateInput{
		FirstName: firmName, LastName: "Typed", Email: email, Password: given,
	}})
	require.NoError(t, err)
	row, err := b.d.Client.Membership.Get(ctx, member.RelationID)
	require.NoError(t, err)
	b.sentAt(t, row, b.clock.Now())
	return &invitation{firm: firm, ctx: ctx, member: member, row: row}
}

// sentAt sets the time of an invitation, which is otherwise the time of the system clock.
func (b *bundle) sentAt(t testing.TB, row *ent.Membership, at time.Time) {
	t.Helper()
	require.NoError(t, b.d.Client.Membership.UpdateOne(row).SetInvitedAt(at).Exec(b.across))
}

func (b *bundle) login(t testing.TB, email, given string) (*session.Login, error) {
	t.Helper()
	return b.Login(t.Context(), session.LoginInput{Email: email, Password: given})
}

func (b *bundle) requireBadLogin(t testing.TB, email, given string) {
	t.Helper()
	before := b.passwords.Stats().Done
	_, err := b.login(t, email, given)
	requireRefusal(t, err, fault.Unauthorized, "The e-mail or the password is wrong, or the account is not active.")
	require.Equal(t, before+1, b.passwords.Stats().Done, "one hash")
}

func (b *bundle) status(t testing.TB, of *invitation) entmembership.Status {
	t.Helper()
	row, err := b.d.Client.Membership.Get(b.across, of.row.ID)
	require.NoError(t, err)
	return row.Status
}

// actions returns the actions in the audit log of the firm.
func (b *bundle) actions(t testing.TB, of *invitation) (all []string) {
	t.Helper()
	entries, err := b.d.Client.AuditEntry.Query().Where(auditentry.FirmID(of.firm.ID)).Order(auditentry.ByID()).All(b.across)
	require.NoError(t, err)
	for _, entry := range entries {
		all = append(all, entry.Action)
	}
	return all
}

func TestFirstLogin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		const newcomer = "New@example.com"
		first := b.invite(t, "First", "new@example.com", "First-typed-1")
		b.clock.advance(time.Minute)
		second := b.invite(t, "Second", newcomer, typed)
		require.Empty(t, d.Client.User.GetX(b.across, first.row.UserID).PasswordHash)
		require.EqualValues(t, 4, first.row.UserID.Version(), "a user id carries no time")

		t.Run("ErrUnauthorized", func(t *testing.T) {
			b.requireBadLogin(t, newcomer, annPassword)
			require.Equal(t, entmembership.StatusInvited, b.status(t, first))
		})
		t.Run("OK", func(t *testing.T) {
			before := b.passwords.Stats().Done
			login, err := b.login(t, newcomer, typed)
			require.NoError(t, err)
			require.Equal(t, before+1, b.passwords.Stats().Done, "one hash for all invitations, and none to store it")
			require.Equal(t, first.member.ID, login.User.ID)
			require.Equal(t, []string{"Second", "Typed", newcomer, newcomer},
				[]string{login.User.FirstName, login.User.LastName, login.User.Email, login.User.UserName})
			require.Len(t, login.Firms, 1)
			require.Equal(t, second.firm.ID, login.Firms[0].FirmID)
			require.Equal(t, entmembership.StatusActive, b.status(t, second))
			require.Equal(t, entmembership.StatusInvited, b.status(t, first))
			me, err := b.Me(b.as(t, login.Token))
			require.NoError(t, err)
			require.True(t, me.MustChangePassword)
			require.Equal(t, []string{"user.create", "user.accept"}, b.actions(t, second))

			seen, err := user.Get(second.ctx, d, second.member.ID, page.Selection{})
			require.NoError(t, err)
			require.Equal(t, login.User.ID, seen.ID, "the firm sees the account's id, and finds the user by the former one")
		})
		t.Run("OKAgain", func(t *testing.T) {
			login, err := b.login(t, newcomer, typed)
			require.NoError(t, err, "it is the account's password now")
			require.Len(t, login.Firms, 1)
			b.requireBadLogin(t, newcomer, "First-typed-1")
		})
		t.Run("OKAccountless", func(t *testing.T) {
			squatters := []*invitation{}
			for _, name := range []string{"A", "B", "C", "D"} {
				squatters = append(squatters, b.invite(t, name, "squat@example.com", name+"-typed-11a"))
				b.clock.advance(time.Minute)
			}
			b.requireBadLogin(t, "squat@example.com", "A-typed-11a") // the oldest of four
			b.clock.advance(membership.InvitationLife - 2*time.Minute)
			b.requireBadLogin(t, "squat@example.com", "B-typed-11a") // expired
			b.setActive(t, "firms", squatters[2].firm.ID, false)
			b.requireBadLogin(t, "squat@example.com", "C-typed-11a")
			_, err := b.login(t, "squat@example.com", "D-typed-11a")
			require.NoError(t, err)
		})
		t.Run("ErrInactiveUser", func(t *testing.T) {
			off := b.invite(t, "Off", "off@example.com", typed)
			b.setActive(t, "users", off.row.UserID, false)
			b.requireBadLogin(t, "off@example.com", typed)
			require.Equal(t, entmembership.StatusInvited, b.status(t, off))
		})
	})
}

// A log-in fails if its invitation is withdrawn, sent again or sent to another address while the
// password is hashed. Of two concurrent log-ins with invitations at most one claims the account.
func TestFirstLoginMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true, HashWorkers: 1})
		may := authz.New(d.Client, 0)
		for name, change := range map[string]func(*testing.T, *invitation){
			"Withdrawn": func(t *testing.T, of *invitation) {
				require.NoError(t, user.Remove(of.ctx, d, b.Manager, of.member.ID))
			},
			"SentAgain": func(t *testing.T, of *invitation) {
				another := func(context.Context, string, []byte) (string, error) { return password.Hash("Another-typed-1") }
				_, err := user.Invite(of.ctx, d, may, nil, another, user.InviteInput{ID: of.member.ID, Password: "Another-typed-1"})
				require.NoError(t, err)
			},
			"OtherEmail": func(t *testing.T, of *invitation) {
				_, err := user.Update(of.ctx, d, may, b.Manager, user.UpdateInput{ID: of.member.ID, Email: new("x" + of.member.Email)})
				require.NoError(t, err)
			},
		} {
			t.Run(name, func(t *testing.T) {
				email := name + "@example.com"
				invited := b.invite(t, name, email, typed)
				release := b.passwords.Pause()
				done := make(chan error)
				go func() {
					_, err := b.login(t, email, typed)
					done <- err
				}()
				b.waiting(t, 1)
				change(t, invited)
				release()
				requireCode(t, fault.Unavailable, <-done)
				b.requireBadLogin(t, email, typed)
				require.False(t, d.Client.Membership.Query().
					Where(entmembership.ID(invited.row.ID), entmembership.StatusEQ(entmembership.StatusActive)).ExistX(b.across))
			})
		}
		t.Run("Twice", func(t *testing.T) {
			one, other := b.invite(t, "One", "twice@example.com", "One-typed-1"), b.invite(t, "Other", "twice@example.com", "Other-typed-1")
			release := b.passwords.Pause()
			done := make(chan error)
			for _, given := range []string{"One-typed-1", "Other-typed-1"} {
				go func() {
					_, err := b.login(t, "twice@example.com", given)
					done <- err
				}()
			}
			b.waiting(t, 2)
			release()
			errs := []error{<-done, <-done}
			if errs[0] != nil {
				errs[0], errs[1] = errs[1], errs[0]
			}
			require.NoError(t, errs[0])
			requireCode(t, fault.Unavailable, errs[1])
			require.NotEqual(t, b.status(t, one), b.status(t, other), "one of them was claimed, the other one is still open")
		})
	})
}

// A user with a password but without an active firm can log in to answer an invitation, and can do
// nothing else.
func TestLoginWithoutFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		require.Empty(t, b.invitationsOf(t, b.signIn(t).Token))
		b.setActive(t, "memberships", b.atAcme.ID, false)
		b.setActive(t, "memberships", b.atBe.ID, false)
		b.requireBadLogin(t, email, annPassword)
		invited := b.invite(t, "Gamma", "ANN@example.com", typed)

		login, err := b.login(t, email, annPassword)
		require.NoError(t, err)
		require.Equal(t, []membership.FirmEntry{}, login.Firms)
		require.Equal(t, "Ann", login.User.FirstName, "nothing of the account is changed")
		v := b.accept(t, login.Token)
		require.Equal(t, []uuid.UUID{uuid.Nil, uuid.Nil, uuid.Nil}, []uuid.UUID{v.FirmID, v.RelationID, v.RoleID})
		require.Equal(t, email, v.Email)
		for _, claim := range []string{"FirmId", "RelationId", "RoleId"} {
			require.NotContains(t, claimsOf(t, login.Token), claim)
		}
		me, err := b.Me(b.as(t, login.Token))
		require.NoError(t, err)
		require.Nil(t, me.Firm)
		require.Nil(t, me.Role)
		require.Equal(t, []*membership.Invitation{{ID: invited.row.ID, FirmName: "Gamma", RoleName: "Guest", CreatedAt: noon}},
			b.invitationsOf(t, login.Token))

		pair := b.refresh(t, login.RefreshToken)
		require.Equal(t, uuid.Nil, b.accept(t, pair.Token).FirmID)
		sessions, err := b.Sessions(b.as(t, pair.Token))
		require.NoError(t, err)
		require.Nil(t, sessions[0].FirmName)

		require.NoError(t, b.memberships.DeclineInvitation(b.as(t, pair.Token), invited.row.ID))
		b.refuseRefresh(t, pair.RefreshToken)
		b.requireBadLogin(t, email, annPassword)
	})
}

func (b *bundle) invitationsOf(t testing.TB, token string) []*membership.Invitation {
	t.Helper()
	listed, err := b.memberships.Invitations(b.as(t, token))
	require.NoError(t, err)
	for _, one := range listed {
		one.CreatedAt = one.CreatedAt.UTC()
	}
	return listed
}

func TestAcceptInvitation(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		login := b.signIn(t)
		ctx := b.as(t, login.Token)
		accept := func(of *invitation, given string) (*membership.FirmEntry, error) {
			return b.memberships.AcceptInvitation(ctx, membership.AcceptInvitationInput{ID: of.row.ID, Password: given})
		}
		t.Run("OK", func(t *testing.T) {
			invited := b.invite(t, "Gamma", email, typed)
			require.NotEqual(t, b.ann.ID, invited.member.ID, "the firm is not shown who it is")
			entry, err := accept(invited, typed)
			require.NoError(t, err)
			require.Equal(t, &membership.FirmEntry{
				FirmID: invited.firm.ID, RelationID: invited.row.ID, FirmName: "Gamma", SessionID: login.Firms[0].SessionID,
			}, entry)
			require.Equal(t, entmembership.StatusActive, b.status(t, invited))
			require.Equal(t, []string{"user.create", "user.accept"}, b.actions(t, invited))
			entered := d.Client.AuditEntry.Query().
				Where(auditentry.FirmID(invited.firm.ID), auditentry.Action("user.accept")).OnlyX(b.across)
			require.Nil(t, entered.ActorFirmID, "the firm is not shown in which other one the person works")
			account := d.Client.User.GetX(b.across, b.ann.ID)
			require.Equal(t, b.ann.PasswordHash, account.PasswordHash)
			require.Equal(t, "Ann", account.FirstName)
			require.False(t, account.MustChangePassword)
			require.Empty(t, b.invitationsOf(t, login.Token))
			_, err = b.SetFirm(ctx, session.SetFirmInput{UserID: b.ann.ID, RelationID: entry.RelationID, SessionID: entry.SessionID})
			require.NoError(t, err)
		})
		t.Run("OKWithoutFirm", func(t *testing.T) {
			_, bob, atBob := b.admit(t, "Bob's", "bob@example.com")
			b.setActive(t, "memberships", atBob.ID, false)
			invited := b.invite(t, "Delta", "bob@example.com", typed)
			in, err := b.SignIn(t.Context(), bob)
			require.NoError(t, err)
			_, err = b.memberships.AcceptInvitation(b.as(t, in.Token), membership.AcceptInvitationInput{ID: invited.row.ID, Password: typed})
			require.NoError(t, err)
			require.Equal(t, uuid.Nil, b.accept(t, in.Token).FirmID, "the token is for no firm until it is refreshed")
			require.Equal(t, invited.firm.ID, b.accept(t, b.refresh(t, in.RefreshToken).Token).FirmID)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			invited := b.invite(t, "Wrong", email, typed)
			_, err := accept(invited, annPassword)
			require.Equal(t, []string{"password is wrong"}, said(t, err))
			_, err = accept(&invitation{row: &ent.Membership{}}, "")
			require.Equal(t, []string{"id is required", "password is required"}, said(t, err))
			require.Equal(t, entmembership.StatusInvited, b.status(t, invited))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			of := b.invite(t, "Carl's", "carl@example.com", typed)
			expired := b.invite(t, "Old", email, typed)
			b.sentAt(t, expired.row, noon.Add(-membership.InvitationLife))
			closed := b.invite(t, "Closed", email, typed)
			b.setActive(t, "firms", closed.firm.ID, false)
			for _, other := range []*invitation{of, expired, closed, {row: b.atAcme}, {row: &ent.Membership{ID: uuid.New()}}} {
				_, err := accept(other, typed)
				requireCode(t, fault.NotFound, err)
				requireCode(t, fault.NotFound, b.memberships.DeclineInvitation(ctx, other.row.ID))
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			// The firm knows Ann by one e-mail, and invites her by another one.
			invited := b.invite(t, "Twice", "twice@example.com", typed)
			d.Client.Membership.UpdateOne(invited.row).SetUserID(b.ann.ID).ExecX(b.across)
			dbtest.Member(d.Client).SetFirmID(invited.firm.ID).SetUserID(b.ann.ID).SetRoleID(invited.row.RoleID).ExecX(b.across)
			_, err := b.memberships.AcceptInvitation(ctx, membership.AcceptInvitationInput{ID: invited.row.ID, Password: "Typed-by-firm-2"})
			require.Equal(t, []string{"password is wrong"}, said(t, err))
			b.clock.advance(time.Minute)
			_, err = accept(invited, typed)
			requireCode(t, fault.Conflict, err)
		})
		t.Run("ErrTooManyRequests", func(t *testing.T) {
			b.clock.advance(time.Hour)
			invited := b.invite(t, "Many", "dora@example.com", typed)
			for range 10 {
				_, err := accept(invited, typed) // an invitation of somebody else
				requireCode(t, fault.NotFound, err)
			}
			_, err := accept(invited, typed)
			requireCode(t, fault.TooManyRequests, err)
		})
		t.Run("ErrUnauthorized", func(t *testing.T) {
			for name, ctx := range strangers(t) {
				_, err := b.memberships.AcceptInvitation(ctx, membership.AcceptInvitationInput{ID: uuid.New(), Password: typed})
				require.True(t, fault.Is(err, fault.Unauthorized), name)
				require.True(t, fault.Is(b.memberships.DeclineInvitation(ctx, uuid.New()), fault.Unauthorized), name)
				_, err = b.memberships.Invitations(ctx)
				require.True(t, fault.Is(err, fault.Unauthorized), name)
			}
		})
	})
}

// An acceptance fails if the firm withdraws the invitation while the password is hashed.
func TestAcceptInvitationMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{HashWorkers: 1, NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		invited := b.invite(t, "Gamma", email, typed)
		release := b.passwords.Pause()
		done := make(chan error)
		go func() {
			_, err := b.memberships.AcceptInvitation(ctx, membership.AcceptInvitationInput{ID: invited.row.ID, Password: typed})
			done <- err
		}()
		b.waiting(t, 1)
		require.NoError(t, user.Remove(invited.ctx, d, b.Manager, invited.member.ID))
		release()
		requireCode(t, fault.Unavailable, <-done)
		_, err := b.memberships.AcceptInvitation(ctx, membership.AcceptInvitationInput{ID: invited.row.ID, Password: typed})
		requireCode(t, fault.NotFound, err)
		require.False(t, d.Client.Membership.Query().Where(entmembership.FirmID(invited.firm.ID)).ExistX(b.across))
	})
}

// The firm learns nothing about a person who declines.
func TestDeclineInvitation(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		invited := b.invite(t, "Gamma", email, typed)
		v := *b.accept(t, b.signIn(t).Token)
		v.Request = viewer.Request{ID: "request", Address: loopback}
		require.NoError(t, b.memberships.DeclineInvitation(viewer.NewContext(t.Context(), &v), invited.row.ID))
		require.Equal(t, []string{"user.create", "user.decline"}, b.actions(t, invited))
		entry := d.Client.AuditEntry.Query().
			Where(auditentry.FirmID(invited.firm.ID), auditentry.Action("user.decline")).OnlyX(b.across)
		require.Equal(t, []any{&invited.member.ID, email, "", "request"},
			[]any{entry.ActorID, entry.ActorName, entry.Address, entry.RequestID})
		require.Nil(t, entry.ActorFirmID)
		_, err := user.Get(invited.ctx, d, invited.member.ID, page.Selection{})
		requireCode(t, fault.NotFound, err)
		requireCode(t, fault.NotFound, b.memberships.DeclineInvitation(viewer.NewContext(t.Context(), &v), invited.row.ID))
		require.True(t, d.Client.User.Query().Where().ExistX(b.across))
		require.Equal(t, b.ann.PasswordHash, d.Client.User.GetX(b.across, b.ann.ID).PasswordHash)
	})
}
