package rest

import (
	"bytes"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

// bodyField names a fault of the body as a whole.
const bodyField = "body"

// values are the values that a request sends.
type values struct {
	// request is the request with the viewer after its body was received.
	request *http.Request
	// sent are the values other than wildcards of the path, by the names that the client used.
	sent map[string]any
	// variables are the variables of the operation. faults are their faults.
	variables map[string]any
	faults    fault.Details
	// aside are the faults of items that are rejected one by one: see [Route.Each].
	aside map[int]fault.Details
}

// values receives the body of a route that takes one, and binds what the request sends. An error
// means that the request could not be read at all.
func (r *route) values(w http.ResponseWriter, request *http.Request) (*values, error) {
	var body []byte
	if r.takesBody {
		var err error
		if body, request, err = r.body(w, request); err != nil {
			return nil, err
		}
	}
	sent := map[string]any{}
	var missing fault.Details
	if r.takesQuery {
		if err := readQuery(sent, request.URL.RawQuery); err != nil {
			return nil, err
		}
	}
	if r.takesBody {
		object, given, err := decodeBody(body)
		switch {
		case err != nil:
			return nil, err
		case given:
			addBody(sent, object)
		case !r.OptionalBody && !r.takesQuery:
			missing.Add(bodyField, "is required")
		}
	}

	for _, name := range r.Omit {
		delete(sent, name)
		for _, alias := range r.binding.Aliases[name] {
			delete(sent, alias)
		}
	}

	if r.inCookie {
		if err := r.readCookie(sent, request); err != nil {
			return nil, err
		}
	}
	for name, header := range r.Headers {
		delete(sent, name)
		if texts := request.Header.Values(header); len(texts) > 0 {
			sent[name] = bind.Text(texts)
		}
	}

	in := sent
	if r.hasInput {
		in = make(map[string]any, 1+len(r.wildcards))
		in[bind.Input] = sent
	}
	for _, w := range r.wildcards {
		value := bind.Text{request.PathValue(w.name)}
		if w.variable {
			in[w.name] = value
		} else {
			sent[w.name] = value
		}
	}
	if r.Kind == Upload {
		in[fileField] = upload.File{} // until the form is read
	}
	variables, faults := bind.Variables(r.schema, r.operation, in, r.binding)
	given := &values{request: request, sent: sent, variables: variables, faults: append(missing, faults...)}
	r.setAside(given)
	return given, nil
}

// addBody adds the fields of a body to the values of the query. What both have is a [bind.Twice],
// whatever the case of the two names: a proxy that reads one of them must not see another value
// than the operation gets.
func addBody(sent, object map[string]any) {
	if len(sent) == 0 {
		maps.Copy(sent, object)
		return
	}
	names := map[string][]string{} // of the query, by their lower case
	texts := map[string]bind.Text{}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		lower := strings.ToLower(name)
		names[lower] = append(names[lower], name)
		texts[lower] = append(texts[lower], sent[name].(bind.Text)...) //nolint:forcetypeassert // the query has nothing else
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value, lower := object[name], strings.ToLower(name)
		if query, ok := texts[lower]; ok {
			value = bind.Twice{Query: query, Body: value}
		}
		sent[name] = value
		for _, other := range names[lower] {
			if _, ofBody := object[other]; !ofBody {
				sent[other] = value
			}
		}
	}
}

// asSent replaces the names of the schema in the details of an error by the names that the client
// used. The domain knows only the former.
func (r *route) asSent(sent map[string]any, err error) error {
	refusal := fault.From(err)
	if refusal.Code != fault.ValidationError {
		return err
	}
	details := fault.Details(slices.Clone(refusal.Details))
	for i, detail := range details {
		name, rest := detail.Field, ""
		if end := strings.IndexAny(name, ".["); end >= 0 {
			name, rest = name[:end], name[end:]
		}
		if header := r.Headers[name]; header != "" {
			details[i].Field = header
		}
		for _, alias := range r.binding.Aliases[name] {
			if sent[name] == nil && sent[alias] != nil {
				details[i].Field = alias + rest
			}
		}
	}
	if slices.Equal(details, refusal.Details) {
		return err
	}
	return details.Err()
}

// readQuery reads every name of the query as text.
func readQuery(sent map[string]any, query string) error {
	if query == "" {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return fault.Details{{Field: "query", Message: "is not well-formed"}}.Err()
	}
	for name, texts := range values {
		sent[name] = bind.Text(texts)
	}
	return nil
}

// body returns the body of the request, and the request as [Options.Receive] returns it. It refuses
// a body that is not declared as JSON before reading it. A body of unknown length must be read
// first, because it may be empty.
func (r *route) body(w http.ResponseWriter, request *http.Request) ([]byte, *http.Request, error) {
	wrongType := checkMediaType(request)
	if wrongType != nil && request.ContentLength > 0 {
		return nil, request, wrongType
	}
	body, request, err := r.options.Bodies.Receive(w, request)
	if wrongType != nil && (err != nil || len(body) > 0) {
		return nil, request, wrongType
	}
	return body, request, err
}

// decodeBody returns the JSON object of a body, and reports whether there is one.
func decodeBody(body []byte) (object map[string]any, given bool, err error) {
	text := bytes.TrimPrefix(body, []byte("\uFEFF")) // the mark that some clients put before UTF-8
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, false, nil
	}
	object, err = decodeObject(text)
	return object, true, err
}

// checkMediaType refuses a body that is not declared as plain JSON.
func checkMediaType(request *http.Request) error {
	mediaType, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	charset := parameters["charset"]
	encoding := request.Header.Get("Content-Encoding")
	switch {
	case err != nil,
		mediaType != "application/json" && mediaType != "text/json" && !isJSONSuffixed(mediaType),
		charset != "" && !strings.EqualFold(charset, "utf-8") && !strings.EqualFold(charset, "us-ascii"),
		encoding != "" && !strings.EqualFold(encoding, "identity"):
		return fault.New(fault.UnsupportedMediaType, "The body must be JSON in UTF-8, with Content-Type: application/json.")
	}
	return nil
}

// isJSONSuffixed reports whether it is a media type such as application/merge-patch+json.
func isJSONSuffixed(mediaType string) bool {
	return strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
}
