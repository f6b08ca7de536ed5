package role

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxDisplayName = 200
	maxProperties  = 200
)

// GroupInput describes a module and its permissions.
type GroupInput struct {
	ModuleName string
	Properties []PropertyInput
}

// PropertyInput describes a permission of a module.
type PropertyInput struct {
	// ID identifies the permission that [UpdateProperties] changes. Nil means the permission with
	// the name.
	ID           *uuid.UUID
	PropertyName string
	// DisplayName is the name for people. If it is empty, an existing permission keeps its own, and
	// a new one gets its name.
	DisplayName string
}

// Validate trims the texts and returns every fault.
func (in *GroupInput) Validate() fault.Details {
	var faults fault.Details
	checkPart(&faults, "moduleName", &in.ModuleName)
	if len(in.Properties) > maxProperties {
		faults.Add("properties", "must have at most %d entries", maxProperties)
		return faults
	}
	seen := make(map[string]bool, len(in.Properties))
	for i := range in.Properties {
		p, path := &in.Properties[i], fmt.Sprintf("properties[%d]", i)
		if checkPart(&faults, path+".propertyName", &p.PropertyName) {
			if seen[plaintext.FoldCase(p.PropertyName)] {
				faults.Add(path+".propertyName", "is listed twice")
			}
			seen[plaintext.FoldCase(p.PropertyName)] = true
		}
		plaintext.Check(&faults, path+".displayName", &p.DisplayName, maxDisplayName)
		if plaintext.IsBlank(p.DisplayName) {
			p.DisplayName = ""
		}
	}
	return faults
}

// checkPart accepts a text that can be a part of a name, Module:Action, in a list of names and in a
// line of a policy. It reports whether the text is valid.
func checkPart(faults *fault.Details, field string, text *string) bool {
	if !plaintext.CheckName(faults, field, text, maxName) {
		return false
	}
	if strings.ContainsFunc(*text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",:*#\"'", r) }) {
		faults.Add(field, `must not hold white space, nor any of , : * # " '`)
		return false
	}
	return true
}
