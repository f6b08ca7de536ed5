package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// Postmaster returns the process of PostgreSQL whose children serve the connections. It is 0 where
// that can't be read: on another machine, in a container, or not on Linux.
func Postmaster(ctx context.Context, d *db.DB) (int, error) {
	found, err := db.All[int](SQL(ctx, d), "SELECT pg_backend_pid()")
	if err != nil {
		return 0, err
	}
	name, parent, _ := status(found[0])
	if !strings.HasPrefix(name, "postgres") {
		return 0, nil
	}
	return parent, nil
}

// ProcessorTime returns the processor time of all threads of a process and of its children, of
// those that have ended too (Linux).
func ProcessorTime(process int) (time.Duration, error) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
	if err != nil {
		return 0, err
	}
	_, _, sum := status(process)
	for _, thread := range threads {
		folder := fmt.Sprintf("/proc/%d/task/%s", process, thread.Name())
		text, err := os.ReadFile(filepath.Join(folder, "schedstat")) //nolint:gosec // a number
		if err != nil {                                              // It has ended since.
			continue
		}
		var spent time.Duration
		if _, err := fmt.Sscan(string(text), (*int64)(&spent)); err != nil {
			return 0, fmt.Errorf("%s/schedstat: %w", folder, err)
		}
		children, err := os.ReadFile(filepath.Join(folder, "children")) //nolint:gosec // a number
		if err != nil {
			continue
		}
		for child := range strings.FieldsSeq(string(children)) {
			id, err := strconv.Atoi(child)
			if err != nil {
				return 0, fmt.Errorf("%s/children: %w", folder, err)
			}
			childTime, err := ProcessorTime(id)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return 0, err
			}
			spent += childTime
		}
		sum += spent
	}
	return sum, nil
}

// status returns the name of a process, its parent, and the time of its children that have ended,
// in hundredths of a second. They are empty if they can't be read.
func status(process int) (name string, parent int, ended time.Duration) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
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
