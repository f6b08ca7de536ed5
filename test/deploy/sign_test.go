package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignRelease signs the checksums of a release by a key of the test, and verifies them by the
// command of docs/install.md.
func TestSignRelease(t *testing.T) {
	t.Parallel()
	dist, key := t.TempDir(), filepath.Join(t.TempDir(), "key")
	sums := filepath.Join(dist, "SHA256SUMS")
	require.NoError(t, os.WriteFile(sums, []byte("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  firmhub.tar.gz\n"), 0o600))
	run(t, exec.CommandContext(t.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "of a test", "-f", key))
	sign := func(key string) string {
		command := exec.CommandContext(t.Context(), "bash", "scripts/sign-release.sh", dist)
		command.Dir, command.Env = root, append(os.Environ(), "FIRMHUB_RELEASE_KEY="+key)
		return run(t, command)
	}
	var script string
	for _, block := range blocks(t, installDoc, "sh") {
		for line := range strings.Lines(block) {
			if strings.HasPrefix(line, "ssh-keygen -Y verify") {
				script = line
			}
		}
	}
	require.NotEmpty(t, script)
	verify := func() (string, error) {
		command := exec.CommandContext(t.Context(), "bash", "-c", script)
		command.Dir = dist
		said, err := command.CombinedOutput()
		return string(said), err
	}

	sign(key)
	said, err := verify()
	require.NoError(t, err, said)
	require.Contains(t, said, `Good "firmhub-release" signature for releases@firmhub`)

	require.NoError(t, os.WriteFile(sums, []byte("changed\n"), 0o600))
	_, err = verify()
	require.Error(t, err)

	require.Contains(t, sign(""), "is not signed")
	require.NoFileExists(t, sums+".sig", "an old signature is none of this release")
}
