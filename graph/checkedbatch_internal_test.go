package graph

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCheckedBatch checks which events need no check of the access rules of their own.
func TestCheckedBatch(t *testing.T) {
	t.Parallel()
	var checked checkedBatch
	o := &operation{}
	checked.begin(o)
	require.False(t, checked.covers(o), "no stream")
	number := int64(0)
	o.batch = func() int64 { return number }
	checked.begin(o)
	require.False(t, checked.covers(o), "a stream without batches")
	number = 1
	require.False(t, checked.covers(o), "nothing is checked")
	checked.begin(o)
	require.True(t, checked.covers(o))
	number = 2
	require.False(t, checked.covers(o), "the next batch")
	checked.begin(o)
	checked.at = time.Now().Add(-checkLife)
	require.False(t, checked.covers(o), "long ago")
}
