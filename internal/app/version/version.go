// Package version returns the version of this program.
package version

import (
	"runtime/debug"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// linked is the version of a release, such as 1.2.3. The linker sets it in scripts/release.sh
// and in the Dockerfile.
var linked string

// unreleased is the version of a build without one.
const unreleased = "dev"

// next is the release that these sources become. It is not earlier than the newest one in
// CHANGELOG.md.
const next = "0.2.0"

// String returns the [Release] of this program, its commit, and the Go release from which it was
// built. It is meant for operators, not for anonymous users.
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

// Release returns the version of the program alone, such as 1.2.3, or dev for a build without one.
func Release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release(linked, "")
	}
	return release(linked, info.Main.Version)
}

// Semantic returns the release by which a database knows this program: its [Release], or the next
// one for a build without a version.
func Semantic() string { return semantic(Release()) }

func semantic(release string) string {
	if !semver.IsValid("v" + release) {
		return next
	}
	return strings.TrimPrefix(semver.Canonical("v"+release), "v")
}

// release returns the version that was linked, else the version of the module. It ignores the
// pseudo-versions that Go derives from commits.
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
