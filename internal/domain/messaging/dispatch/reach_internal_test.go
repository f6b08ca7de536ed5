package dispatch

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// The reach of a firm that sends is kept, and that of a firm that has sent nothing for an hour is
// not.
func TestReach_Forgotten(t *testing.T) {
	t.Parallel()
	d := &Dispatcher{reaches: map[uuid.UUID]*reach{}}
	began := time.Now()
	busy, idle := uuid.New(), uuid.New()
	kept := d.reach(busy, began)
	d.reach(idle, began)
	require.Same(t, kept, d.reach(busy, began.Add(forgetReachAfter)))
	d.reach(uuid.New(), began.Add(forgetReachAfter+time.Second))
	require.Len(t, d.reaches, 2)
	require.Same(t, kept, d.reach(busy, began.Add(forgetReachAfter+time.Second)))
	require.NotContains(t, d.reaches, idle)
}
