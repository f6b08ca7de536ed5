package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/alecthomas/kong"

	"github.com/firmhub/firmhub/internal/app/config"
)

// unknownVariables returns the names of environment variables, each passed as NAME=value, that
// begin like those of firmhub but are none. One that looks misspelled is followed by the variable
// that was probably meant: "FIRMHUB_ADRR (FIRMHUB_ADDR?)". It leaves out the variables that
// Kubernetes sets in each container for a service called firmhub, and those of the tests of
// firmhub.
func unknownVariables(program *kong.Application, environment []string) (unknown []string) {
	known := []string{adminPasswordVariable, config.SecretsKey, passwordVariable, keyVariable, webhookSecretVariable}
	_ = kong.Visit(program, func(node kong.Visitable, next kong.Next) error {
		if value, ok := node.(*kong.Value); ok {
			known = append(known, value.Tag.Envs...)
		}
		return next(nil)
	})
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		rest, ours := strings.CutPrefix(name, "FIRMHUB_")
		if !ours || slices.Contains(known, name) || strings.HasPrefix(rest, "TEST_") || strings.HasPrefix(rest, "BENCH_") ||
			strings.HasPrefix(rest, "SERVICE_") || strings.HasPrefix(rest, "PORT_") || rest == "PORT" && strings.Contains(value, "://") {
			continue
		}
		if meant, ok := nearest(name, known); ok {
			name = fmt.Sprintf("%s (%s?)", name, meant)
		}
		unknown = append(unknown, name)
	}
	slices.Sort(unknown)
	return unknown
}

// maxEdits is how many letters a misspelled variable may have more, less or other than the one that
// was meant.
const maxEdits = 2

// nearest returns the known variable that takes the fewest edits, if there is one within maxEdits.
func nearest(name string, known []string) (meant string, ok bool) {
	fewest := maxEdits + 1
	for _, candidate := range known {
		if edits := levenshtein.ComputeDistance(name, candidate); edits < fewest {
			meant, fewest = candidate, edits
		}
	}
	return meant, fewest <= maxEdits
}
