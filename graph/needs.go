package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
)

// needs implements the directive @needs on fields of objects.
func needs(enforcer *authz.Enforcer) func(context.Context, any, graphql.Resolver, string, string) (any, error) {
	return func(ctx context.Context, _ any, next graphql.Resolver, module, action string) (any, error) {
		if root := rootOf(ctx).Directives.ForName("can"); root == nil || permissionOf(root).Module != module {
			if err := enforcer.Can(ctx, module, action); err != nil {
				return nil, err
			}
		}
		return next(ctx)
	}
}

// rootOf returns the definition of the root field above the field of a context.
func rootOf(ctx context.Context) *ast.FieldDefinition {
	field := graphql.GetFieldContext(ctx)
	for field.Parent != nil && field.Parent.Field.Field != nil {
		field = field.Parent
	}
	return field.Field.Definition
}
