// Command kubernetes writes the JSON schemas by which the tests check what the Helm chart makes: of
// the kinds that it has, with what they refer to. It takes them from the OpenAPI document of
// Kubernetes. Fields that are not in a schema are refused. scripts/kubernetes-schemas.sh runs it.
//
//	go run ./deploy/kubernetes SWAGGER.JSON FOLDER
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kinds are those of Kubernetes itself, by their names in the document.
var kinds = []string{ //nolint:gochecknoglobals // a table
	"io.k8s.api.apps.v1.Deployment",
	"io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
	"io.k8s.api.core.v1.ConfigMap",
	"io.k8s.api.core.v1.PersistentVolumeClaim",
	"io.k8s.api.core.v1.Pod",
	"io.k8s.api.core.v1.Secret",
	"io.k8s.api.core.v1.Service",
	"io.k8s.api.core.v1.ServiceAccount",
	"io.k8s.api.networking.v1.Ingress",
	"io.k8s.api.networking.v1.NetworkPolicy",
	"io.k8s.api.policy.v1.PodDisruptionBudget",
}

const (
	definitions = "definitions.json"
	reference   = "#/definitions/"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "kubernetes:", err)
		os.Exit(1)
	}
}

func run(swagger, folder string) error {
	text, err := os.ReadFile(swagger) //nolint:gosec // the caller names it
	if err != nil {
		return err
	}
	var document struct {
		Definitions map[string]map[string]any
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	used := map[string]any{}
	for _, name := range kinds {
		collect(document.Definitions, name, used)
		parts := strings.Split(name, ".")
		group, version, kind := parts[len(parts)-3], parts[len(parts)-2], parts[len(parts)-1]
		if group == "core" {
			group = ""
		}
		if err := write(folder, file(kind, group, version), map[string]any{"$ref": definitions + reference + name}); err != nil {
			return err
		}
	}
	return write(folder, definitions, map[string]any{"definitions": used})
}

// collect adds a definition and those that it refers to.
func collect(all map[string]map[string]any, name string, into map[string]any) {
	if _, done := into[name]; done {
		return
	}
	definition := all[name]
	switch name {
	case "io.k8s.apimachinery.pkg.util.intstr.IntOrString":
		definition = map[string]any{"type": []string{"integer", "string"}}
	case "io.k8s.apimachinery.pkg.api.resource.Quantity":
		definition = map[string]any{"type": []string{"number", "string"}}
	}
	into[name] = strict(definition)
	for _, other := range references(definition) {
		collect(all, other, into)
	}
}

// references returns the names of the definitions that a schema refers to.
func references(of any) (names []string) {
	switch of := of.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(of)) {
			if text, is := of[key].(string); is && key == "$ref" {
				names = append(names, strings.TrimPrefix(text, reference))
			}
			names = append(names, references(of[key])...)
		}
	case []any:
		for _, one := range of {
			names = append(names, references(one)...)
		}
	}
	return names
}

// strict returns a schema without descriptions and extensions, which refuses unknown fields.
func strict(of any) any {
	switch of := of.(type) {
	case map[string]any:
		made := map[string]any{}
		for key, value := range of {
			_, isText := value.(string)
			if key == "description" && isText || strings.HasPrefix(key, "x-kubernetes") || key == "format" || key == "default" {
				continue
			}
			made[key] = strict(value)
		}
		_, fields := of["properties"].(map[string]any)
		if open, _ := of["x-kubernetes-preserve-unknown-fields"].(bool); fields && !open {
			made["additionalProperties"] = false
		}
		if either, _ := of["x-kubernetes-int-or-string"].(bool); either {
			made["type"] = []string{"integer", "string"}
		}
		return made
	case []any:
		made := make([]any, len(of))
		for i, one := range of {
			made[i] = strict(one)
		}
		return made
	default:
		return of
	}
}

// file returns the name by which kubeconform looks for a kind.
func file(kind, group, version string) string {
	parts := []string{strings.ToLower(kind), version}
	if group != "" {
		parts = slices.Insert(parts, 1, group)
	}
	return strings.Join(parts, "-") + ".json"
}

func write(folder, name string, schema any) error {
	text, err := json.MarshalIndent(schema, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), append(text, '\n'), 0o644) //nolint:gosec // no secret
}
