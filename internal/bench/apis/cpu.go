package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

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
	found, err := db.Select[int](ctx, d, "SELECT pg_backend_pid()")
	if err != nil {
		return nil, "", err
	}
	name, parent, _ := process(found[0])
	if !strings.HasPrefix(name, "postgres") {
		return &meter{}, "The processes of PostgreSQL can't be read here (another machine, a container, or not Linux): " +
			"its processor time is not counted.", nil
	}
	return &meter{postmaster: parent}, "", nil
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
	children, err := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", m.postmaster))
	if err != nil {
		return 0, err
	}
	_, _, sum := process(m.postmaster)
	for _, child := range append(strings.Fields(string(children)), strconv.Itoa(m.postmaster)) {
		text, err := os.ReadFile("/proc/" + child + "/schedstat") //nolint:gosec // a number
		if err != nil {                                           // It has ended since.
			continue
		}
		var spent time.Duration
		if _, err := fmt.Sscan(string(text), (*int64)(&spent)); err != nil {
			return 0, fmt.Errorf("/proc/%s/schedstat: %w", child, err)
		}
		sum += spent
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
