package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
)

// access decides whether the viewer may use a root field. It is created from the directive of the
// field.
type access func(ctx context.Context, can decide) error

// decide is [authz.Enforcer.Can], or [authz.Enforcer.Admit], which also counts the decision.
type decide func(ctx context.Context, module string, actions ...string) error

// accessRules returns the access rule of every root field. A field without exactly one is an error,
// so that none is open by mistake.
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

// checkNullable returns an error for a non-null field of Query, because its refusal would remove
// the data of the others, and for a nullable field of Mutation, because its refusal removes
// everything.
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
			rules = append(rules, func(context.Context, decide) error { return nil })
		case "auth":
			open := circumstances(directive)
			rules = append(rules, func(ctx context.Context, _ decide) error { return authz.RequireUser(ctx, open...) })
		case "superFirm":
			rules = append(rules, func(ctx context.Context, _ decide) error { return authz.RequireSuperFirm(ctx) })
		case "apiKey":
			rules = append(rules, func(ctx context.Context, _ decide) error { return authz.RequireAPIKey(ctx) })
		case "can":
			rule, err := permissionRule(directive)
			if err != nil {
				return nil, err
			}
			rules = append(rules, rule)
		}
	}
	if len(rules) != 1 {
		return nil, errors.New("needs exactly one of @public, @auth, @can, @superFirm and @apiKey")
	}
	return rules[0], nil
}

// permissionRule returns the rule of a directive @can.
func permissionRule(directive *ast.Directive) (access, error) {
	needed := permissionOf(directive)
	if !exists(needed) {
		return nil, fmt.Errorf("there is no permission %s:%s", needed.Module, needed.Action)
	}
	actions, keys := []string{needed.Action}, takesKeys(directive)
	if or := directive.Arguments.ForName("or"); or != nil {
		if other := (authz.Permission{Module: needed.Module, Action: or.Value.Raw}); !exists(other) {
			return nil, fmt.Errorf("there is no permission %s:%s", other.Module, other.Action)
		}
		actions = append(actions, or.Value.Raw)
	}
	return func(ctx context.Context, can decide) error {
		if !keys {
			// Without keys it is for users; can decides about the circumstances.
			if err := authz.RequireUser(ctx, authz.Visit, authz.NoFirm, authz.PasswordDue, authz.MfaDue); err != nil {
				return err
			}
		}
		return can(ctx, needed.Module, actions...)
	}, nil
}

// takesKeys reports whether a field with a directive @can is open to API keys with its permission.
func takesKeys(can *ast.Directive) bool {
	argument := can.Arguments.ForName("keys")
	return permissionOf(can).ForAPIClients() && (argument == nil || argument.Value.Raw == "true")
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

// circumstances returns the circumstances in which a field for signed-in users is also allowed.
func circumstances(auth *ast.Directive) (open []authz.Circumstance) {
	for name, circumstance := range map[string]authz.Circumstance{
		"visit": authz.Visit, "noFirm": authz.NoFirm, "passwordDue": authz.PasswordDue, "mfaDue": authz.MfaDue, "keys": authz.APIKey,
	} {
		if argument := auth.Arguments.ForName(name); argument != nil && argument.Value.Raw == "true" {
			open = append(open, circumstance)
		}
	}
	return open
}

// Admit returns nil if the viewer may use a root field of the schema, else Unauthorized or
// Forbidden, and counts the decision. It is called once for each root field of a call: by the REST
// handler before it reads the body, or by the executor.
func (s *Server) Admit(ctx context.Context, field *ast.FieldDefinition) error {
	return s.access(ctx, field, s.options.Authz.Admit)
}

// Access returns what [Server.Admit] returns, and counts nothing. It is for checks of a call that
// was admitted, since a right may be lost meanwhile.
func (s *Server) Access(ctx context.Context, field *ast.FieldDefinition) error {
	return s.access(ctx, field, s.options.Authz.Can)
}

func (s *Server) access(ctx context.Context, field *ast.FieldDefinition, can decide) error {
	rule := s.rules[field]
	if rule == nil {
		return fmt.Errorf("graph: no access rule for %s", field.Name)
	}
	return rule(ctx, can)
}

// TakesKeys reports whether a root field with a directive @can is open to API keys that have its
// permission.
func (*Server) TakesKeys(field *ast.FieldDefinition) bool {
	can := field.Directives.ForName("can")
	return can != nil && takesKeys(can)
}

// typename is the introspection field that is always allowed: clients use it in most documents.
const typename = "__typename"

// isIntrospection reports whether a field is one that GraphQL itself defines.
func isIntrospection(name string) bool { return len(name) > 2 && name[:2] == "__" }
