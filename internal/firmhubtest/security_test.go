package firmhubtest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSecurityNamesTests checks that the tests that SECURITY.md names as evidence exist.
func TestSecurityNamesTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../SECURITY.md")
	require.NoError(t, err)
	named := regexp.MustCompile("`(Test[A-Za-z0-9_]+)(?:/([A-Za-z0-9]+))?`").FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(named), 30)
	tests := allTests(t)
	for _, name := range named {
		at := strings.Index(tests, "func "+name[1]+"(t *testing.T)")
		require.NotEqual(t, -1, at, "there is no %s", name[1])
		if name[2] != "" {
			require.Contains(t, tests[at:], name[2], "%s has no sub-test %s", name[1], name[2])
		}
	}
}

// allTests returns the text of all test files.
func allTests(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	}))
	return all.String()
}
