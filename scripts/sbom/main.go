// Command sbom writes what a program of firmhub is made of: the modules that were built into it, as
// CycloneDX. Usage: sbom VERSION PROGRAM.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
)

// document is a document of CycloneDX 1.6, as far as it is needed; test/deploy reads it as others
// do.
type document struct {
	Schema   string `json:"$schema"`
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

// component is a module. It has no hash: the hash in go.sum covers a list of files, and the hashes
// of CycloneDX cover one file.
type component struct {
	Ref      string    `json:"bom-ref"`
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Licenses []license `json:"licenses,omitempty"`
	URL      string    `json:"purl"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: sbom VERSION PROGRAM")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return fmt.Errorf("read what %s is made of: %w", args[1], err)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(describe(info, args[0]))
}

// describe returns the document. It has no time and no number of its own, so that the same program
// has the same document.
func describe(info *debug.BuildInfo, version string) document {
	program := newComponent(&debug.Module{Path: info.Main.Path, Version: version})
	program.Type = "application"
	program.Licenses = make([]license, 1)
	program.Licenses[0].License.ID = "Apache-2.0"
	components := []component{newComponent(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, newComponent(module))
	}
	needs := dependency{Ref: program.Ref}
	for _, one := range components {
		needs.DependsOn = append(needs.DependsOn, one.Ref)
	}
	d := document{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Components: components, Dependencies: []dependency{needs},
	}
	d.Metadata.Component = program
	return d
}

// newComponent describes a module.
func newComponent(module *debug.Module) component {
	reference := "pkg:golang/" + module.Path + "@" + url.QueryEscape(module.Version)
	return component{Ref: reference, Type: "library", Name: module.Path, Version: module.Version, URL: reference}
}
