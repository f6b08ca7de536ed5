package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// doc returns the text of a document.
func doc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", name))
	require.NoError(t, err)
	return string(text)
}

// blocks returns the blocks of code in a document that are in a language.
func blocks(t *testing.T, name, language string) []string {
	t.Helper()
	var all []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(doc(t, name), -1) {
		all = append(all, match[1])
	}
	require.NotEmpty(t, all)
	return all
}

// The documents for operators.
const (
	installDoc    = "install.md"
	operationsDoc = "operations.md"
)

// TestDocs checks that the blocks of the documents for operators are shell, and that their
// commands, settings and files of firmhub exist.
func TestDocs(t *testing.T) {
	t.Parallel()
	help := run(t, exec.CommandContext(t.Context(), program(t), "serve", "--help"))
	for _, name := range []string{installDoc, operationsDoc} {
		called := map[string]bool{}
		for _, block := range blocks(t, name, "sh") {
			run(t, exec.CommandContext(t.Context(), "bash", "-n", "-c", block))
			for _, command := range regexp.MustCompile(`(?m)(?:^ *|exec firmhub |-- )(?:firmhub|firmhub_as_server) ([a-z]+)`).FindAllStringSubmatch(block, -1) {
				called[command[1]] = true
			}
		}
		require.GreaterOrEqual(t, len(called), 3)
		for command := range called {
			run(t, exec.CommandContext(t.Context(), program(t), command, "--help"))
		}
		for _, setting := range regexp.MustCompile(`FIRMHUB_[A-Z_]+`).FindAllString(doc(t, name), -1) {
			if setting != "FIRMHUB_ADMIN_PASSWORD" { // It has no flag.
				require.Contains(t, help, setting)
			}
		}
	}
	text := doc(t, installDoc)
	unit, err := os.ReadFile(filepath.Join(root, "deploy", "firmhub.service"))
	require.NoError(t, err)
	for _, path := range []string{"/var/lib/firmhub", "/etc/firmhub/firmhub.env", "/usr/local/bin/firmhub", "/etc/systemd/system/firmhub.service"} {
		require.Contains(t, text, path)
		require.Contains(t, string(unit), path)
	}
}
