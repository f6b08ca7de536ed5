package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// Meter reads the processor time of firmhub, and of PostgreSQL where it runs on the same Linux. SQLite is a part of firmhub.
type Meter struct {
	server     int // its process
	postmaster int // its process, 0 where it is not known
}

// NewMeter returns a meter for firmhub in a process, this one or, on Linux, another one; and why the meter does not see the database,
// if it doesn't.
func NewMeter(ctx context.Context, d *db.DB, server int) (m *Meter, unseen string, err error) {
	if d.Dialect() != db.Postgres {
		return &Meter{server: server}, "", nil
	}
	found, err := db.Select[int](ctx, d, "SELECT pg_backend_pid()")
	if err != nil {
		return nil, "", err
	}
	name, parent, _ := process(found[0])
	if !strings.HasPrefix(name, "postgres") {
		return &Meter{server: server}, "The processes of PostgreSQL can't be read here (another machine, a container, or not Linux): " +
			"its processor time is not counted.", nil
	}
	return &Meter{server: server, postmaster: parent}, "", nil
}

// SeesDatabase reports whether DatabaseTime is known.
func (m *Meter) SeesDatabase() bool { return m.postmaster != 0 }

// ServerTime is that of firmhub.
func (m *Meter) ServerTime() (time.Duration, error) {
	if m.server != os.Getpid() {
		return spent(m.server)
	}
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}

// DatabaseTime is that of all processes of PostgreSQL, of those that have ended too.
func (m *Meter) DatabaseTime() (time.Duration, error) {
	if m.postmaster == 0 {
		return 0, nil
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", m.postmaster))
	if err != nil {
		return 0, err
	}
	_, _, sum := process(m.postmaster)
	for _, child := range append(strings.Fields(string(children)), strconv.Itoa(m.postmaster)) {
		id, err := strconv.Atoi(child)
		if err != nil {
			return 0, err
		}
		of, err := spent(id)
		if err != nil {
			return 0, err
		}
		sum += of
	}
	return sum, nil
}

// spent is the time of the threads of a process, to the nanosecond: 0 when it has ended. Those of Go don't end before it.
func spent(id int) (sum time.Duration, err error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", id))
	if err != nil {
		return 0, err
	}
	for _, thread := range threads {
		text, err := os.ReadFile(thread) //nolint:gosec // a number
		if err != nil {                  // It has ended since.
			continue
		}
		var of time.Duration
		if _, err := fmt.Sscan(string(text), (*int64)(&of)); err != nil {
			return 0, fmt.Errorf("%s: %w", thread, err)
		}
		sum += of
	}
	return sum, nil
}

// process returns the name of a process, its parent, and the time of those of its children that have ended, which is counted in
// hundredths of a second. They are empty where they can't be read.
func process(id int) (name string, parent int, ended time.Duration) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	before, after, _ := strings.Cut(string(text), ") ")
	_, name, _ = strings.Cut(before, "(")
	const parentField, userField, systemField = 1, 13, 14 // proc(5), from the third field on
	fields := strings.Fields(after)
	if len(fields) <= systemField {
		return name, 0, 0
	}
	numbers := [systemField + 1]int{}
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(fields[i])
	}
	return name, numbers[parentField], time.Duration(numbers[userField]+numbers[systemField]) * 10 * time.Millisecond
}
