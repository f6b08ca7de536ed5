package openapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// operation is a route in the document.
type operation struct {
	Parameters []struct {
		Name, In string
		Required bool
		Example  any
	} `json:"parameters"`
	RequestBody *struct {
		Content content `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Ref     string  `json:"$ref"`
		Content content `json:"content"`
	} `json:"responses"`
}

type content map[string]struct {
	Example json.RawMessage `json:"example"`
}

// TestDocument_Examples checks that the document is valid, and that every example of a request and
// of a response fits its schema. rest tests that the server accepts and returns them.
func TestDocument_Examples(t *testing.T) {
	t.Parallel()
	text := firmhubtest.New(t, db.SQLite).REST(http.MethodGet, "/openapi.json", "", nil).Body
	document, err := libopenapi.NewDocument(text)
	require.NoError(t, err)
	v, errs := validator.NewValidator(document)
	require.Empty(t, errs)
	valid, faults := v.ValidateDocument()
	require.True(t, valid, "%+v", faults)

	var described struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(text, &described))
	checked := 0
	for path, methods := range described.Paths {
		for method, o := range methods {
			request := o.request(t, strings.ToUpper(method), path)
			if request == nil {
				continue
			}
			valid, faults := v.ValidateHttpRequestSync(request)
			require.True(t, valid, "%s %s: %+v", method, path, faults)
			for status, response := range o.Responses {
				code, err := strconv.Atoi(status)
				require.NoError(t, err)
				example := response.Content["application/json"].Example
				if response.Ref != "" || code >= 300 || example == nil {
					continue // a file, or a table
				}
				valid, faults := v.ValidateHttpResponse(request, &http.Response{
					StatusCode: code, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(example)),
				})
				require.True(t, valid, "%s %s %s: %+v", method, path, example, faults)
				checked++
			}
		}
	}
	require.Greater(t, checked, 50)
}

// request returns the request of the examples; nil for an upload, which has none.
func (o operation) request(t *testing.T, method, path string) *http.Request {
	t.Helper()
	query, headers := url.Values{}, http.Header{
		"Content-Type": {"application/json"}, "Authorization": {"Bearer x"}, "X-Api-Key": {"x"},
	}
	for _, p := range o.Parameters {
		if !p.Required {
			continue
		}
		switch value := plain(t, p.Example); p.In {
		case "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case "header":
			headers.Set(p.Name, value)
		default:
			query.Set(p.Name, value)
		}
	}
	var body []byte
	if o.RequestBody != nil {
		if _, upload := o.RequestBody.Content["multipart/form-data"]; upload {
			return nil
		}
		body = o.RequestBody.Content["application/json"].Example
	}
	request := httptest.NewRequest(method, path+"?"+query.Encode(), bytes.NewReader(body))
	request.Header = headers
	return request
}

// plain returns the example of a parameter as it stands in a URL.
func plain(t *testing.T, example any) string {
	t.Helper()
	if list, ok := example.([]any); ok {
		example = list[0]
	}
	text, err := json.Marshal(example)
	require.NoError(t, err)
	return strings.Trim(string(text), `"`)
}
