package rest

import (
	"bytes"
	"errors"
	"maps"
	"mime"
	"net/http"
	"net/url"
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

// variables reads what the request sends, and binds it. An error means that it could not be read at all; what is wrong
// with what was read is in the faults.
func (r *route) variables(w http.ResponseWriter, request *http.Request, wildcards []string) (map[string]any, fault.Details, error) {
	sent := map[string]any{}
	var missing fault.Details
	if r.takesQuery {
		if err := readQuery(sent, request.URL.RawQuery); err != nil {
			return nil, nil, err
		}
	}
	if r.takesBody {
		body, given, err := readBody(w, request)
		switch {
		case err != nil:
			return nil, nil, err
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
	return variables, append(missing, faults...), nil
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
	if len(bytes.TrimSpace(buffer.Bytes())) == 0 {
		return nil, false, nil
	}
	body, err = decodeObject(buffer.Bytes())
	return body, true, err
}

// checkMediaType refuses a body that does not say that it is plain JSON. An empty one may say what it likes.
func checkMediaType(request *http.Request) error {
	if request.ContentLength == 0 {
		return nil
	}
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
