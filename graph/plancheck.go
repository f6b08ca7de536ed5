package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// planCheck compares what plans write with what the executor answers. It is for tests, where it sees every operation.
type planCheck struct{ differs func(difference string) }

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
	graphql.ResponseInterceptor
} = planCheck{}

// ExtensionName implements graphql.HandlerExtension.
func (planCheck) ExtensionName() string { return "PlanCheck" }

// Validate implements graphql.HandlerExtension.
func (planCheck) Validate(graphql.ExecutableSchema) error { return nil }

// writtenParts are what plans have written for one response.
type writtenParts struct {
	mu    sync.Mutex
	parts []writtenPart
}

type writtenPart struct {
	path ast.Path
	text []byte
}

// MutateOperationContext implements graphql.OperationContextMutator.
func (c planCheck) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	operation.Stats.SetExtension(c.ExtensionName(), &writtenParts{})
	return nil
}

// written keeps what a plan has written for the field of the context.
func (c planCheck) written(ctx context.Context, text []byte) {
	parts, _ := graphql.GetOperationContext(ctx).Stats.GetExtension(c.ExtensionName()).(*writtenParts)
	parts.mu.Lock()
	defer parts.mu.Unlock()
	parts.parts = append(parts.parts, writtenPart{graphql.GetPath(ctx), text})
}

// InterceptResponse implements graphql.ResponseInterceptor. After an error the data can be null where a plan has written.
func (c planCheck) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	response := next(ctx)
	if response == nil || !graphql.HasOperationContext(ctx) {
		return response
	}
	parts, ok := graphql.GetOperationContext(ctx).Stats.GetExtension(c.ExtensionName()).(*writtenParts)
	if !ok {
		return response
	}
	parts.mu.Lock()
	defer parts.mu.Unlock()
	for _, part := range parts.parts {
		if answered := partAt(response.Data, part.path); len(response.Errors) == 0 && !bytes.Equal(answered, part.text) {
			c.differs(fmt.Sprintf("%s: the plan wrote\n%s\nthe executor answered\n%s", part.path, part.text, answered))
		}
	}
	parts.parts = nil
	return response
}

// partAt returns the JSON at a path.
func partAt(data []byte, path ast.Path) []byte {
	for _, step := range path {
		switch step := step.(type) {
		case ast.PathName:
			var object map[string]json.RawMessage
			if json.Unmarshal(data, &object) != nil {
				return nil
			}
			data = object[string(step)]
		case ast.PathIndex:
			var list []json.RawMessage
			if json.Unmarshal(data, &list) != nil || int(step) >= len(list) {
				return nil
			}
			data = list[step]
		}
	}
	return data
}
