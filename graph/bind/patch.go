package bind

import "github.com/vektah/gqlparser/v2/ast"

// NotNull reports whether a field of an input object may be left out but must not be null. That is
// so if the object has the directive @patch, and does not list the field among those that null
// clears.
func NotNull(def *ast.Definition, field *ast.FieldDefinition) bool {
	patch := def.Directives.ForName("patch")
	if patch == nil || field.Type.NonNull {
		return false
	}
	clears := patch.Arguments.ForName("clears")
	if clears == nil {
		return true
	}
	for _, name := range clears.Value.Children {
		if name.Value.Raw == field.Name {
			return false
		}
	}
	return true
}
