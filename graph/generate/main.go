// Generate generates the GraphQL executor with gqlgen, and the data with which plans read the
// fields of each type.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen"
	"github.com/99designs/gqlgen/codegen/config"
	"github.com/99designs/gqlgen/codegen/templates"
	"github.com/vektah/gqlparser/v2/ast"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	settings, err := config.LoadConfigFromDefaultLocations()
	if err != nil {
		return err
	}
	if settings.AutoBind, err = packages(settings.AutoBind); err != nil {
		return err
	}
	if err := api.Generate(settings, api.AddPlugin(plans{})); err != nil {
		return err
	}
	return removeUnmarshalers(settings.Exec.Filename)
}

// packages returns the packages that patterns match. gqlgen itself takes no patterns.
func packages(patterns []string) ([]string, error) {
	list, err := exec.Command("go", append([]string{"list"}, patterns...)...).Output() //nolint:gosec,noctx // of gqlgen.yml
	if err != nil {
		return nil, fmt.Errorf("list the packages of autobind: %w", err)
	}
	return strings.Fields(string(list)), nil
}

// unmarshalers matches code that gqlgen creates in each request for
// graphql.UnmarshalInputFromContext: a map of the functions of all inputs. firmhub never calls that
// function.
var unmarshalers = regexp.MustCompile(
	`\tinputUnmarshalMap := graphql\.BuildUnmarshalerMap\(\n(?:\t\t.*\n)*\t\)\n` +
		`|\t+ctx = graphql\.WithUnmarshalerMap\(ctx, inputUnmarshalMap\)\n`)

// removeUnmarshalers removes the map of unmarshalers from the executor. The map was a fifth of the
// allocations of a small request.
func removeUnmarshalers(executor string) error {
	code, err := os.ReadFile(executor) //nolint:gosec // the file that gqlgen has written
	if err != nil {
		return err
	}
	without := unmarshalers.ReplaceAll(code, nil)
	if len(without) == len(code) || bytes.Contains(without, []byte("UnmarshalerMap")) {
		return fmt.Errorf("%s makes its map of unmarshalers in another way than expected", executor)
	}
	return os.WriteFile(executor, without, 0o644) //nolint:gosec // as gqlgen writes it
}

// plans is a plugin of gqlgen that generates the plan.Types of the schema.
type plans struct{}

// Name implements plugin.Plugin.
func (plans) Name() string { return "plans" }

//go:embed plans.gotpl
var plansTemplate string

// object is a type of the schema, bound to a Go type that is not a pointer.
type object struct {
	Name   string
	Type   types.Type
	Fields []field
}

// field is a field that a plan can read.
type field struct {
	Name   string
	Type   types.Type
	Get    string                // an expression of the object o
	Kind   string                // the function of package plan
	Object string                // the GraphQL type of objects
	Null   bool                  // whether objects may be null
	Result string                // the text before the type in the result
	Leaf   *config.TypeReference // of a value without fields
}

// GenerateCode implements plugin.CodeGenerator.
func (plans) GenerateCode(data *codegen.Data) error {
	var objects []object
	for _, of := range data.Objects {
		if of.Root || strings.HasPrefix(of.Name, "__") {
			continue
		}
		objects = append(objects, object{of.Name, pointed(of.Type), nil})
		for _, candidate := range of.Fields {
			if read, ok := fieldOf(candidate); ok {
				objects[len(objects)-1].Fields = append(objects[len(objects)-1].Fields, read)
			}
		}
	}
	return templates.Render(templates.Options{
		PackageName:     data.Config.Exec.Package,
		Filename:        filepath.Join(filepath.Dir(data.Config.Exec.Filename), "plans.go"),
		Template:        plansTemplate,
		Data:            objects,
		Funcs:           map[string]any{"writer": writerOf},
		GeneratedHeader: true,
		Packages:        data.Config.Packages,
	})
}

// fieldOf returns how a plan reads a field. It returns none if the executor does more than read a
// Go field or call a method without arguments.
func fieldOf(f *codegen.Field) (field, bool) {
	if f.IsReserved() || f.IsResolver || len(f.Args) > 0 || f.HasDirectives() || f.IsMap() || f.MethodHasContext ||
		f.IsMethod() && (!f.NoErr || f.VOkFunc) {
		return field{}, false
	}
	read := field{Name: f.Name, Type: f.TypeReference.GO, Get: "o." + f.GoFieldName}
	if f.IsMethod() {
		read.Get += "()"
	}
	if f.TypeReference.Definition.Kind != ast.Object {
		read.Leaf = f.TypeReference
		return read, true
	}
	read.Object, read.Null = f.TypeReference.Definition.Name, !f.TypeReference.GQL.NonNull
	switch of := types.Unalias(f.TypeReference.GO).(type) {
	case *types.Pointer:
		read.Kind, read.Result, read.Type = "Child", "*", of.Elem()
		_, named := types.Unalias(of.Elem()).(*types.Named)
		return read, named
	case *types.Slice:
		if !f.TypeReference.GQL.Elem.NonNull {
			return field{}, false
		}
		read.Kind, read.Result, read.Type = "Values", "[]", of.Elem()
		if pointer, ok := types.Unalias(of.Elem()).(*types.Pointer); ok {
			read.Kind, read.Result, read.Type = "Children", "[]*", pointer.Elem()
		}
		return read, true
	case *types.Named:
		if f.IsMethod() {
			return field{}, false
		}
		read.Kind, read.Result, read.Get = "Child", "*", "&"+read.Get
		return read, true
	}
	return field{}, false
}

// writerOf returns the expression of package plan that writes a value without fields. It is empty
// if there is none.
func writerOf(of *config.TypeReference) string {
	var entry, around string
	switch {
	case of.IsSlice():
		if !of.GQL.Elem.NonNull {
			return ""
		}
		entry, around = writerOf(of.Elem()), "List"
		if !of.GQL.NonNull {
			around = "OptionalList"
		}
	case of.IsPtr():
		entry, around = writerOf(of.Elem()), "Optional"
		if of.GQL.NonNull {
			around = "Required"
		}
	default:
		return plainWriter(of)
	}
	if entry == "" {
		return ""
	}
	return "plan." + around + "(" + entry + ")"
}

// direct are the functions of package plan that write the same as these marshal functions.
var direct = map[string]string{
	"github.com/99designs/gqlgen/graphql.MarshalString":      "plan.String",
	"github.com/99designs/gqlgen/graphql.MarshalBoolean":     "plan.Boolean",
	"github.com/99designs/gqlgen/graphql.MarshalInt":         "plan.Int",
	"github.com/firmhub/firmhub/graph/model.MarshalID":       "plan.ID",
	"github.com/firmhub/firmhub/graph/model.MarshalDateTime": "plan.DateTime",
}

func plainWriter(of *config.TypeReference) string {
	switch {
	case of.IsContext || of.HasEnumValues() || of.IsTargetNilable():
		return ""
	case of.IsMarshaler:
		return "plan.Marshaler[" + templates.CurrentImports.LookupType(of.GO) + "]"
	case of.Marshaler == nil:
		return ""
	}
	name := of.Marshaler.Pkg().Path() + "." + of.Marshaler.Name()
	if of.CastType != nil {
		if direct[name] != "plan.String" {
			return ""
		}
		return "plan.Text[" + templates.CurrentImports.LookupType(of.GO) + "]"
	}
	if write, ok := direct[name]; ok {
		return write
	}
	return "plan.Marshaled(" + templates.Call(of.Marshaler) + ")"
}

func pointed(of types.Type) types.Type {
	if pointer, ok := types.Unalias(of).(*types.Pointer); ok {
		return pointer.Elem()
	}
	return of
}
