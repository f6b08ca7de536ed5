package faults_test

import (
	"bytes"
	"database/sql"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // opens what is left of a database
)

// TestPowerCut records what a server writes to an SQLite database, and when it waits for the disk.
// Then it makes the files that a power cut could have left: what the disk had confirmed, and any
// part of the rest. Each is a whole database, and with synchronous=full it has everything that was
// acknowledged before the cut.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"normal", "full"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path := filepath.Join(folder, "firmhub.db")
			with := settings(t, "FIRMHUB_DATA_DIR="+folder, "FIRMHUB_DATABASE_URL=sqlite://"+path+"?synchronous="+mode)
			serve(t, with).end(t)
			before, err := os.ReadFile(path)
			require.NoError(t, err)

			trace := filepath.Join(t.TempDir(), "trace")
			s := serve(t, with, "strace", "-D", "-f", "--seccomp-bpf", "-ttt", "-y", "-x", "-s", "70000", "-e", "signal=none", "-e",
				"trace=pwrite64,ftruncate,fsync,fdatasync,open,openat,unlink,unlinkat", "-P", folder, "-P", path, "-P", path+"-wal", "-o", trace)
			l := newLoad(t, s, nil)
			l.await(t, func() bool { return l.each(func(kind string) bool { return len(l.done[kind]) > 8 }) }, "enough is written")
			l.end()
			require.Empty(t, l.unexpected)
			s.end(t) // It writes the log back into the file.

			d := readDisk(t, trace, folder, s.command.Process.Pid)
			d.base = before
			cuts := 8
			if os.Getenv("FIRMHUB_TEST_LONG") != "" {
				cuts = 1000
			}
			checked := 0
			for cut := range cuts {
				random := rand.New(rand.NewPCG(1, uint64(cut))) //nolint:gosec // A cut can be repeated.
				at := random.IntN(len(d.events))
				copied := filepath.Join(t.TempDir(), "firmhub.db")
				d.write(t, copied, at, random)
				checked += l.requireAcknowledged(t, copied, d.events[at].at, mode == "full")
				if cut == 0 {
					(&server{settings: append(with, "FIRMHUB_DATABASE_URL=sqlite://"+copied)}).verify(t)
				}
			}
			t.Logf("%d events, %d cuts, %d acknowledged writes looked for", len(d.events), cuts, checked)
			require.Positive(t, checked)
		})
	}
}

// requireAcknowledged checks a database after a cut, and returns how many writes had been
// acknowledged by then. With all it has them all, else those that came first.
func (l *load) requireAcknowledged(t *testing.T, path string, cut time.Time, all bool) (acknowledged int) {
	t.Helper()
	opened, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	defer func() { require.NoError(t, opened.Close()) }()
	var state string
	require.NoError(t, opened.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&state))
	require.Equal(t, "ok", state)
	for kind, query := range map[string]string{
		contacts:      "SELECT first_name FROM contacts WHERE last_name = 'Faulty'",
		credits:       "SELECT bank_ref FROM wallet_entries WHERE bank_ref IS NOT NULL",
		messages:      "SELECT reference FROM messages WHERE reference IS NOT NULL",
		notifications: "SELECT id FROM notifications",
	} {
		found := names(t, opened, query)
		lost := false
		for _, write := range l.done[kind] {
			if write.at.After(cut) {
				break
			}
			acknowledged++
			require.False(t, lost && found[write.name], "a later write of %s is there, and an earlier one is lost", kind)
			lost = lost || !found[write.name]
			require.False(t, lost && all, "the acknowledged write %s of %s is lost", write.name, kind)
		}
	}
	return acknowledged
}

// names returns the first column of a query.
func names(t *testing.T, opened *sql.DB, query string) map[string]bool {
	t.Helper()
	rows, err := opened.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	found := map[string]bool{}
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		found[name] = true
	}
	require.NoError(t, rows.Err())
	return found
}

// disk is what a server did with the files of a database.
type disk struct {
	base   []byte
	events []event
}

// event is a system call, at its end.
type event struct {
	at     time.Time
	call   string
	file   string // "", "-wal", or "/" for the folder
	began  int    // how many events came before its begin
	offset int64
	data   []byte
}

// confirmed returns how many events of a file are on the disk after a cut: those that had ended
// when the last fsync began that has ended.
func (d *disk) confirmed(file string, cut int) (count int) {
	for _, e := range d.events[:cut+1] {
		if e.call == "fsync" && e.file == file {
			count = max(count, e.began)
		}
	}
	return count
}

// write writes the files that a cut after an event leaves.
func (d *disk) write(t *testing.T, path string, cut int, random *rand.Rand) {
	t.Helper()
	contents := map[string][]byte{"": bytes.Clone(d.base)}
	keeps := random.IntN(3) // of what is not confirmed: nothing, everything, or any part
	confirmed := map[string]int{}
	for _, file := range []string{"", "-wal", "/"} {
		confirmed[file] = d.confirmed(file, cut)
	}
	for i, e := range d.events[:cut+1] {
		entry := e.file
		if e.call == "create" || e.call == "unlink" {
			entry = "/"
		}
		if i >= confirmed[entry] && (keeps == 0 || keeps == 2 && random.IntN(2) == 0) {
			continue
		}
		content, exists := contents[e.file]
		switch e.call {
		case "create":
			if !exists {
				contents[e.file] = nil
			}
		case "unlink":
			delete(contents, e.file)
		case "ftruncate":
			contents[e.file] = append(content[:min(e.offset, int64(len(content)))], make([]byte, max(0, e.offset-int64(len(content))))...)
		case "pwrite64":
			if !exists {
				continue // of a file whose name was lost
			}
			if missing := e.offset + int64(len(e.data)) - int64(len(content)); missing > 0 {
				content = append(content, make([]byte, missing)...)
			}
			data := e.data
			if i >= confirmed[entry] && random.IntN(8) == 0 {
				data = data[:random.IntN(len(data))/512*512] // Some of its sectors are written.
			}
			copy(content[e.offset:], data)
			contents[e.file] = content
		}
	}
	for file, content := range contents {
		require.NoError(t, os.WriteFile(path+file, content, 0o600))
	}
}
