package version_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
