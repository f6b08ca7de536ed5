package connections_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/connections"
)

// The end of a membership does not look at the other connections.
func BenchmarkRegistry_EndMembership(b *testing.B) {
	r := connections.New()
	for range 10_000 {
		connect(b, r, user())
	}
	owner := user()
	for b.Loop() {
		connect(b, r, owner)
		r.EndMembership(owner.Membership)
	}
}

// This measures the memory of a registry for a connection when each belongs to another user and a
// firm has ten of them.
func BenchmarkRegistry_Memory(b *testing.B) {
	const count = 10_000
	for b.Loop() {
		r := connections.New()
		before := heap()
		opened := make([]*connections.Connection, count)
		var firm uuid.UUID
		for i := range opened {
			if i%10 == 0 {
				firm = uuid.New()
			}
			owner := user()
			owner.Firm, owner.Expires = firm, time.Now().Add(time.Hour)
			var err error
			opened[i], err = r.Add(owner, func(connections.Reason) {})
			require.NoError(b, err)
		}
		b.ReportMetric(float64(heap()-before)/count, "bytes/connection")
		for _, c := range opened {
			c.Remove()
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
