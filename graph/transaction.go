package graph

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkTransactions returns an error where a field that is no mutation has the directive
// @ownTransaction.
func checkTransactions(schema *ast.Schema) error {
	for _, root := range []*ast.Definition{schema.Query, schema.Subscription} {
		if root == nil {
			continue
		}
		for _, field := range root.Fields {
			if ownsTransaction(field) {
				return fmt.Errorf("%s.%s: @ownTransaction is for mutations", root.Name, field.Name)
			}
		}
	}
	return nil
}

// checkTransaction returns an error if a field with its own transaction is not the only one of its
// operation: with another one beside it, a failure of either could not roll back both.
func (o *operation) checkTransaction() error {
	for _, field := range o.roots {
		switch {
		case !ownsTransaction(field.Definition):
		case len(o.roots) > 1:
			return gqlerror.Errorf("%s must be the only field of its operation.", field.Name)
		default:
			o.ownsTransaction = true
		}
	}
	return nil
}

func ownsTransaction(field *ast.FieldDefinition) bool {
	return field != nil && field.Directives.ForName("ownTransaction") != nil
}
