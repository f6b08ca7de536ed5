package main

import (
	"context"
	"syscall"
	"time"

	"github.com/firmhub/firmhub/internal/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// meter reads the processor time of this process, and of PostgreSQL where it runs on the same Linux.
type meter struct {
	postmaster int // its process, 0 where it is not known
}

// newMeter returns a meter, and why it does not see the database, if it doesn't. SQLite is a part of this process.
func newMeter(ctx context.Context, d *db.DB) (m *meter, unseen string, err error) {
	if d.Dialect() != db.Postgres {
		return &meter{}, "", nil
	}
	postmaster, err := bench.Postmaster(ctx, d)
	if err == nil && postmaster == 0 {
		unseen = "The processes of PostgreSQL can't be read here (another machine, a container, or not Linux): " +
			"its processor time is not counted."
	}
	return &meter{postmaster: postmaster}, unseen, err
}

// serverTime is that of this process.
func (m *meter) serverTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}

// databaseTime is that of all processes of PostgreSQL, of those that have ended too.
func (m *meter) databaseTime() (time.Duration, error) {
	if m.postmaster == 0 {
		return 0, nil
	}
	return bench.ProcessorTime(m.postmaster)
}
