package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// ofNodes returns the context of a resolver of a connection with the node of its edges in the place of its field, so that a
// query can collect what is selected of the nodes. Aliases don't matter.
func ofNodes(ctx context.Context) context.Context {
	connection := graphql.GetFieldContext(ctx).Field
	return graphql.WithFieldContext(ctx, &graphql.FieldContext{Field: below(ctx, below(ctx, connection, "edges"), "node")})
}

// below returns a field of another one with all that is selected of it.
func below(ctx context.Context, above graphql.CollectedField, name string) graphql.CollectedField {
	var found graphql.CollectedField
	for _, field := range graphql.CollectFields(graphql.GetOperationContext(ctx), above.Selections, nil) {
		if field.Name == name {
			found.Field = field.Field
			found.Selections = append(found.Selections, field.Selections...)
		}
	}
	return found
}
