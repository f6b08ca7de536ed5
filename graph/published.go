package graph

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/firmhub/firmhub/internal/fault"
)

//go:embed schema/*.graphql
var schemaFiles embed.FS

// SchemaPath is where the schema is served.
const SchemaPath = "/graphql/schema.graphql"

// loadSchema returns the schema with the description of each root field completed. It removes the
// definitions of firmhub's own directives, which are of no use to clients. The fields still have
// their directives.
func loadSchema() (*ast.Schema, error) {
	names, err := fs.Glob(schemaFiles, "schema/*.graphql")
	if err != nil {
		return nil, fmt.Errorf("list the schema: %w", err)
	}
	sources := make([]*ast.Source, 0, len(names))
	for _, name := range names {
		text, err := schemaFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the schema: %w", err)
		}
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
	}
	schema, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		return nil, fmt.Errorf("load the schema: %w", err)
	}
	delete(schema.Directives, "defer") // gqlparser knows it, and no transport here sends an answer in parts
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		if root == nil {
			continue
		}
		for _, field := range root.Fields {
			if !isIntrospection(field.Name) {
				field.Description = completeDescription(field)
			}
		}
	}
	for name, directive := range schema.Directives {
		if !directive.Position.Src.BuiltIn {
			delete(schema.Directives, name)
		}
	}
	return schema, nil
}

// transactionSentence is what the description of a mutation with its own transactions says. REST
// leaves it out, as each of its operations has one field.
const transactionSentence = "It opens its own transactions, so it must be the only field of its operation, and an error below " +
	"its result leaves data null although it is done."

// completeDescription returns the description of a root field with the sentences that follow from
// its directives.
func completeDescription(field *ast.FieldDefinition) string {
	description := strings.TrimSpace(field.Description)
	if ownsTransaction(field) {
		description += " " + transactionSentence
	}
	return description + " " + accessSentence(field)
}

// accessSentence returns the last sentence of a root field's description: which permission the
// field needs, and whether API keys may use it.
func accessSentence(field *ast.FieldDefinition) string {
	keys := "API keys may not use it."
	switch access := field.Directives; {
	case access.ForName("public") != nil:
		return "Needs no credential; API keys may use it."
	case access.ForName("apiKey") != nil:
		return "Needs an API key, with no permission; users may not use it."
	case access.ForName("superFirm") != nil:
		return "Needs a user of the super-firm; " + keys
	case access.ForName("can") != nil:
		needed := permissionOf(access.ForName("can"))
		if takesKeys(access.ForName("can")) {
			keys = "API keys may use it."
		}
		return "Needs " + needed.Module + ":" + needed.Action + "; " + keys
	}
	if auth := field.Directives.ForName("auth"); auth != nil {
		if argument := auth.Arguments.ForName("keys"); argument != nil && argument.Value.Raw == "true" {
			keys = "API keys may use it."
		}
	}
	return "Needs a signed-in user, with no permission; " + keys
}

// PublishedSchema returns the schema for clients in the schema definition language, with all
// descriptions and without firmhub's own directives.
func PublishedSchema() (string, error) {
	schema, err := loadSchema()
	if err != nil {
		return "", err
	}
	ours := func(directive *ast.Directive) bool {
		return directive.Definition == nil || !directive.Definition.Position.Src.BuiltIn
	}
	for _, definition := range schema.Types {
		definition.Directives = slices.DeleteFunc(definition.Directives, ours)
		for _, field := range definition.Fields {
			field.Directives = slices.DeleteFunc(field.Directives, ours)
		}
	}
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).FormatSchema(schema)
	return text.String(), nil
}

// ServeSchema serves the published schema to anyone. It answers NotFound when introspection is off.
func (s *Server) ServeSchema(w http.ResponseWriter, r *http.Request) {
	if !s.options.Introspection {
		Refuse(w, r, fault.New(fault.NotFound, "There is nothing at this path."))
		return
	}
	schema, err := s.published()
	if err != nil {
		Refuse(w, r, fmt.Errorf("graph: publish the schema: %w", err))
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodHead {
		_, _ = io.WriteString(w, schema) // A client that left needs no answer.
	}
}
