//go:build !race

// The race detector allocates too.

package apis_test

import (
	"encoding/json"
	"flag"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

var update = flag.Bool("update", false, "write testdata/allocations.json anew")

// TestAllocations fails when a request makes over 5 % more allocations than in
// testdata/allocations.json. Allocations do not depend on the machine. Renew the file with make
// allocations ARGS=-update when a change is worth its allocations, and when it makes fewer.
func TestAllocations(t *testing.T) { //nolint:paralleltest // It would count what others allocate too.
	const (
		contacts = 2000
		// requests are sent one by one, and the cheapest is taken: what runs in the background only
		// adds to others. A part of those that create a contact does more, too.
		requests = 100
		growth   = 1.05
	)
	file := filepath.Join("testdata", "allocations.json")
	slog.SetDefault(slog.New(slog.DiscardHandler))
	f := newFixture(t, db.SQLite, contacts)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // It empties pools.

	counts := map[string]int{}
	for _, o := range f.asked() {
		if !slices.Contains([]string{"list", "list + total", "get", "create"}, o.name) {
			continue
		}
		for _, k := range f.kinds(t, o) {
			if k.Name != "rest" && k.Name != "graphql" {
				continue
			}
			least := math.MaxInt
			for range requests {
				least = min(least, int(k.Serve(t, 1).Objects))
			}
			counts[o.name+", "+k.Name] = least
		}
	}
	if *update {
		text, err := json.MarshalIndent(counts, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(text, '\n'), 0o644)) //nolint:gosec // a file of the repository
		return
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var allowed map[string]int
	require.NoError(t, json.Unmarshal(text, &allowed))
	for name, count := range counts {
		t.Logf("%s: %d allocations, %d before", name, count, allowed[name])
		require.LessOrEqual(t, float64(count), growth*float64(allowed[name]), "%s: it was %d; see TestAllocations", name, allowed[name])
	}
	require.Len(t, counts, len(allowed))
}
