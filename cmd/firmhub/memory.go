package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// ofContainer and ofMachine are how much of the memory this process may fill before the garbage
	// collector works more often. On a machine, other processes need memory, too. The page caches
	// of SQLite are not in the heap.
	ofContainer, ofMachine = 0.8, 0.5
	// roomy is the memory from which on the garbage collector waits until the heap has tripled,
	// instead of doubled. That halves its processor time, which is 2 % of the time of a list, and
	// takes some 50 MiB more for many firms.
	roomy          = 64 << 30
	percentIfRoomy = 200
)

// limitMemory sets the limits of the garbage collector from the memory of the container, or else of
// the machine, and logs them. If the variables GOMEMLIMIT and GOGC of the Go runtime are set, they
// apply instead.
func limitMemory(ctx context.Context, getenv func(string) string) {
	share := ofMachine
	available, err := memlimit.FromSystem()
	if container, noLimit := memlimit.FromCgroup(); noLimit == nil && (err != nil || container < available) {
		share, available, err = ofContainer, container, nil
	}
	if err != nil {
		slog.WarnContext(ctx, "The size of the memory is not known; GOMEMLIMIT sets a limit.", "error", err)
		return
	}
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(float64(available) * share))
	}
	if getenv("GOGC") == "" && available >= roomy {
		debug.SetGCPercent(percentIfRoomy)
	}
	percent := debug.SetGCPercent(-1) // there is no other way to ask
	debug.SetGCPercent(percent)
	slog.InfoContext(ctx, "memory", "available", mebibytes(available), "GOMEMLIMIT", mebibytes(debug.SetMemoryLimit(-1)), "GOGC", percent)
}

func mebibytes[N int64 | uint64](n N) string { return fmt.Sprintf("%dMiB", n>>20) }
