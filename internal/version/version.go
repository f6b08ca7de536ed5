// Package version names the version of this program.
package version

import (
	"runtime/debug"
	"strings"
)

// String returns what this program was built from: the module's version or the commit, and the release of Go.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	parts := []string{info.Main.Version}
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
	if !ok || !strings.HasPrefix(info.Main.Version, "v") {
		return "dev"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

const shortRevision = 12
