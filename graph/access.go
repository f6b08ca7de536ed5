package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/fault"
)

// access is who may use a root field, read once from its directive.
type access func(ctx context.Context, authz *authz.Enforcer) error

// accessRules reads the access directive of every root field. A field with none or two of them is an error, so that
// nothing is open because somebody forgot.
func accessRules(schema *ast.Schema) (map[*ast.FieldDefinition]access, error) {
	rules := map[*ast.FieldDefinition]access{}
	var faults []error
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		if root == nil {
			continue
		}
		for _, field := range root.Fields {
			if isIntrospection(field.Name) {
				continue
			}
			rule, err := accessRule(field)
			if err == nil {
				err = checkNullable(schema, root, field)
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("%s.%s: %w", root.Name, field.Name, err))
			}
			rules[field] = rule
		}
	}
	for _, of := range schema.Types {
		for _, field := range of.Fields {
			if needed := field.Directives.ForName("needs"); needed != nil && (field.Type.NonNull || !exists(permissionOf(needed))) {
				faults = append(faults, fmt.Errorf("%s.%s: @needs takes a nullable field and a permission that exists", of.Name, field.Name))
			}
		}
	}
	return rules, errors.Join(faults...)
}

// checkNullable returns an error for a field of Query that is non-null, since its refusal would take the data of the others,
// and for a field of Mutation that is nullable, since its refusal takes everything.
func checkNullable(schema *ast.Schema, root *ast.Definition, field *ast.FieldDefinition) error {
	switch {
	case root == schema.Query && field.Type.NonNull:
		return errors.New("must be nullable: a refusal leaves the other fields their data")
	case root == schema.Mutation && !field.Type.NonNull:
		return errors.New("must be non-null: a refusal undoes the whole operation")
	}
	return nil
}

func accessRule(field *ast.FieldDefinition) (access, error) {
	var rules []access
	for _, directive := range field.Directives {
		switch directive.Name {
		case "public":
			rules = append(rules, func(context.Context, *authz.Enforcer) error { return nil })
		case "auth":
			open := circumstances(directive)
			rules = append(rules, func(ctx context.Context, _ *authz.Enforcer) error { return authz.RequireUser(ctx, open...) })
		case "superFirm":
			rules = append(rules, func(ctx context.Context, _ *authz.Enforcer) error { return authz.RequireSuperFirm(ctx) })
		case "can":
			needed := permissionOf(directive)
			if !exists(needed) {
				return nil, fmt.Errorf("there is no permission %s:%s", needed.Module, needed.Action)
			}
			rules = append(rules, func(ctx context.Context, enforcer *authz.Enforcer) error {
				return enforcer.Can(ctx, needed.Module, needed.Action)
			})
		}
	}
	if len(rules) != 1 {
		return nil, errors.New("needs exactly one of @public, @auth, @can and @superFirm")
	}
	return rules[0], nil
}

// permissionOf returns the permission in a directive @can or @needs.
func permissionOf(directive *ast.Directive) authz.Permission {
	return authz.Permission{
		Module: directive.Arguments.ForName("module").Value.Raw, Action: directive.Arguments.ForName("action").Value.Raw,
	}
}

func exists(needed authz.Permission) bool {
	return slices.ContainsFunc(authz.Catalog(), func(p authz.Permission) bool {
		return p.Module == needed.Module && p.Action == needed.Action
	})
}

// circumstances are those in which a field for signed-in users is open too.
func circumstances(auth *ast.Directive) (open []authz.Circumstance) {
	for name, circumstance := range map[string]authz.Circumstance{
		"visit": authz.Visit, "noFirm": authz.NoFirm, "passwordDue": authz.PasswordDue,
	} {
		if argument := auth.Arguments.ForName(name); argument != nil && argument.Value.Raw == "true" {
			open = append(open, circumstance)
		}
	}
	return open
}

// Access says whether the viewer may use a root field of the schema: nil, Unauthorized or Forbidden. Both faces ask it:
// the executor before each root field, the REST handler before it reads the body.
func (s *Server) Access(ctx context.Context, field *ast.FieldDefinition) error {
	rule, known := s.rules[field]
	if !known {
		return fmt.Errorf("graph: no access rule for %s", field.Name)
	}
	return rule(ctx, s.authz)
}

// guard runs before each root field of an operation.
func (s *Server) guard(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	field := graphql.GetRootFieldContext(ctx).Field
	if isMutation(ctx) && len(graphql.GetErrors(ctx)) > 0 {
		return graphql.Null // an earlier field failed, and all is rolled back
	}
	if err := s.mayResolve(ctx, field); err != nil {
		graphql.AddError(graphql.WithPathContext(ctx, graphql.NewPathWithField(field.Alias)), err)
		return graphql.Null
	}
	if invalid := invalidOf(ctx); invalid.whole && len(invalid.of(field.Field)) == 0 {
		return graphql.Null // nothing runs; another field has the error
	}
	return next(ctx)
}

func (s *Server) mayResolve(ctx context.Context, field graphql.CollectedField) error {
	switch {
	case !isIntrospection(field.Name):
		return s.Access(ctx, field.Definition)
	case field.Name != typename && graphql.GetOperationContext(ctx).DisableIntrospection:
		return fault.New(fault.ValidationError, "Introspection is switched off.")
	}
	return nil
}

// typename is the introspection that clients use all the time, and that tells nothing new.
const typename = "__typename"

// isIntrospection tells the fields that GraphQL itself reserves.
func isIntrospection(name string) bool { return len(name) > 2 && name[:2] == "__" }
