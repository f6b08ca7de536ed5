package rest

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	eventStream = "text/event-stream"
	// feedWait is for how many seconds one read of a feed waits. A comment follows each read, which
	// keeps the connection open.
	feedWait = 15
	// feedWrite is how long a client may take to read what is written.
	feedWrite = 30 * time.Second
	// feedLimit is how long a feed may be read as a stream, as long as other streams.
	feedLimit = time.Hour
)

// Opened registers a stream of the viewer of ctx. It calls end when the stream must end, and
// returns what is called after it has ended.
type Opened func(ctx context.Context, end func()) (remove func(), err error)

// streamsFeed reports whether a request asks for the feed as a stream.
func (r *route) streamsFeed(request *http.Request) bool {
	if !r.Feed || request.Method != http.MethodGet {
		return false
	}
	for _, accepted := range request.Header.Values("Accept") {
		if strings.Contains(strings.ToLower(accepted), eventStream) {
			return true
		}
	}
	return false
}

// serveFeed streams the items of a feed as Server-Sent Events, until the client leaves or may no
// longer read, and for an hour at most: many keys never expire, and clients that connect again
// spread over all instances. It executes the operation again and again, each time with the
// credential checked anew. An error before the first read is answered in the envelope.
func (r *route) serveFeed(w http.ResponseWriter, request *http.Request) error {
	if err := r.options.Executor.Admit(request.Context(), r.root.Definition); err != nil {
		return err
	}
	given, err := r.values(w, request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(request.Context(), feedLimit)
	defer cancel()
	remove, err := r.options.Opened(ctx, cancel)
	if err != nil {
		return err
	}
	defer remove()
	input, _ := given.variables[bind.Input].(map[string]any)
	input = maps.Clone(input)
	if input == nil {
		input = map[string]any{}
	}
	if last := strings.TrimSpace(request.Header.Get("Last-Event-Id")); last != "" {
		input["after"] = last
	}
	input["wait"] = int64(0) // errors of the input are answered at once
	began := false
	stream := feedWriter{w, http.NewResponseController(w)}
	for {
		page, err := r.readFeed(viewer.NewContext(ctx, viewer.From(request.Context())), input, given.faults, r.renewOf(request))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && !began:
			return r.asSent(given.sent, err)
		case err != nil:
			logCut(request, err)
			return nil
		case !began:
			began = true
			stream.begin()
		}
		if !stream.write(page) {
			return nil
		}
		input["after"], input["wait"] = page.Get("next").Str, int64(feedWait)
		if request, err = r.renewed(request); err != nil {
			logCut(request, err)
			return nil
		}
	}
}

// renewOf returns what checks the credential of a request again.
func (r *route) renewOf(request *http.Request) viewer.Renew {
	return func(ctx context.Context) (*viewer.Viewer, error) {
		now, err := r.options.Bodies.Renew(request.WithContext(ctx))
		if err != nil {
			return nil, err
		}
		return viewer.From(now.Context()), nil
	}
}

// readFeed executes the operation of a feed.
func (r *route) readFeed(
	ctx context.Context, input map[string]any, faults fault.Details, renew viewer.Renew,
) (page gjson.Result, err error) {
	response, err := r.run(ctx, map[string]any{bind.Input: input}, faults, renew)
	switch {
	case err != nil:
		return page, err
	case len(response.Errors) > 0:
		return page, response.Errors[0]
	}
	return gjson.GetBytes(response.Data, dataAlias), faults.Err()
}

// feedWriter writes Server-Sent Events.
type feedWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (f feedWriter) begin() {
	header := f.w.Header()
	header.Set("Content-Type", eventStream+"; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Connection", "close") // The deadlines of a stream differ from those of other requests.
	_ = f.control.SetReadDeadline(time.Time{})
	f.w.WriteHeader(http.StatusOK)
}

// write sends the items of a page and a comment, and reports whether the client still reads.
func (f feedWriter) write(page gjson.Result) bool {
	text := []byte(":\n\n")
	for _, item := range page.Get("items").Array() {
		text = append(text, "id: "+item.Get("id").Str+"\ndata: "...)
		text = append(text, item.Raw...)
		text = append(text, "\n\n"...)
	}
	_ = f.control.SetWriteDeadline(time.Now().Add(feedWrite))
	if _, err := f.w.Write(text); err != nil {
		return false
	}
	return f.control.Flush() == nil
}
