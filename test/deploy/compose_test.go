package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestCompose checks that the compose file sets only what firmhub knows, that its settings are
// valid, and that whatever a service waits for can become healthy.
func TestCompose(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "compose.yaml"))
	require.NoError(t, err)
	var file struct {
		Services map[string]struct {
			Build, Image string
			Environment  map[string]string
			Volumes      []string
			Ports        []string
			Configs      []struct{ Source string }
			Healthcheck  map[string]any
			DependsOn    map[string]struct{ Condition string } `yaml:"depends_on"`
			StopGrace    string                                `yaml:"stop_grace_period"`
		}
		Volumes map[string]any
		Configs map[string]struct{ Content string }
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	require.Len(t, file.Services, 5)
	for name, service := range file.Services {
		require.NotEqual(t, service.Build == "", service.Image == "", name)
		if service.Build != "" {
			require.Equal(t, "60s", service.StopGrace, "as long as the unit of systemd gives it")
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			require.Contains(t, file.Volumes, source)
		}
		for _, port := range service.Ports {
			require.True(t, strings.HasPrefix(port, "127.0.0.1:"), "it is plain HTTP: %s", port)
		}
		for _, config := range service.Configs {
			require.NotEmpty(t, file.Configs[config.Source].Content)
		}
		for other, on := range service.DependsOn {
			require.Contains(t, file.Services, other)
			if on.Condition == "service_healthy" { // Those that are built have the check of the Dockerfile.
				require.True(t, file.Services[other].Build != "" || len(file.Services[other].Healthcheck) > 0, other)
			}
		}
	}

	settings := file.Services["one"].Environment
	require.NotEmpty(t, settings)
	require.Equal(t, settings, file.Services["two"].Environment)
	checking := exec.CommandContext(t.Context(), program(t), "doctor", "--json")
	checking.Dir, checking.Env = t.TempDir(), os.Environ()
	// The names of the services mean nothing here: nobody listens at these addresses.
	here := strings.NewReplacer("@postgres:5432", "@127.0.0.1:1", "//nats:4222", "//127.0.0.1:1",
		"${FIRMHUB_ADMIN_PASSWORD:?set a password for the first administrator}", "Giv3n-secret!", "${FIRMHUB_SECRETS_KEY:-}", "")
	help := run(t, exec.CommandContext(t.Context(), program(t), "serve", "--help"))
	for name, value := range settings {
		require.Contains(t, help, name)
		checking.Env = append(checking.Env, name+"="+here.Replace(value))
	}
	out, _ := checking.Output()
	require.Contains(t, string(out), `"found": "The settings are valid."`)
}
