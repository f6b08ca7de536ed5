package bench

import (
	"context"
	"os"
	"syscall"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// Meter reads the processor time of firmhub, and of PostgreSQL where it runs on the same Linux.
// SQLite is a part of firmhub.
type Meter struct {
	server     int // its process
	postmaster int // its process, 0 where it is not known
}

// NewMeter returns a meter for firmhub in a process, this one or, on Linux, another one; and why
// the meter does not see the database, if it doesn't.
func NewMeter(ctx context.Context, d *db.DB, server int) (m *Meter, unseen string, err error) {
	if d.Dialect() != db.Postgres {
		return &Meter{server: server}, "", nil
	}
	postmaster, err := Postmaster(ctx, d)
	if err == nil && postmaster == 0 {
		unseen = "The processes of PostgreSQL can't be read here (another machine, a container, or not Linux): " +
			"its processor time is not counted."
	}
	return &Meter{server: server, postmaster: postmaster}, unseen, err
}

// SeesDatabase reports whether DatabaseTime is known.
func (m *Meter) SeesDatabase() bool { return m.postmaster != 0 }

// ServerTime returns the processor time of firmhub.
func (m *Meter) ServerTime() (time.Duration, error) {
	if m.server != os.Getpid() {
		return ProcessorTime(m.server)
	}
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}

// DatabaseTime returns the processor time of all processes of PostgreSQL, including those that have
// ended.
func (m *Meter) DatabaseTime() (time.Duration, error) {
	if m.postmaster == 0 {
		return 0, nil
	}
	return ProcessorTime(m.postmaster)
}
