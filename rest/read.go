package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// Read returns the record that the route of an operation answers for an id, or the error of the
// operation. Only firmhub itself may call it: the viewer of ctx is [viewer.System] in the firm
// whose record it is.
func (a *API) Read(ctx context.Context, operation string, id uuid.UUID) (json.RawMessage, error) {
	for _, r := range a.routes {
		if r.Operation == operation {
			return r.read(ctx, id)
		}
	}
	return nil, fmt.Errorf("rest: there is no operation %s", operation)
}

func (r *route) read(ctx context.Context, id uuid.UUID) (json.RawMessage, error) {
	variables := map[string]any{}
	for _, v := range r.operation.VariableDefinitions {
		variables[v.Variable] = id.String() // an operation of a record takes its id alone
	}
	response, err := r.run(ctx, variables, nil, nil)
	if err != nil {
		return nil, err
	}
	if len(response.Errors) > 0 {
		return nil, response.Errors[0]
	}
	opening := []byte(`{"` + dataAlias + `":`)
	if !bytes.HasPrefix(response.Data, opening) {
		return nil, fmt.Errorf("rest: the executor answered %.100q", response.Data)
	}
	return response.Data[len(opening) : len(response.Data)-1], nil
}
