package version_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/semver"

	"github.com/firmhub/firmhub/internal/app/version"
)

func TestRelease(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ linked, built, want string }{
		{"", "v1.2.3", "1.2.3"},
		{"", "v1.2.3+dirty", "1.2.3+dirty"},
		{"1.2.3", "v0.0.0-20260102030405-0840d4a7c8e1", "1.2.3"},
		{"", "v0.0.0-20260102030405-0840d4a7c8e1", "dev"},
		{"", "v1.2.4-0.20260102030405-0840d4a7c8e1+dirty", "dev"},
		{"", "(devel)", "dev"},
		{"", "", "dev"},
	} {
		require.Equal(t, test.want, version.Of(test.linked, test.built), test)
	}
	require.True(t, strings.HasPrefix(version.String(), version.Release()+", "))
}

func TestSemantic(t *testing.T) {
	t.Parallel()
	for release, want := range map[string]string{
		"1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3-rc.1", "1.2.3+dirty": "1.2.3", "dev": version.Next, "8f3a2b1": version.Next,
	} {
		require.Equal(t, want, version.SemanticOf(release), release)
	}
	changes, err := os.ReadFile("../../../CHANGELOG.md")
	require.NoError(t, err)
	newest := regexp.MustCompile(`(?m)^## \[(\d.*?)\]`).FindStringSubmatch(string(changes))[1]
	require.GreaterOrEqual(t, semver.Compare("v"+version.Next, "v"+newest), 0, "next must not be earlier than %s", newest)
}
