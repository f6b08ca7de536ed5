package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInstallDoc checks that docs/install.md is shell, and that its commands, settings and files of firmhub exist.
func TestInstallDoc(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "install.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, blocks)
	called := map[string]bool{}
	for _, block := range blocks {
		run(t, exec.CommandContext(t.Context(), "bash", "-n", "-c", block[1]))
		for _, command := range regexp.MustCompile(`(?m)(?:^|exec firmhub )(?:firmhub|firmhub_as_server) ([a-z]+)`).FindAllStringSubmatch(block[1], -1) {
			called[command[1]] = true
		}
	}
	require.GreaterOrEqual(t, len(called), 3)
	for command := range called {
		run(t, exec.CommandContext(t.Context(), program(t), command, "--help"))
	}
	help := run(t, exec.CommandContext(t.Context(), program(t), "serve", "--help"))
	for _, setting := range regexp.MustCompile(`FIRMHUB_[A-Z_]+`).FindAllString(string(text), -1) {
		if setting != "FIRMHUB_ADMIN_PASSWORD" { // It has no flag.
			require.Contains(t, help, setting)
		}
	}
	unit, err := os.ReadFile("firmhub.service")
	require.NoError(t, err)
	for _, path := range []string{"/var/lib/firmhub", "/etc/firmhub/firmhub.env", "/usr/local/bin/firmhub", "/etc/systemd/system/firmhub.service"} {
		require.Contains(t, string(text), path)
		require.Contains(t, string(unit), path)
	}
}

// TestBackUp backs a data folder up and restores it, by the commands of docs/install.md.
func TestBackUp(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "install.md"))
	require.NoError(t, err)
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	// lines returns the lines of the document that begin with a word and are about the data folder.
	lines := func(word string) string {
		var found strings.Builder
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, word) && strings.Contains(line, "/var/lib/firmhub") {
				found.WriteString(strings.ReplaceAll(line, "/var/lib/firmhub", data))
			}
		}
		require.NotEmpty(t, found.String(), word)
		return found.String()
	}
	shell := func(commands string) {
		command := exec.CommandContext(t.Context(), "bash", "-eu", "-c", commands)
		command.Dir = dir
		run(t, command)
	}
	firmhub := func(args ...string) string {
		return run(t, exec.CommandContext(t.Context(), program(t), append(args, "--data-dir="+data)...))
	}
	firmhub("migrate", "up")
	require.NoError(t, os.MkdirAll(filepath.Join(data, "files"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(data, "files", "one"), []byte("kept"), 0o600))
	shell(lines("tar -czf"))
	require.NoError(t, os.WriteFile(filepath.Join(data, "firmhub.db"), []byte("broken"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(data, "files", "two"), nil, 0o600))
	shell(lines("find") + lines("tar -xzf"))
	require.Contains(t, firmhub("migrate", "up"), "up to date")
	kept, err := os.ReadFile(filepath.Join(data, "files", "one"))
	require.NoError(t, err)
	require.Equal(t, "kept", string(kept))
	require.NoFileExists(t, filepath.Join(data, "files", "two"))
}
