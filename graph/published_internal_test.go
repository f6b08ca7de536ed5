package graph

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/generated"
)

// sentence is a description in sentences.
var sentence = regexp.MustCompile("^[A-Z0-9`][^\x00]*\\.$")

// accessEnding is the last sentence of the description of a root field.
var accessEnding = regexp.MustCompile(
	`Needs (no credential|a signed-in user, with no permission|a user of the super-firm|an API key, with no permission|[A-Z]\w+:[A-Z]\w+)` +
		`; (API keys may (not )?|users may not )use it\.$`)

func TestPublishedSchema(t *testing.T) {
	t.Parallel()
	text, err := PublishedSchema()
	require.NoError(t, err)
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "published", Input: text})
	require.NoError(t, err, "the published schema is not valid by itself")
	ours := generated.NewExecutableSchema(generated.Config{}).Schema()

	t.Run("NoDirectivesOfOurOwn", func(t *testing.T) {
		t.Parallel()
		require.NotContains(t, text, "directive @")
		for _, used := range regexp.MustCompile(`@\w+`).FindAllString(removeDescriptions(text), -1) {
			require.Equal(t, "@specifiedBy", used)
		}
	})
	t.Run("TheSameSchema", func(t *testing.T) {
		t.Parallel()
		for name, definition := range ours.Types {
			published := schema.Types[name]
			require.NotNil(t, published, name)
			require.Len(t, published.Fields, len(definition.Fields), name)
			for _, field := range definition.Fields {
				require.Equal(t, field.Type.String(), published.Fields.ForName(field.Name).Type.String(), "%s.%s", name, field.Name)
			}
		}
	})
	t.Run("Descriptions", func(t *testing.T) {
		t.Parallel()
		described := func(description string, path ...string) {
			require.Regexp(t, sentence, description, strings.Join(path, "."))
		}
		for name, definition := range schema.Types {
			if definition.BuiltIn {
				continue
			}
			described(definition.Description, name)
			for _, field := range definition.Fields {
				if isIntrospection(field.Name) {
					continue
				}
				described(field.Description, name, field.Name)
				for _, argument := range field.Arguments {
					described(argument.Description, name, field.Name, argument.Name)
				}
			}
			for _, value := range definition.EnumValues {
				described(value.Description, name, value.Name)
			}
			if definition.Kind == ast.Scalar {
				specified := definition.Directives.ForName("specifiedBy")
				require.NotNil(t, specified, name)
				require.Regexp(t, "^https://", specified.Arguments.ForName("url").Value.Raw, name)
			}
		}
	})
	t.Run("Access", func(t *testing.T) {
		t.Parallel()
		for _, root := range []*ast.Definition{schema.Query, schema.Mutation} {
			for _, field := range root.Fields {
				if isIntrospection(field.Name) {
					continue
				}
				require.Regexp(t, accessEnding, field.Description, field.Name)
				can := ours.Types[root.Name].Fields.ForName(field.Name).Directives.ForName("can")
				require.Equal(t, can != nil, strings.Contains(accessEnding.FindString(field.Description), ":"), field.Name)
				if can != nil {
					needed := permissionOf(can)
					require.Contains(t, field.Description, " Needs "+needed.Module+":"+needed.Action+"; ")
					require.Equal(t, takesKeys(can), strings.HasSuffix(field.Description, "; API keys may use it."), field.Name)
				}
			}
		}
	})
	t.Run("OwnTransactions", func(t *testing.T) {
		t.Parallel()
		for _, root := range []string{"Query", "Mutation", "Subscription"} {
			for _, field := range ours.Types[root].Fields {
				if isIntrospection(field.Name) {
					continue
				}
				require.NotRegexp(t, `only\s+field|own\s+transaction`, field.Description, "%s: the published schema says it", field.Name)
				published := schema.Types[root].Fields.ForName(field.Name)
				require.Equal(t, ownsTransaction(field), strings.Contains(published.Description, ". "+transactionSentence+" Needs "), field.Name)
			}
		}
	})
	t.Run("Enums", func(t *testing.T) {
		t.Parallel()
		for name, definition := range schema.Types {
			form := regexp.MustCompile(`^[A-Z][A-Za-z]*[a-z]\d*$`)
			if strings.HasSuffix(name, "OrderField") || name == "OrderDirection" {
				form = regexp.MustCompile(`^[A-Z_]+$`)
			}
			for _, value := range definition.EnumValues {
				require.True(t, definition.BuiltIn || form.MatchString(value.Name), "%s.%s", name, value.Name)
			}
		}
	})
	t.Run("OptionalInputs", func(t *testing.T) {
		t.Parallel()
		for _, root := range []*ast.Definition{schema.Query, schema.Mutation} {
			for _, field := range root.Fields {
				for _, argument := range field.Arguments {
					input := schema.Types[argument.Type.Name()]
					if input.Kind != ast.InputObject || strings.HasPrefix(input.Name, "Save") { // it has what is changed, or what is made
						continue
					}
					optional := !slices.ContainsFunc(input.Fields, func(f *ast.FieldDefinition) bool {
						return f.Type.NonNull && f.DefaultValue == nil
					})
					require.False(t, optional && argument.Type.NonNull, "%s(%s:)", field.Name, argument.Name)
				}
			}
		}
	})
	t.Run("Payloads", func(t *testing.T) {
		t.Parallel()
		for _, mutation := range schema.Mutation.Fields {
			name := mutation.Type.Name()
			if slices.Contains([]string{"loginMfa", "loginPasskey", "loginMfaPasskey", "exchangeOidc", "acceptMailedInvitation"}, mutation.Name) {
				require.Equal(t, "LoginPayload", name, "%s signs in, as login does", mutation.Name)
				continue
			}
			if strings.HasSuffix(name, "Payload") {
				require.Equal(t, strings.ToUpper(mutation.Name[:1])+mutation.Name[1:]+"Payload", name)
				continue
			}
			if strings.HasPrefix(mutation.Name, "delete") || strings.HasPrefix(mutation.Name, "remove") || strings.HasPrefix(mutation.Name, "end") && mutation.Arguments != nil {
				id := mutation.Arguments[0].Type
				if input := schema.Types[id.Name()]; input.Kind == ast.InputObject {
					if input.Fields.ForName("id") == nil { // It is the caller's.
						continue
					}
					id = input.Fields.ForName("id").Type
				}
				require.Equal(t, id.String(), mutation.Type.String(), "%s answers its id", mutation.Name)
			}
		}
	})
	t.Run("Ids", func(t *testing.T) {
		t.Parallel()
		for name, definition := range schema.Types {
			if id := definition.Fields.ForName("id"); definition.Kind == ast.Object && id != nil {
				require.Equal(t, "ID!", id.Type.String(), "a cache takes %s.id for its key", name)
			}
		}
	})
	t.Run("Updates", func(t *testing.T) {
		t.Parallel()
		for name, definition := range ours.Types {
			patch := definition.Directives.ForName("patch")
			updates := strings.HasPrefix(name, "Update") || strings.HasPrefix(name, "Save") || strings.HasSuffix(name, "SecretsInput")
			require.Equal(t, updates && definition.Kind == ast.InputObject, patch != nil, name)
		}
	})
}

// removeDescriptions returns a schema without its descriptions.
func removeDescriptions(text string) string {
	return regexp.MustCompile(`(?s)""".*?"""`).ReplaceAllString(text, "")
}
