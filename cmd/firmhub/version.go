package main

import (
	"fmt"

	"github.com/firmhub/firmhub/internal/app/version"
)

type versionCommand struct{}

// Run prints the version, the commit and the Go release from which the program was built.
func (versionCommand) Run(c *console) error {
	_, err := fmt.Fprintln(c.stdout, versionLine())
	return err
}

func versionLine() string { return "firmhub " + version.String() }
