package graph

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/upload"
)

// Scalars are the custom scalars as the binder checks them.
func Scalars() map[string]bind.Scalar {
	return map[string]bind.Scalar{
		"ID": {
			Parse: func(v any) (any, error) { id, err := model.UnmarshalID(v); return id.String(), err },
			Zero:  "00000000-0000-0000-0000-000000000000",
		},
		"DateTime": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalDateTime(v); return v, err },
			Zero:  "1970-01-01T00:00:00Z",
		},
		"Cursor": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalCursor(v); return v, err },
			Zero:  model.Origin(),
		},
		"Upload": {
			Parse: func(v any) (any, error) { return model.UnmarshalUpload(v) },
			Zero:  upload.File{Content: http.NoBody},
		},
	}
}

// validation reads the document and makes a bad request say everything that is wrong with it at once. gqlgen alone stops
// at the first bad variable, before the domain was asked; so variables and literals are bound by internal/bind, the faults
// found there travel with the operation, and allFaults adds those of the domain.
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
	graphql.GetOperationContext(ctx).Doc = document // for asRead
	if _, bound := params.Extensions[bind.Key].(fault.Details); bound {
		return nil
	}
	operation := document.Operations.ForName(params.OperationName)
	if operation == nil {
		return nil
	}
	variables, faults := bind.Variables(v.server.schema, operation, params.Variables, bind.Options{Scalars: v.server.scalars})
	extensions := map[string]any{bind.Key: faults}
	for name, value := range params.Extensions {
		if name != bind.Key {
			extensions[name] = value
		}
	}
	params.Variables, params.Extensions = variables, extensions
	return nil
}

// MutateOperationContext makes the resolvers of an operation with faults refuse. Access is decided before, per root
// field: nobody learns about the shape of what is not theirs to call.
func (validation) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	if faults, _ := operation.Extensions[bind.Key].(fault.Details); len(faults) > 0 {
		operation.ResolverMiddleware = func(ctx context.Context, _ graphql.Resolver) (any, error) {
			return nil, allFaults(faults, graphql.GetFieldContext(ctx).Args)
		}
	}
	return nil
}

// allFaults are the faults of the variables and, since the bad ones were replaced by placeholders, what the domain
// says of the others.
func allFaults(faults fault.Details, args map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		input, ok := addressable(args[name]).(interface{ Validate() fault.Details })
		if !ok {
			continue
		}
		details := input.Validate()
		if name != bind.Input {
			for i := range details {
				details[i].Field = name + "." + details[i].Field
			}
		}
		faults = bind.Merge(faults, details)
	}
	return faults.Err()
}

// addressable gives a pointer to an argument, since inputs validate, and tidy, themselves through one. Of no argument it
// gives nothing.
func addressable(arg any) any {
	value := reflect.ValueOf(arg)
	switch {
	case !value.IsValid():
		return nil
	case value.Kind() != reflect.Pointer:
		pointer := reflect.New(value.Type())
		pointer.Elem().Set(value)
		return pointer.Interface()
	case value.IsNil():
		return nil
	}
	return arg
}
