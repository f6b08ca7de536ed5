package rest

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/firmhub/firmhub/internal/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// maxBody is the limit of the contract.
	maxBody = 1 << 20
	// maxPooled is the largest buffer worth keeping for the next request.
	maxPooled = 64 << 10
	// bodyField names a fault of the body as a whole.
	bodyField = "body"
)

// values are what a request sends.
type values struct {
	// sent are those beside the wildcards of the path, by the names that the client used.
	sent map[string]any
	// variables are those of the operation. What is wrong with them is in faults.
	variables map[string]any
	faults    fault.Details
}

// values reads what the request sends, and binds it. An error means that it could not be read at all.
func (r *route) values(w http.ResponseWriter, request *http.Request, wildcards []string) (*values, error) {
	sent := map[string]any{}
	var missing fault.Details
	if r.takesQuery {
		if err := readQuery(sent, request.URL.RawQuery); err != nil {
			return nil, err
		}
	}
	if r.takesBody {
		body, given, err := readBody(w, request)
		switch {
		case err != nil:
			return nil, err
		case given:
			maps.Copy(sent, body)
		case !r.OptionalBody && !r.takesQuery:
			missing.Add(bodyField, "is required")
		}
	}

	in := sent
	if r.hasInput {
		in = make(map[string]any, 1+len(wildcards))
		in[bind.Input] = sent
	}
	for i, value := range wildcards {
		if name := r.wildcards[i].name; r.wildcards[i].variable {
			in[name] = bind.Text{value}
		} else {
			sent[name] = bind.Text{value}
		}
	}
	variables, faults := bind.Variables(r.schema, r.operation, in, r.binding)
	return &values{sent: sent, variables: variables, faults: append(missing, faults...)}, nil
}

// asSent puts the names that the client used in the place of those of the schema, which are all that the domain knows,
// where an error tells of fields.
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

// readQuery takes every name of the query as text.
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

// buffers are for bodies. What is decoded from one shares no memory with it.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }} //nolint:gochecknoglobals // A pool is of no use otherwise.

// readBody gives the JSON object of the body, and tells whether there is one.
func readBody(w http.ResponseWriter, request *http.Request) (body map[string]any, given bool, err error) {
	if err := checkMediaType(request); err != nil {
		if isEmpty(request) {
			return nil, false, nil
		}
		return nil, false, err
	}
	tooLarge := fault.New(fault.PayloadTooLarge, "The body may be at most %d bytes.", maxBody)
	if request.ContentLength > maxBody {
		return nil, false, tooLarge
	}
	buffer := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // Nothing else is put there.
	defer func() {
		if buffer.Cap() <= maxPooled {
			buffer.Reset()
			buffers.Put(buffer)
		}
	}()
	if _, err := buffer.ReadFrom(http.MaxBytesReader(w, request.Body, maxBody)); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, false, tooLarge
		}
		return nil, false, badBody("could not be read to its end")
	}
	text := bytes.TrimPrefix(buffer.Bytes(), []byte("\uFEFF")) // the mark that some clients put before UTF-8
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, false, nil
	}
	body, err = decodeObject(text)
	return body, true, err
}

// isEmpty tells whether there is no body, if need be by looking for its first byte, which is then lost.
func isEmpty(request *http.Request) bool {
	if request.ContentLength >= 0 {
		return request.ContentLength == 0
	}
	_, err := io.ReadFull(request.Body, make([]byte, 1))
	return errors.Is(err, io.EOF)
}

// checkMediaType refuses a body that does not say that it is plain JSON.
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

// isJSONSuffixed tells media types such as application/merge-patch+json.
func isJSONSuffixed(mediaType string) bool {
	return strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
}
