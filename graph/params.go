package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/fault"
)

// bodyParams reads a POST request: JSON, or a multipart form. It returns the request as
// [Options.Receive] does.
func (s *Server) bodyParams(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, *http.Request, error) {
	mediaType, options, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := options["charset"]
	isForm := mediaType == formType
	if err != nil || mediaType != jsonType && !isForm || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return nil, r, fault.New(fault.UnsupportedMediaType, "Send application/json in UTF-8.")
	}
	if isForm {
		return s.formParams(w, r, options["boundary"])
	}
	body, r, err := s.options.Bodies.Receive(w, r)
	if err != nil {
		return nil, r, err
	}
	params, err := decodeParams(body)
	return params, r, err
}

// decodeParams decodes the JSON of a request. Its error does not repeat the body, which may contain
// a password.
func decodeParams(body []byte) (*graphql.RawParams, error) {
	var params struct {
		graphql.RawParams

		Query *string `json:"query"`
	}
	if decode(body, &params) != nil {
		return nil, errNoParams("body")
	}
	if params.Query != nil {
		params.RawParams.Query = *params.Query
	} else if _, persisted := params.Extensions["persistedQuery"]; !persisted {
		return nil, errNoQuery()
	}
	return &params.RawParams, nil
}

// queryParams reads a GET request.
func queryParams(_ http.ResponseWriter, r *http.Request) (*graphql.RawParams, *http.Request, error) {
	values := r.URL.Query()
	params := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &params.Variables, "extensions": &params.Extensions} {
		if text := values.Get(name); text != "" && decode([]byte(text), into) != nil {
			return nil, r, fault.New(fault.ValidationError, "The parameter %s must be a JSON object.", name)
		}
	}
	if _, persisted := params.Extensions["persistedQuery"]; !persisted && !values.Has("query") {
		return nil, r, errNoQuery()
	}
	return params, r, nil
}

// errNoParams is the refusal of JSON that is not the parameters of an operation.
func errNoParams(name string) error {
	return fault.New(fault.ValidationError,
		"The %s must be a JSON object with query and operationName, which are texts, and variables and extensions, which are objects.", name)
}

func errNoQuery() error {
	var details fault.Details
	details.Add("query", "is required")
	return details.Err()
}

// decode reads one JSON value, and nothing after it.
func decode(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return err //nolint:wrapcheck // Only whether there is one matters.
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("graph: more than one JSON value")
	}
	return nil
}
