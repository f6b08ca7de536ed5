package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// ofContainer and ofMachine are how much of the memory this process may fill before the garbage collector works more often.
	// Others run on a machine, too.
	// The page caches of SQLite are not in its heap.
	ofContainer, ofMachine = 0.8, 0.5
	// roomy is the memory from which on the garbage collector waits until the heap has tripled, and not doubled. That takes half of its
	// processor time away, 2 % of that of a list, and for many firms some 50 MiB more.
	roomy          = 64 << 30
	percentIfRoomy = 200
)

// limitMemory sets what the garbage collector may use, from the memory of the container or else of the machine, and logs it. The
// variables GOMEMLIMIT and GOGC of the Go runtime, where they are set, say it instead.
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
