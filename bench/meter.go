package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

// Meter reads the processor time of two processes with their children: a server, which may be this
// process, and PostgreSQL, which is 0 where it can't be read. SQLite is a part of the server.
type Meter struct{ Server, Postgres int }

// NewMeter returns a meter of a server and of PostgreSQL, whose processes are the children of one.
func NewMeter(t testing.TB, d *db.DB, server int) Meter {
	if d.Dialect() != db.Postgres {
		return Meter{Server: server}
	}
	found, err := db.All[int](SQL(t, d), "SELECT pg_backend_pid()")
	require.NoError(t, err)
	if name, parent, _ := status(found[0]); strings.HasPrefix(name, "postgres") {
		return Meter{server, parent}
	}
	fmt.Fprintln(os.Stdout, "\nThe processes of PostgreSQL can't be read here (another machine, a container, or not Linux): "+
		"its processor time is not counted.")
	return Meter{Server: server}
}

// Spent returns the processor time of both.
func (m Meter) Spent(t testing.TB) time.Duration { return spent(t, m.Server) + spent(t, m.Postgres) }

// spent returns the processor time of a process of a meter.
func spent(t testing.TB, process int) time.Duration {
	var used syscall.Rusage
	if process == os.Getpid() {
		require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	} else if process != 0 {
		spent, err := processorTime(process)
		require.NoError(t, err)
		return spent
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// processorTime returns the processor time of all threads of a process and of its children, of
// those that have ended too (Linux).
func processorTime(process int) (time.Duration, error) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
	_, _, sum := status(process)
	for _, thread := range threads {
		folder := fmt.Sprintf("/proc/%d/task/%s", process, thread.Name())
		var spent time.Duration                                    // none if the thread has ended since
		text, _ := os.ReadFile(filepath.Join(folder, "schedstat")) //nolint:gosec // a number
		_, _ = fmt.Sscan(string(text), (*int64)(&spent))
		children, _ := os.ReadFile(filepath.Join(folder, "children")) //nolint:gosec // a number
		for child := range strings.FieldsSeq(string(children)) {
			id, _ := strconv.Atoi(child)
			childTime, _ := processorTime(id)
			spent += childTime
		}
		sum += spent
	}
	return sum, err
}

// status returns the name of a process, its parent, and the time of its children that have ended,
// in hundredths of a second. They are empty if they can't be read.
func status(process int) (name string, parent int, ended time.Duration) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	before, after, _ := strings.Cut(string(text), ") ")
	_, name, _ = strings.Cut(before, "(")
	fields := strings.Fields(after) // proc(5), from the third field on
	if len(fields) < 15 {
		return name, 0, 0
	}
	parent, _ = strconv.Atoi(fields[1])
	user, _ := strconv.Atoi(fields[13])
	system, _ := strconv.Atoi(fields[14])
	return name, parent, time.Duration(user+system) * 10 * time.Millisecond
}
