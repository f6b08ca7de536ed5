package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/app/demo"
)

func TestImport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	do := func(code int, args ...string) string {
		t.Helper()
		command := firmhub(t, dir, args...)
		out, err := command.CombinedOutput()
		require.Equal(t, code, command.ProcessState.ExitCode(), "%v: %s", err, out)
		return string(out)
	}
	write := func(name, content string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	do(exitOK, "demo")
	write("people.csv", "firstName,lastName,Celular,tags\nAda,Lovelace,20 7946 0958,x\nBob,,,\n,,2,\nEve,Eden,1,\n")
	asked := []string{
		"import", "people.csv", "--firm=Weitblick Reisen", "--tags=a,b", "--default-phone-cc=+44", "--mapping=Celular=phone", "--no-update",
	}
	dry := do(exitOK, append(asked, "--dry-run")...)
	require.Contains(t, dry, "Completed: 4 of 4 rows. Contacts created: 3, changed: 0; rows without a change: 0, rejected: 1. Cells left out: 1. Nothing was written")
	out := do(exitOK, append(asked, "--errors=wrong.csv")...)
	require.Contains(t, out, "Contacts created: 3, changed: 0; rows without a change: 0, rejected: 1. Cells left out: 1.")
	require.Contains(t, out, "The rejected rows and the cells that were left out are in wrong.csv")
	for _, name := range []string{"people.rejected.csv", "wrong.csv"} {
		rejected, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		lines := strings.Split(string(rejected), "\r\n")
		require.Len(t, lines, 4, "%s", rejected)
		require.Equal(t, "firstName,lastName,Celular,tags,row,column,error,contactId", lines[0])
		require.True(t, strings.HasPrefix(lines[1], ",,2,,4,,"), lines[1])
		require.True(t, strings.HasPrefix(lines[2], "Eve,Eden,1,,5,Celular,"), lines[2])
	}
	require.Contains(t, do(exitOK, append(asked, "--dry-run", "--invalid-cells=reject", "--errors=wrong.csv")...), "rejected: 2. Cells left out: 0.")
	out = do(exitOK, asked...)
	require.Contains(t, out, "rows without a change: 1")
	require.Contains(t, out, "left out are in people.rejected-2.csv", "the one before is kept")
	require.Contains(t, do(exitFailure, append(asked, "--errors=people.csv")...), "the rejected rows would replace the imported file")
	require.Contains(t, do(exitFailure, append(asked, "--errors=lost/wrong.csv")...), "the rejected rows can't be written")

	elsewhere := do(exitFailure, append(asked, "--data-dir=elsewhere", "--database-url=sqlite://data/firmhub.db")...)
	require.Contains(t, elsewhere, "the files of this database are in another place")
	require.Contains(t, do(exitFailure, "import", "people.csv", "--firm=nope"), `There is no firm "nope".`)
	require.Contains(t, do(exitUsage, append(asked, "--notification-days=5000")...), "FIRMHUB_NOTIFICATION_DAYS must be from 1 to 3650")
	require.Contains(t, do(exitFailure, "import", "people.csv", "--firm=Weitblick Reisen", "--mapping=Celular=nothing"), "mapping")
	require.Contains(t, do(exitUsage, "import", "lost.csv", "--firm=Weitblick Reisen"), "lost.csv")
	write("shoes.csv", "firstName,Shoe size\nAda,38\n")
	require.Contains(t, do(exitOK, "import", "shoes.csv", "--firm=Weitblick Reisen"), `Column "Shoe size" is ignored: No field has this name.`)
	write("empty.csv", "")
	require.Contains(t, do(exitFailure, "import", "empty.csv", "--firm=Weitblick Reisen"), "the import failed: ")

	// A command that runs no jobs needs none of these settings.
	reset := firmhub(t, dir, "admin", "reset-password", "--email="+demo.Logins()[0].Email, "--password-stdin")
	reset.Env, reset.Stdin = append(reset.Env, "FIRMHUB_NOTIFICATION_DAYS=5000"), strings.NewReader("Another-secret-1\n")
	output(t, reset, exitOK)
}

// A signal that comes as soon as the import is queued cancels it.
func TestImport_Interrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, _ = output(t, firmhub(t, dir, "demo"), exitOK)
	var file strings.Builder
	file.WriteString("firstName,lastName,email\n")
	for i := range 50_000 {
		fmt.Fprintf(&file, "Ada,Lovelace,ada%d@a.example\n", i)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "people.csv"), []byte(file.String()), 0o600))
	command := firmhub(t, dir, "import", "people.csv", "--firm=Weitblick Reisen")
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	lines := bufio.NewScanner(stdout)
	require.True(t, lines.Scan())
	require.Contains(t, lines.Text(), "is queued. Ctrl-C cancels it.")
	require.NoError(t, command.Process.Signal(os.Interrupt))
	var all []string
	for lines.Scan() {
		all = append(all, lines.Text())
	}
	require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
	require.Equal(t, exitFailure, command.ProcessState.ExitCode())
	require.Len(t, all, 2)
	require.Contains(t, all[0], "Cancelling")
	require.Contains(t, all[1], "Cancelled: ")
}

func TestProgressLine(t *testing.T) {
	t.Parallel()
	at := time.Unix(0, 0)
	p := &progress{now: func() time.Time { return at }}
	require.Equal(t, "Reading the file …", p.line(&ent.ContactImport{}, 80))
	p.line(&ent.ContactImport{TotalRows: 200_000}, 80)
	at = at.Add(10 * time.Second)
	row := &ent.ContactImport{TotalRows: 200_000, ProcessedRows: 50_000, FailedCount: 1234}
	require.Equal(t, "[███████·······················]  25 %  50,000 of 200,000 rows  5,000 rows/s  1,234 rejected  30s left", p.line(row, 120))
	require.Equal(t, "  25 %  50,000 of 200,000 rows  5,0", p.line(row, 36)[:len("  25 %  50,000 of 200,000 rows  5,0")])
	require.Len(t, []rune(p.line(row, 36)), 36)
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		require.Equal(t, want, grouped(n))
	}
}
