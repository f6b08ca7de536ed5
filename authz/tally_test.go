package authz_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestAdmit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
		shop := b.client(t, "Shop", "Contact:View")
		decision := func(id uuid.UUID, action string, allowed bool) authz.Decision {
			return authz.Decision{FirmID: b.firm.ID, SubjectID: id, Module: "Contact", Action: action, Allowed: allowed}
		}
		t.Run("OK", func(t *testing.T) {
			var calling sync.WaitGroup
			ctx := b.request(t, agent)
			for range 10 {
				calling.Go(func() {
					if err := b.enforcer.Admit(ctx, "Contact", "View"); err != nil {
						t.Error(err)
					}
				})
			}
			calling.Wait()
			require.NoError(t, b.enforcer.Admit(b.call(t, shop), "Contact", "View"))
			require.NoError(t, b.enforcer.Can(ctx, "Contact", "View"), "which is not counted")
			require.Equal(t, authz.Decisions{
				decision(agent.UserID, "View", true): 10, decision(shop.ID, "View", true): 1,
			}, b.enforcer.SwapDecisions(nil))
			require.Empty(t, b.enforcer.SwapDecisions(nil))
		})
		t.Run("Forbidden", func(t *testing.T) {
			err := b.enforcer.Admit(b.request(t, agent), "Contact", "Delete")
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			require.Equal(t, authz.Decisions{decision(agent.UserID, "Delete", false): 1}, b.enforcer.SwapDecisions(nil))
		})
		t.Run("OKOneOf", func(t *testing.T) {
			ctx := b.request(t, agent)
			require.NoError(t, b.enforcer.Admit(ctx, "Contact", "Delete", "View"), "by the second one")
			require.Equal(t, authz.Decisions{decision(agent.UserID, "View", true): 1}, b.enforcer.SwapDecisions(nil), "nothing was refused")
			require.NoError(t, b.enforcer.Admit(ctx, "Contact", "View", "Delete"))
			require.Equal(t, authz.Decisions{decision(agent.UserID, "View", true): 1}, b.enforcer.SwapDecisions(nil))
			err := b.enforcer.Admit(ctx, "Contact", "Delete", "Create")
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			require.ErrorContains(t, err, "Contact:Delete or Contact:Create")
			require.Equal(t, authz.Decisions{decision(agent.UserID, "Delete", false): 1}, b.enforcer.SwapDecisions(nil), "one call is one decision")
		})
		t.Run("NotDecidedByThePolicy", func(t *testing.T) {
			require.Error(t, b.enforcer.Admit(t.Context(), "Contact", "View"))
			require.Error(t, b.enforcer.Admit(b.call(t, shop), "Users", "View"))
			due := viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: b.firm.ID, UserID: agent.UserID, RoleID: agent.RoleID, PasswordDue: true,
			})
			require.Error(t, b.enforcer.Admit(due, "Contact", "View"))
			require.Empty(t, b.enforcer.SwapDecisions(nil))
		})
	})
}

// Where too many different decisions wait, the known ones are still counted.
func TestAdmit_Limit(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite))
	agent := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
	ctx := b.request(t, agent)
	require.NoError(t, b.enforcer.Admit(ctx, "Contact", "View"))
	others := b.enforcer.SwapDecisions(nil)
	for i := range authz.MaxDecisions - 1 {
		others[authz.Decision{Module: "Contact", Action: "View", SubjectID: uuid.UUID{byte(i), byte(i >> 8), byte(i >> 16)}}] = 1
	}
	b.enforcer.SwapDecisions(others)
	require.NoError(t, b.enforcer.Admit(ctx, "Contact", "View"))
	require.Error(t, b.enforcer.Admit(ctx, "Contact", "Delete"))
	require.Equal(t, authz.Stats{Waiting: authz.MaxDecisions, Dropped: 1}, b.enforcer.Stats())
	counted := b.enforcer.SwapDecisions(nil)
	require.Len(t, counted, authz.MaxDecisions)
	made := authz.Decision{FirmID: b.firm.ID, SubjectID: agent.UserID, Module: "Contact", Action: "View", Allowed: true}
	require.EqualValues(t, 2, counted[made])
}

// A repeated decision allocates nothing.
func TestAdmit_Allocations(t *testing.T) { //nolint:paralleltest // It would count what others allocate too.
	b := setup(t, dbtest.Open(t, db.SQLite))
	ctx := b.request(t, b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View")))
	require.NoError(t, b.enforcer.Admit(ctx, "Contact", "View"))
	require.Zero(t, testing.AllocsPerRun(1000, func() { _ = b.enforcer.Admit(ctx, "Contact", "View") }))
}

// This compares a decision with one that is counted, by one caller and by all at once.
func BenchmarkAdmit(b *testing.B) {
	s := setup(b, dbtest.Open(b, db.SQLite))
	ctx := s.request(b, s.member(b, "ann", s.role(s.ctx, b, "Agent", "Contact:View")))
	for name, decide := range map[string]func(context.Context, string, ...string) error{"Can": s.enforcer.Can, "Admit": s.enforcer.Admit} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := decide(ctx, "Contact", "View"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"AtOnce", func(b *testing.B) {
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					_ = decide(ctx, "Contact", "View")
				}
			})
		})
	}
}
