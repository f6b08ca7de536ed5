package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"sync"

	"github.com/99designs/gqlgen/graphql"
)

// operationIDs contains the running operations of a socket by their ids. In graphql-transport-ws
// these must differ, but gqlgen would run two with one id. The older graphql-ws lets a client use
// an id again, so its messages are not checked.
type operationIDs struct {
	// last is the id of the last message. Only the goroutine that reads uses it.
	last string

	mu     sync.Mutex
	active map[string]*operation
}

// receive reads the id of a message, and reports whether the message subscribes with the id of a
// running operation. It leaves a message that can't be read to gqlgen.
func (o *operationIDs) receive(message []byte) (isDuplicate bool) {
	var sent struct{ ID, Type string }
	_ = json.NewDecoder(bytes.NewReader(message)).Decode(&sent)
	o.last = sent.ID
	o.mu.Lock()
	defer o.mu.Unlock()
	switch sent.Type {
	case "subscribe":
		_, isDuplicate = o.active[sent.ID]
	case "complete":
		delete(o.active, sent.ID)
	}
	return isDuplicate
}

// begin adds the operation of the last message.
func (o *operationIDs) begin(begun *operation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.active == nil {
		o.active = make(map[string]*operation)
	}
	o.active[o.last] = begun
}

// ending returns a handler that removes the operation after its last response, or its panic. gqlgen
// informs the client later. The client may then use the id again at once.
func (o *operationIDs) ending(begun *operation, respond graphql.ResponseHandler) graphql.ResponseHandler {
	return func(ctx context.Context) (response *graphql.Response) {
		defer func() {
			if response == nil {
				o.end(begun)
			}
		}()
		return respond(ctx)
	}
}

// end removes an operation, unless the client has ended it and uses its id for another one.
func (o *operationIDs) end(ended *operation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.active, func(_ string, active *operation) bool { return active == ended })
}
