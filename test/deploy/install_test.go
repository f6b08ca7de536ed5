package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// installDoc returns the text of docs/install.md.
func installDoc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "install.md"))
	require.NoError(t, err)
	return string(text)
}

// blocks returns the blocks of code in docs/install.md that are in a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	var all []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(installDoc(t), -1) {
		all = append(all, match[1])
	}
	require.NotEmpty(t, all)
	return all
}

// TestInstallDoc checks that docs/install.md is shell, and that its commands, settings and files of
// firmhub exist.
func TestInstallDoc(t *testing.T) {
	t.Parallel()
	text := installDoc(t)
	called := map[string]bool{}
	for _, block := range blocks(t, "sh") {
		run(t, exec.CommandContext(t.Context(), "bash", "-n", "-c", block))
		for _, command := range regexp.MustCompile(`(?m)(?:^|exec firmhub )(?:firmhub|firmhub_as_server) ([a-z]+)`).FindAllStringSubmatch(block, -1) {
			called[command[1]] = true
		}
	}
	require.GreaterOrEqual(t, len(called), 3)
	for command := range called {
		run(t, exec.CommandContext(t.Context(), program(t), command, "--help"))
	}
	help := run(t, exec.CommandContext(t.Context(), program(t), "serve", "--help"))
	for _, setting := range regexp.MustCompile(`FIRMHUB_[A-Z_]+`).FindAllString(text, -1) {
		if setting != "FIRMHUB_ADMIN_PASSWORD" { // It has no flag.
			require.Contains(t, help, setting)
		}
	}
	unit, err := os.ReadFile(filepath.Join(root, "deploy", "firmhub.service"))
	require.NoError(t, err)
	for _, path := range []string{"/var/lib/firmhub", "/etc/firmhub/firmhub.env", "/usr/local/bin/firmhub", "/etc/systemd/system/firmhub.service"} {
		require.Contains(t, text, path)
		require.Contains(t, string(unit), path)
	}
}
