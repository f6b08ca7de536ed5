package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coreos/go-systemd/v22/unit"
	"github.com/stretchr/testify/require"
)

// TestUnit checks that the unit of systemd can be read, that its commands are those of firmhub, and
// where systemd is at hand, that it finds nothing wrong and thinks it safe.
func TestUnit(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "deploy", "firmhub.service"))
	require.NoError(t, err)
	options, err := unit.Deserialize(strings.NewReader(string(text)))
	require.NoError(t, err)
	settings := map[string]string{}
	for _, option := range options {
		require.Contains(t, []string{"Unit", "Service", "Install"}, option.Section)
		settings[option.Name] = option.Value
	}
	require.Equal(t, "multi-user.target", settings["WantedBy"])
	require.Equal(t, "FIRMHUB_DATA_DIR=/var/lib/"+settings["StateDirectory"], settings["Environment"])
	require.Equal(t, "strict", settings["ProtectSystem"])
	words := strings.Fields(settings["ExecStart"])
	require.Equal(t, "/usr/local/bin/firmhub", words[0])
	help := run(t, exec.CommandContext(t.Context(), program(t), append(words[1:], "--help")...))
	require.Contains(t, help, "FIRMHUB_DATA_DIR")

	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return
	}
	// It looks for the program and for the account.
	here := strings.NewReplacer(words[0], program(t), "User=firmhub", "User=root", "Group=firmhub", "Group=root").Replace(string(text))
	path := filepath.Join(t.TempDir(), "firmhub.service")
	require.NoError(t, os.WriteFile(path, []byte(here), 0o600))
	// It may report something about other units of this machine.
	require.NotContains(t, run(t, exec.CommandContext(t.Context(), analyze, "verify", "--man=no", path)), "firmhub.service")
	path = filepath.Join(t.TempDir(), "firmhub.service")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	run(t, exec.CommandContext(t.Context(), analyze, "security", "--offline=yes", "--threshold=20", path))
}
