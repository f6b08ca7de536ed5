package authz_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

// The decisions for 100,000 roles, each of another firm, take less than 100 MiB, and as many as are
// remembered by default too.
func TestMemory(t *testing.T) { //nolint:paralleltest // Others would allocate meanwhile.
	b := setup(t, dbtest.Open(t, db.SQLite))
	ann := b.request(t, b.member(t, "ann", b.role(b.ctx, t, "Agent")))
	for _, roles := range []int{100_000, authz.DefaultSize} {
		enforcer := authz.New(b.d.Client, 0)
		require.True(t, fault.Is(enforcer.Can(ann, "Contact", "View"), fault.Forbidden))
		before := heap()
		enforcer.Fill(roles)
		taken := heap() - before
		t.Logf("%d roles take %d bytes each", roles, taken/int64(roles))
		require.Less(t, taken, int64(100<<20))
		require.LessOrEqual(t, enforcer.Len(), authz.DefaultSize)
		runtime.KeepAlive(enforcer)
	}
}
