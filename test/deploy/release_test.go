package deploy_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/stretchr/testify/require"
)

// TestRelease builds the release of one platform: that of this machine, with the cache of the
// image.
func TestRelease(t *testing.T) {
	t.Parallel()
	program(t) // so that both do not compile the same at once
	dist := filepath.Join(t.TempDir(), "dist")
	release := exec.CommandContext(t.Context(), "bash", "scripts/release.sh", "v1.2.3")
	release.Dir = root
	release.Env = append(os.Environ(), "DIST="+dist, "PLATFORMS=linux/"+runtime.GOARCH)
	name := "firmhub-1.2.3-linux-" + runtime.GOARCH
	require.Contains(t, run(t, release), name)

	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "SHA256SUMS")
	check.Dir = dist
	require.Equal(t, 2, strings.Count(run(t, check), ": OK"))

	unpack := exec.CommandContext(t.Context(), "tar", "-xzf", name+".tar.gz")
	unpack.Dir = dist
	run(t, unpack)
	said := run(t, exec.CommandContext(t.Context(), filepath.Join(dist, name, "firmhub"), "version"))
	require.True(t, strings.HasPrefix(said, "firmhub 1.2.3, "), said)

	modes := archived(t, filepath.Join(dist, name+".tar.gz"))
	for _, file := range []string{
		"LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "SECURITY.md", "docs/install.md", "docs/commands.md", "firmhub.service",
		"deploy/nginx/firmhub.conf", "deploy/caddy/Caddyfile", "deploy/helm/firmhub/Chart.yaml", "deploy/helm/firmhub/templates/_helpers.tpl",
		"deploy/prometheus/alerts.yaml", "deploy/grafana/firmhub.json",
	} {
		require.Contains(t, modes, name+"/"+file)
	}
	require.Equal(t, int64(0o111), modes[name+"/firmhub"]&0o111)

	file, err := os.Open(filepath.Join(dist, name+".cdx.json"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var bom cyclonedx.BOM
	require.NoError(t, cyclonedx.NewBOMDecoder(file, cyclonedx.BOMFileFormatJSON).Decode(&bom))
	require.Equal(t, cyclonedx.SpecVersion1_6, bom.SpecVersion)
	require.Equal(t, "1.2.3", bom.Metadata.Component.Version)
	parts := map[string]cyclonedx.Component{}
	for _, part := range *bom.Components {
		parts[part.Name] = part
	}
	required, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	pgx := parts["github.com/jackc/pgx/v5"]
	require.Contains(t, string(required), pgx.Name+" "+pgx.Version)
	require.Equal(t, "pkg:golang/"+pgx.Name+"@"+pgx.Version, pgx.PackageURL)
	for _, part := range *bom.Components {
		require.Nil(t, part.Hashes, "go.sum has none of a file")
		require.NotContains(t, part.PackageURL, "+", "it is written %2B")
	}
	require.Contains(t, parts, "std")
	require.NotContains(t, parts, "github.com/stretchr/testify", "it is for tests")
}

// archived returns the files of an archive with their modes.
func archived(t *testing.T, path string) map[string]int64 {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	modes := map[string]int64{}
	for reader := tar.NewReader(unzipped); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return modes
		}
		require.NoError(t, err)
		require.Zero(t, header.Uid)
		modes[header.Name] = header.Mode
	}
}
