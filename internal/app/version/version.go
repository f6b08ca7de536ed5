// Package version names the version of this program.
package version

import (
	"runtime/debug"
	"strings"

	"golang.org/x/mod/module"
)

// linked is the version of a release, such as 1.2.3. scripts/release.sh has the linker set it.
var linked string

// unreleased is the version of a build that has none.
const unreleased = "dev"

// String returns what this program was built from: its [Release], the commit, and the release of Go. It is for operators, not
// for anonymous users.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Release()
	}
	parts := []string{Release()}
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		parts = append(parts, "commit "+revision[:min(len(revision), shortRevision)])
	}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "with changes")
	}
	return strings.Join(append(parts, info.GoVersion), ", ")
}

// Release returns the version of the program alone, such as 1.2.3; dev for a build that has none.
func Release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release(linked, "")
	}
	return release(linked, info.Main.Version)
}

// release returns the version that was linked, else that of the module. The versions that Go makes of commits are none.
func release(linked, built string) string {
	if linked != "" {
		return linked
	}
	number, found := strings.CutPrefix(built, "v")
	if !found || module.IsPseudoVersion(built) {
		return unreleased
	}
	return number
}

const shortRevision = 12
