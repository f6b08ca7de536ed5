package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
)

// access decides whether the viewer may use a root field. It is read from the directive of the field.
type access func(ctx context.Context, authz *authz.Enforcer) error

// accessRules returns the access rule of every root field. A field without exactly one is an error, so that none is open by
// mistake.
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
			if err != nil {
				faults = append(faults, fmt.Errorf("%s.%s: %w", root.Name, field.Name, err))
			}
			rules[field] = rule
		}
	}
	return rules, errors.Join(faults...)
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
			module := directive.Arguments.ForName("module").Value.Raw
			action := directive.Arguments.ForName("action").Value.Raw
			if !slices.ContainsFunc(authz.Catalog(), func(p authz.Permission) bool { return p.Module == module && p.Action == action }) {
				return nil, fmt.Errorf("there is no permission %s:%s", module, action)
			}
			rules = append(rules, func(ctx context.Context, enforcer *authz.Enforcer) error {
				return enforcer.Can(ctx, module, action)
			})
		}
	}
	if len(rules) != 1 {
		return nil, errors.New("needs exactly one of @public, @auth, @can and @superFirm")
	}
	return rules[0], nil
}

// circumstances returns those in which a field for signed-in users is open too.
func circumstances(auth *ast.Directive) (open []authz.Circumstance) {
	for name, circumstance := range map[string]authz.Circumstance{
		"visit": authz.Visit, "noFirm": authz.NoFirm, "passwordDue": authz.PasswordDue, "keys": authz.APIKey,
	} {
		if argument := auth.Arguments.ForName(name); argument != nil && argument.Value.Raw == "true" {
			open = append(open, circumstance)
		}
	}
	return open
}

// Access returns nil if the viewer may use a root field of the schema, else Unauthorized or Forbidden. The executor calls it
// for each root field of an operation, and the REST handler before it reads the body.
func (s *Server) Access(ctx context.Context, field *ast.FieldDefinition) error {
	rule := s.rules[field]
	if rule == nil {
		return fmt.Errorf("graph: no access rule for %s", field.Name)
	}
	return rule(ctx, s.authz)
}

// typename is the introspection field that is always allowed: clients use it in most documents.
const typename = "__typename"

// isIntrospection reports whether a field is one that GraphQL itself defines.
func isIntrospection(name string) bool { return len(name) > 2 && name[:2] == "__" }
