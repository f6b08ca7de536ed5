package graph

import (
	"context"
	"fmt"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// checkLife is how long a check of the access rules is enough for the other events of its batch.
const checkLife = 20 * time.Millisecond

// renewed checks the access rules again for each event: also for the first one, which may come long
// after the subscription began. For events that were all there before, one check is enough. A
// refusal is sent instead of the event, and is the last response. So is the error of a stream that
// fails.
func (s *Server) renewed(respond graphql.ResponseHandler, o *operation) graphql.ResponseHandler {
	ended := false
	var checked checkedBatch
	return func(ctx context.Context) *graphql.Response {
		if ended {
			return nil
		}
		response := respond(ctx)
		if response == nil {
			ended = true
			if o.failure != nil {
				if err := o.failure(); err != nil {
					return refuse(o, err).respond()(ctx)
				}
			}
			return nil
		}
		if o.renew == nil || checked.covers(o) {
			return response
		}
		checked.begin(o)
		var refused refusals
		now, err := o.renew(ctx)
		if err == nil {
			refused = s.refusals(viewer.NewContext(ctx, now), o)
		} else {
			refused = refuse(o, err)
		}
		if len(refused) > 0 {
			ended = true
			return refused.respond()(ctx)
		}
		return response
	}
}

// renewed returns the context of a resolver with the current viewer, who must still have access to
// its root field. A resolver that waits calls it before it returns what came meanwhile.
func (o *operation) renewed(ctx context.Context) (context.Context, error) {
	if o.renew == nil {
		return nil, fmt.Errorf("graph: nothing renews the viewer of %s", o.name())
	}
	now, err := o.renew(ctx)
	if err != nil {
		return nil, err
	}
	ctx = viewer.NewContext(ctx, now)
	return ctx, o.server.Access(ctx, graphql.GetFieldContext(ctx).Field.Definition)
}

// checkedBatch is the batch of events for which the access rules were checked, and when that began.
type checkedBatch struct {
	number int64
	at     time.Time
}

// covers reports whether an event that has just come needs no check of its own.
func (c *checkedBatch) covers(o *operation) bool {
	return o.batch != nil && c.number != 0 && c.number == o.batch() && time.Since(c.at) < checkLife
}

// begin notes what a check that begins now covers.
func (c *checkedBatch) begin(o *operation) {
	if o.batch != nil {
		*c = checkedBatch{o.batch(), time.Now()}
	}
}

// events returns the channel of a stream for the executor. When the stream fails, its error is the
// last response: see [Server.renewed].
func events[T any](ctx context.Context, stream *broker.Stream[T]) <-chan T {
	o := operationOf(ctx)
	o.failure, o.batch = stream.Err, stream.Batch
	return stream.C
}

// refuse returns the refusal of all root fields of an operation for one reason.
func refuse(o *operation, err error) (refused refusals) {
	for _, field := range o.roots {
		refused = append(refused, refusedField{field, err})
	}
	return refused
}

// refusals returns the root fields that the viewer may not use. Its first call for an operation
// counts the decisions, unless the REST handler has admitted it. firmhub itself, which no request
// ever is, reads the records of events in the firm of ctx.
func (s *Server) refusals(ctx context.Context, o *operation) (refused refusals) {
	if viewer.From(ctx).Kind == viewer.System && o.is(ast.Query) {
		return nil
	}
	check := s.Admit
	if o.admitted {
		check = s.Access
	}
	o.admitted = true
	for _, field := range o.roots {
		var err error
		switch {
		case !isIntrospection(field.Name):
			err = check(ctx, field.Definition)
		case field.Name != typename && o.DisableIntrospection:
			err = fault.New(fault.ValidationError, "Introspection is switched off.")
		}
		if err != nil {
			refused = append(refused, refusedField{field, err})
		}
	}
	return refused
}

// refusals are the refused root fields of an operation, in the order of the document.
type refusals []refusedField

type refusedField struct {
	field graphql.CollectedField
	err   error
}

// respond returns one response without data, with all refusals.
func (r refusals) respond() graphql.ResponseHandler {
	responded := false
	return func(ctx context.Context) *graphql.Response {
		if responded {
			return nil
		}
		responded = true
		for _, refused := range r {
			refused.addError(ctx)
		}
		return &graphql.Response{Data: []byte("null")}
	}
}

// refuse adds the error of a field that is refused, and reports whether it is.
func (r refusals) refuse(ctx context.Context, field graphql.CollectedField) bool {
	for _, refused := range r {
		if refused.field.Alias == field.Alias {
			refused.addError(ctx)
			return true
		}
	}
	return false
}

func (r refusedField) addError(ctx context.Context) {
	graphql.AddError(ctx, &gqlerror.Error{
		Err: r.err, Path: ast.Path{ast.PathName(r.field.Alias)}, Locations: locationsOf(r.field),
	})
}
