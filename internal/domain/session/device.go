package session

import (
	"strings"

	"github.com/mileusna/useragent"
)

const (
	unknownDevice = "Unknown"
	// maxDevice is in characters: a few words.
	maxDevice = 50
)

// device returns in a few words the device that a User-Agent header claims: "Chrome on Windows", or
// the name of the program.
func device(agent string) string {
	words := strings.Fields(agent)
	if len(words) == 0 {
		return unknownDevice
	}
	said := useragent.Parse(agent)
	name := strings.TrimSpace(said.Name)
	if name == "" || name == strings.TrimSpace(agent) {
		name, _, _ = strings.Cut(words[0], "/")
	}
	if name == "" {
		return unknownDevice
	}
	if runes := []rune(name); len(runes) > maxDevice {
		name = string(runes[:maxDevice])
	}
	if said.OS == "" {
		return name
	}
	return name + " on " + said.OS
}
