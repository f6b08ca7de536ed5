package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// costLimit is the maximum cost of an operation: a page of 100 contacts, each with all of its
	// fields and full lists.
	costLimit = 100_000
	// costOfCall is the cost that counts as one call. The largest operation must not cost more
	// calls than the burst allows.
	costOfCall = 1000

	retryAfterOutage = 5 * time.Second
)

// price refuses an operation that costs too much, and counts its cost as calls before it runs: one
// for each 1,000 or part of it. The transport has counted the first.
func (s *Server) price(ctx context.Context, o *operation) error {
	var err error
	if o.cost, err = s.prices.check(o); err != nil {
		return err
	}
	further := (o.cost.Cost - 1) / costOfCall
	if further > 0 {
		if err := s.options.Limiter.AllowFurther(viewer.From(ctx), further); err != nil {
			return err
		}
		o.cost.Calls += further
	}
	return nil
}

// check returns what an operation costs, and an error if that is too much.
func (p prices) check(o *operation) (*costReport, error) {
	cost, depth, refusal := p.cost(o.Operation, o.Variables)
	report := &costReport{Cost: cost, Limit: costLimit, Calls: 1, Depth: depth, DepthLimit: depthLimit}
	if refusal == nil && cost > costLimit {
		refusal = p.costliest(o.Operation, o.Variables).refusal(cost)
	}
	return report, refusal
}

// costReport is the cost of an operation in its response.
type costReport struct {
	Cost  int `json:"cost"`
	Limit int `json:"limit"`
	// Calls is how many calls the operation counts as.
	Calls      int `json:"calls"`
	Depth      int `json:"depth"`
	DepthLimit int `json:"depthLimit"`
}

// addCost adds the cost of a query or mutation to its answer. Those of REST have none.
func (o *operation) addCost(response *graphql.Response) {
	if o.cost != nil && !o.is(ast.Subscription) {
		response.Extensions = map[string]any{"cost": o.cost}
	}
}

// operationTimeout is how long a query or mutation may take. It does not include the time in which
// the request arrives.
const operationTimeout = 30 * time.Second

// uploadTimeout is how long a mutation may take if its file arrives while it runs. A mutation that
// holds a transaction from its first field on reads no file, whatever its variables are.
const uploadTimeout = time.Hour

func (o *operation) timeout() time.Duration {
	if o.ownsTransaction && hasFile(o.Variables) {
		return uploadTimeout
	}
	return operationTimeout
}

// hasFile reports whether a variable is a file.
func hasFile(variables map[string]any) bool {
	for _, value := range variables {
		if _, ok := value.(upload.File); ok {
			return true
		}
	}
	return false
}
