package firmhubtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// ask sends the values by the API: by REST in the path, and the others in the query or the body.
func (m *matrix) ask(api string, o operation, c *caller, values map[string]any) *firmhubtest.Answer {
	m.t.Helper()
	if content, isUpload := values["file"].(attached); isUpload {
		return m.upload(api, o, c, string(content))
	}
	if event := examples[o.name].event; event != nil {
		defer m.repeat(func() { event(m, c, values) })()
	}
	method, path, body := o.method, o.path, any(nil)
	if api == "GraphQL" {
		method, path = http.MethodPost, "/graphql"
		variables := values
		if strings.Contains(o.document, "$input") {
			variables = map[string]any{"input": values}
		}
		body = map[string]any{"query": o.document, "variables": variables}
	} else {
		left := maps.Clone(values)
		for name, value := range values {
			if wildcard := "{" + name + "}"; strings.Contains(path, wildcard) {
				path = strings.ReplaceAll(path, wildcard, fmt.Sprint(value))
				delete(left, name)
			}
		}
		switch {
		case method == http.MethodGet && len(left) > 0:
			query := url.Values{}
			for name, value := range left {
				query.Set(name, fmt.Sprint(value))
			}
			path += "?" + query.Encode()
		case method != http.MethodGet && strings.Contains(o.document, "$"):
			body = left
		}
	}
	encoded := []byte(nil)
	if body != nil {
		var err error
		encoded, err = json.Marshal(body)
		require.NoError(m.t, err)
	}
	contentType := ""
	if body != nil {
		contentType = "application/json"
	}
	return m.send(c, method, path, contentType, string(encoded))
}

// attached is the content of a file in a request.
type attached string

// upload sends a file by the API.
func (m *matrix) upload(api string, o operation, c *caller, content string) *firmhubtest.Answer {
	m.t.Helper()
	const contentType = firmhubtest.FormType
	if api == "REST" {
		return m.send(c, o.method, o.path, contentType, firmhubtest.UploadForm("a.csv", "text/csv", content))
	}
	operations, err := json.Marshal(map[string]any{"query": o.document, "variables": map[string]any{"file": nil}})
	require.NoError(m.t, err)
	return m.send(c, http.MethodPost, "/graphql", contentType, firmhubtest.FormField("operations", string(operations))+
		firmhubtest.FormField("map", `{"0":["variables.file"]}`)+firmhubtest.FormFile("0", "a.csv", "text/csv", content)+firmhubtest.FormEnd)
}

func (m *matrix) send(c *caller, method, path, contentType, body string) *firmhubtest.Answer {
	m.t.Helper()
	request, err := http.NewRequestWithContext(m.t.Context(), method, m.URL+path, strings.NewReader(body))
	require.NoError(m.t, err)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if strings.Contains(body, `"query":"subscription `) {
		request.Header.Set("Accept", "text/event-stream")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.key != "" {
		request.Header.Set("X-Api-Key", c.key)
	}
	return m.Do(request)
}

// status returns the status of a REST response, or the equivalent one of a GraphQL response.
func status(answer *firmhubtest.Answer, o operation) int {
	switch {
	case answer.Code() != "":
		return answer.Code().Status()
	case answer.Error == nil && answer.Data != nil && !strings.Contains(string(answer.Body), `"isSuccess"`):
		return o.success // a GraphQL response is 200, also for a creation
	}
	return answer.Status
}
