package graph

import (
	"context"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

// Scalars are the custom scalars as the binder checks them.
func Scalars() map[string]bind.Scalar {
	return map[string]bind.Scalar{
		"ID": {
			Parse: func(v any) (any, error) { id, err := model.UnmarshalID(v); return id.String(), err },
			Zero:  "00000000-0000-0000-0000-000000000000",
		},
		"DateTime": {
			Parse: func(v any) (any, error) {
				t, err := model.UnmarshalDateTime(v)
				return t.UTC().Format(time.RFC3339Nano), err
			},
			Zero: "1970-01-01T00:00:00Z",
		},
		"Decimal": {
			// The canonical text is no longer than an amount needs, however long the number was.
			Parse: func(v any) (any, error) { amount, err := model.UnmarshalDecimal(v); return amount.String(), err },
			Zero:  "0",
		},
		"Cursor": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalCursor(v); return v, err },
			Zero:  model.Origin(),
		},
		"StringMap": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalStringMap(v); return v, err },
			Zero:  map[string]any{},
		},
		"Upload": {
			Parse: func(v any) (any, error) { return model.UnmarshalUpload(v) },
			Zero:  upload.File{Content: http.NoBody},
		},
	}
}

// validation reads the document and finds everything that is wrong with its variables. gqlgen alone stops at the first bad
// variable, before the domain was asked; so variables and literals are bound by graph/bind, and the faults travel with the
// operation to the fields that use them.
type validation struct{ server *Server }

var _ interface {
	graphql.HandlerExtension
	graphql.OperationParameterMutator
	graphql.OperationContextMutator
} = validation{}

// ExtensionName implements graphql.HandlerExtension.
func (validation) ExtensionName() string { return "Validation" }

// Validate implements graphql.HandlerExtension.
func (validation) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters reads the document, and binds the variables of a GraphQL request; those of REST come bound.
func (v validation) MutateOperationParameters(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	document, err := v.server.documents.read(params.Query)
	if err != nil {
		return oneOf(err)
	}
	asked := graphql.GetOperationContext(ctx)
	asked.Doc = document.QueryDocument // for asRead
	asked.Stats.SetExtension(planning, document)
	if _, bound := params.Extensions[bind.Key].(fault.Details); bound {
		return nil
	}
	operation := document.Operations.ForName(params.OperationName)
	switch {
	case operation == nil && params.OperationName == "":
		return gqlerror.Errorf("The document has several operations: operationName is required.")
	case operation == nil:
		return gqlerror.Errorf("The document has no operation %q.", params.OperationName)
	}
	variables, faults := bind.ByVariable(v.server.schema, operation, params.Variables, bind.Options{Scalars: v.server.scalars})
	extensions := map[string]any{bind.Key: faults}
	for name, value := range params.Extensions {
		if name != bind.Key {
			extensions[name] = value
		}
	}
	params.Variables, params.Extensions = variables, extensions
	return nil
}

// MutateOperationContext keeps the fields whose variables have faults from being resolved.
func (validation) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	var faults []bind.Faults
	switch found := operation.Extensions[bind.Key].(type) {
	case []bind.Faults:
		faults = found
	case fault.Details:
		if len(found) > 0 {
			faults = []bind.Faults{{Details: found}}
		}
	}
	if len(faults) > 0 {
		found := newInvalid(operation, faults)
		operation.Extensions[invalidKey] = found
		operation.ResolverMiddleware = found.refuse(operation.ResolverMiddleware)
		operation.RootResolverMiddleware = found.skip(operation.RootResolverMiddleware)
	}
	return nil
}
