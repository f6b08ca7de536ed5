// Command sbom writes what a program of firmhub is made of: the modules that were built into it, as CycloneDX. Usage: sbom VERSION
// PROGRAM.
package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

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
	encoder := cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON)
	return encoder.SetPretty(true).SetEscapeHTML(false).EncodeVersion(describe(info, args[0]), cyclonedx.SpecVersion1_6)
}

// describe returns the document. It has no time and no number of its own, so that the same program has the same document.
func describe(info *debug.BuildInfo, version string) *cyclonedx.BOM {
	program := component(&debug.Module{Path: info.Main.Path, Version: version})
	program.Type = cyclonedx.ComponentTypeApplication
	program.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}
	components := []cyclonedx.Component{component(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, component(module))
	}
	refs := make([]string, len(components))
	for i, one := range components {
		refs[i] = one.BOMRef
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &program}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	return bom
}

// component describes a module. It has no hash: that of go.sum is of a list of files, and the hashes of CycloneDX are of one file.
func component(module *debug.Module) cyclonedx.Component {
	purl := "pkg:golang/" + module.Path + "@" + url.QueryEscape(module.Version)
	return cyclonedx.Component{
		BOMRef: purl, Type: cyclonedx.ComponentTypeLibrary, Name: module.Path, Version: module.Version, PackageURL: purl,
	}
}
