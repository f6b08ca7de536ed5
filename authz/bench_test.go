package authz_test

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A firm of ten roles with 20 to 48 permissions and 50 users. Warm is a decision that was made
// before, Load what the first request after a change pays, Permissions a load and 48 decisions.
func BenchmarkCan(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			s := setup(b, dbtest.Open(b, dialect))
			owner, err := role.CreateOwner(b.Context(), s.d, s.firm.ID)
			require.NoError(b, err)
			ann := s.member(b, "ann", owner)
			all := matching("*:*")
			for i := range 9 {
				r := s.role(s.ctx, b, "Role "+strconv.Itoa(i), all[:20+3*i]...)
				for j := range 6 {
					s.member(b, strconv.Itoa(i)+"-"+strconv.Itoa(j), r)
				}
			}
			shop := s.client(b, "Shop", matching("Contact:*", "MessagingAnalytics:*")...)
			user, client := s.request(b, ann), s.call(b, shop)
			b.Run("WarmUser", func(b *testing.B) { warm(b, s.enforcer, user) })
			b.Run("WarmAPIClient", func(b *testing.B) { warm(b, s.enforcer, client) })
			b.Run("WarmParallel", func(b *testing.B) {
				b.ReportAllocs()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						can(b, s.enforcer, user)
					}
				})
			})
			b.Run("LoadUser", func(b *testing.B) { cold(b, s.d, user) })
			b.Run("LoadAPIClient", func(b *testing.B) { cold(b, s.d, client) })
			b.Run("Covers", func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, s.enforcer.Covers(user, authz.Subject{RoleID: ann.RoleID}))
				}
			})
			b.Run("Permissions", func(b *testing.B) {
				for b.Loop() {
					names, err := authz.New(s.d.Client, 1).Permissions(user)
					require.NoError(b, err)
					require.Len(b, names, len(all))
				}
			})
		})
	}
}

// A firm of 5,000 users, 1,000 roles of 48 permissions and 1,000 API clients costs what any other
// does.
func BenchmarkLargeFirm(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			s := setup(b, dbtest.Open(b, dialect))
			s.fill(b, "roles (id, created_at, updated_at, firm_id, name, name_key, description, is_active, is_system)", 1000,
				"'%s', 'role ' || i, 'role ' || i, '', true, false", s.firm.ID)
			s.fill(b, "users (id, created_at, updated_at, email, email_key, user_name, first_name, last_name, "+
				"password_hash, invitation_salt, is_active)",
				5000, "'u' || i || '@x.example', 'u' || i || '@x.example', 'u', 'f', 'l', 'none', %s, true", s.hash())
			s.fill(b, "api_clients (id, created_at, updated_at, firm_id, name, description, key_id, secret_hash, allowed_ips)", 1000,
				"'%s', 'key ' || i, '', substr('000000000000' || i, length('000000000000' || i) - 11), %s, '[]'", s.firm.ID, s.hash())
			s.exec(b, "INSERT INTO memberships (id, created_at, updated_at, firm_id, user_id, public_id, role_id, status, first_name, "+
				"last_name, email, email_key, user_name) SELECT "+s.newID()+
				", CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, '"+s.firm.ID.String()+"', id, id, (SELECT min(CAST(id AS text)) FROM roles)"+s.cast()+
				", 'Active', first_name, last_name, email, email_key, user_name FROM users")
			s.grantAll(b)
			s.exec(b, "INSERT INTO api_client_permissions (id, created_at, updated_at, firm_id, api_client_id, property_id) SELECT "+s.newID()+
				", CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, c.firm_id, c.id, p.id FROM api_clients c, role_properties p")

			ann, err := s.d.Client.Membership.Query().Order(membership.ByID()).First(s.ctx)
			require.NoError(b, err)
			key, err := s.d.Client.APIClient.Query().Order(apiclient.ByID()).Select(apiclient.FieldID, apiclient.FieldFirmID).First(s.ctx)
			require.NoError(b, err)
			user, client := s.request(b, ann), s.call(b, key)
			b.Run("LoadUser", func(b *testing.B) { cold(b, s.d, user) })
			b.Run("LoadAPIClient", func(b *testing.B) { cold(b, s.d, client) })
		})
	}
}

// This measures a decision when 10,000 firms with one role each ask in turn, the first decision of
// each, and the memory of the remembered decisions.
func BenchmarkManyFirms(b *testing.B) {
	s := setup(b, dbtest.Open(b, db.SQLite))
	owners := s.firms(b, 10_000)
	enforcer := authz.New(s.d.Client, 0)
	can(b, enforcer, owners[0])
	before, began := heap(), time.Now()
	for _, owner := range owners[1:] {
		can(b, enforcer, owner)
	}
	loads := float64(enforcer.Len() - 1)
	perLoad, perRole := float64(time.Since(began).Nanoseconds())/loads, float64(heap()-before)/loads
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		can(b, enforcer, owners[i%len(owners)])
		i++
	}
	if enforcer.Len() != len(owners) {
		b.Fatal("decisions of some roles were forgotten")
	}
	b.ReportMetric(perLoad, "ns/load")
	b.ReportMetric(perRole, "B/role")
}

// A rule for all firms is added, and one of them asks, when the decisions of one or of 10,000 firms
// are remembered.
func BenchmarkRuleForAllFirms(b *testing.B) {
	for _, firms := range []int{1, 10_000} {
		b.Run(strconv.Itoa(firms), func(b *testing.B) {
			s := setup(b, dbtest.Open(b, db.SQLite))
			enforcer := authz.New(s.d.Client, 0)
			owner := s.firms(b, 1)[0]
			firm := viewer.From(owner).FirmID
			can(b, enforcer, owner)
			i := 0
			for b.Loop() {
				b.StopTimer()
				enforcer.Fill(firms - 1)
				runtime.GC()
				b.StartTimer()
				s.rule(b, policyrule.PtypeP, "role:r"+strconv.Itoa(i), "*", "*", "View", "deny")
				v := *viewer.From(owner)
				v.PolicyVersion = dbtest.PolicyVersion(s.d, firm)
				can(b, enforcer, viewer.NewContext(b.Context(), &v))
				b.StopTimer()
				_, err := s.d.Client.PolicyRule.Delete().Exec(s.across)
				require.NoError(b, err)
				b.StartTimer()
				i++
			}
		})
	}
}

// firms adds firms and returns a request of the Owner of each.
func (b *bundle) firms(tb testing.TB, firms int) (owners []context.Context) {
	tb.Helper()
	b.fill(tb, "firms (id, created_at, updated_at, name, name_key, is_active, is_super_firm, currency, time_zone, policy_version)",
		firms, "'firm ' || i, 'firm ' || i, true, false, 'EUR', 'UTC', 1")
	b.exec(tb, "INSERT INTO roles (id, created_at, updated_at, firm_id, name, name_key, description, is_active, is_system) SELECT "+
		b.newID()+", CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, id, 'Owner', 'owner', '', true, true FROM firms WHERE name LIKE 'firm %'")
	type row struct {
		ID     uuid.UUID `sql:"id"`
		FirmID uuid.UUID `sql:"firm_id"`
	}
	roles, err := db.All[row](dbtest.SQL(tb.Context(), b.d), "SELECT id, firm_id FROM roles WHERE name = 'Owner'")
	require.NoError(tb, err)
	require.Len(tb, roles, firms)
	for _, r := range roles {
		owners = append(owners, viewer.NewContext(tb.Context(),
			&viewer.Viewer{Kind: viewer.User, FirmID: r.FirmID, UserID: r.ID, RoleID: r.ID}))
	}
	return owners
}

func can(b *testing.B, e *authz.Enforcer, ctx context.Context) { //nolint:revive // The benchmark comes first.
	err := e.Can(ctx, "MessagingAnalytics", "Limit")
	if err != nil {
		b.Fatal(err)
	}
}

func warm(b *testing.B, e *authz.Enforcer, ctx context.Context) { //nolint:revive // likewise
	b.ReportAllocs()
	can(b, e, ctx)
	for b.Loop() {
		can(b, e, ctx)
	}
}

func cold(b *testing.B, d *db.DB, ctx context.Context) { //nolint:revive // likewise
	b.ReportAllocs()
	for b.Loop() {
		can(b, authz.New(d.Client, 1), ctx)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc) //nolint:gosec // It fits.
}

func (b *bundle) exec(tb testing.TB, query string) {
	tb.Helper()
	_, err := dbtest.SQL(b.ctx, b.d).Exec(query)
	require.NoError(tb, err)
}

// fill adds rows to a table whose first columns are id and the two times. In the values of the
// other columns, i is the number of the row.
func (b *bundle) fill(tb testing.TB, table string, rows int, values string, args ...any) {
	tb.Helper()
	b.exec(tb, fmt.Sprintf("INSERT INTO %s WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "+
		"SELECT %s, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, %s FROM n", table, rows, b.newID(), fmt.Sprintf(values, args...)))
}

// grantAll grants every permission to every role.
func (b *bundle) grantAll(tb testing.TB) {
	tb.Helper()
	b.exec(tb, "INSERT INTO role_permissions (id, created_at, updated_at, firm_id, role_id, property_id) SELECT "+b.newID()+
		", CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, r.firm_id, r.id, p.id FROM roles r, role_properties p")
}

// newID, hash and cast are what the two databases write differently.
func (b *bundle) newID() string {
	if b.d.Dialect() == db.Postgres {
		return "gen_random_uuid()"
	}
	return "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))"
}

func (b *bundle) hash() string {
	if b.d.Dialect() == db.Postgres {
		return "'x'::bytea"
	}
	return "x'00'"
}

func (b *bundle) cast() string {
	if b.d.Dialect() == db.Postgres {
		return "::uuid"
	}
	return ""
}
