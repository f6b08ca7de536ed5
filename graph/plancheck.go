package graph

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"
)

// writtenParts are what plans have written for one response.
type writtenParts struct {
	mu    sync.Mutex
	parts []writtenPart
}

type writtenPart struct {
	path ast.Path
	text []byte
}

// add keeps what a plan has written for the field of the context.
func (w *writtenParts) add(ctx context.Context, text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parts = append(w.parts, writtenPart{graphql.GetPath(ctx), text})
}

// comparePlans compares what plans write with what gqlgen's walk answers, and answers what plans
// write. It is for tests, where it sees every operation.
func (s *Server) comparePlans(o *operation, response *graphql.Response) {
	o.written.mu.Lock()
	defer o.written.mu.Unlock()
	if len(response.Errors) == 0 { // After an error the data can be null where a plan has written.
		for _, part := range o.written.parts {
			path := part.path
			if o.is(ast.Subscription) { // gqlgen's paths of events begin below the root field
				path = slices.Concat(ast.Path{ast.PathName(o.roots[0].Alias)}, path)
			}
			walked := gjson.GetBytes(response.Data, gjsonPath(path))
			if !bytes.Equal(part.text, []byte(walked.Raw)) {
				s.options.PlanDiffers(fmt.Sprintf("%s: the plan wrote\n%s\nthe executor answered\n%s", part.path, part.text, walked.Raw))
			}
			response.Data = slices.Concat(response.Data[:walked.Index], part.text, response.Data[walked.Index+len(walked.Raw):])
		}
	}
	o.written.parts = nil
}

// gjsonPath returns a path in the notation of gjson. Names of GraphQL have no characters that mean
// something there.
func gjsonPath(path ast.Path) string {
	var steps bytes.Buffer
	for i, step := range path {
		if i > 0 {
			steps.WriteByte('.')
		}
		fmt.Fprint(&steps, step)
	}
	return steps.String()
}
