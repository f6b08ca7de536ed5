package authz_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/role"
)

// A firm of ten roles with 20 to 48 permissions and 50 users. Warm is a decision that was made before, Decide one that
// was not, Load what the first request after a change pays.
func BenchmarkCan(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			d := dbtest.Open(b, dialect)
			s := setup(b, d)
			owner, err := role.CreateOwner(b.Context(), d, s.firm.ID)
			require.NoError(b, err)
			ann := s.member(b, "ann", owner)
			all := matching("*:*")
			for i := range 9 {
				r := s.role(s.ctx, b, "Role "+strconv.Itoa(i), all[:20+3*i]...)
				for j := range 6 {
					s.member(b, strconv.Itoa(i)+"-"+strconv.Itoa(j), r)
				}
			}
			ctx := s.request(b, ann)
			can := func(b *testing.B, e *authz.Enforcer) {
				err := e.Can(ctx, "MessagingAnalytics", "Limit")
				if err != nil {
					b.Fatal(err)
				}
			}
			b.Run("Warm", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					can(b, s.enforcer)
				}
			})
			b.Run("WarmParallel", func(b *testing.B) {
				b.ReportAllocs()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						can(b, s.enforcer)
					}
				})
			})
			b.Run("Load", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					can(b, authz.New(d.Client, 1))
				}
			})
			b.Run("Permissions", func(b *testing.B) { // a load and 48 decisions
				for b.Loop() {
					names, err := authz.New(d.Client, 1).Permissions(ctx)
					require.NoError(b, err)
					require.Len(b, names, len(all))
				}
			})
		})
	}
}
