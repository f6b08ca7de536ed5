package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// alone holds the directive @alone: a field that hashes a password does so before the transaction begins, and it could
// not if another field of the document had begun it.
type alone struct{}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = alone{}

// ExtensionName implements graphql.HandlerExtension.
func (alone) ExtensionName() string { return "Alone" }

// Validate implements graphql.HandlerExtension.
func (alone) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements graphql.OperationContextMutator.
func (alone) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	fields := graphql.CollectFields(operation, operation.Operation.SelectionSet, nil)
	for _, field := range fields {
		if len(fields) > 1 && field.Definition != nil && field.Definition.Directives.ForName("alone") != nil {
			return gqlerror.Errorf("%s must be the only field of its operation.", field.Name)
		}
	}
	return nil
}
