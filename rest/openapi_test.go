package rest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func openAPI(t *testing.T, b *bench) []byte {
	t.Helper()
	answer := httptest.NewRecorder()
	b.api.ServeOpenAPI(answer, httptest.NewRequest(http.MethodGet, "/openapi.json", http.NoBody))
	require.Equal(t, "application/json; charset=utf-8", answer.Header().Get("Content-Type"))
	return answer.Body.Bytes()
}

// documented are the parts of the OpenAPI document that tests look at.
type documented struct {
	Paths map[string]map[string]struct {
		OperationID string                `json:"operationId"`
		Security    []map[string][]string `json:"security"`
		Permission  string                `json:"x-permission"`        //nolint:tagliatelle // Extensions are spelled so.
		Other       string                `json:"x-permission-or"`     //nolint:tagliatelle // As above.
		SuperFirm   bool                  `json:"x-super-firm"`        //nolint:tagliatelle // As above.
		GraphQL     string                `json:"x-graphql-operation"` //nolint:tagliatelle // As above.
		Parameters  []paramDoc            `json:"parameters"`
		With        map[string]string     `json:"x-graphql-operation-with"` //nolint:tagliatelle // As above.
		RequestBody *struct {
			Content contentDoc `json:"content"`
		} `json:"requestBody"`
		Responses map[string]struct {
			Ref     string `json:"$ref"`
			Headers map[string]any
			Content contentDoc `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]struct {
			Required   []string                   `json:"required"`
			Properties map[string]json.RawMessage `json:"properties"`
		} `json:"schemas"`
	} `json:"components"`
}

type contentDoc map[string]struct {
	Example json.RawMessage `json:"example"`
	Schema  json.RawMessage `json:"schema"`
}

type paramDoc struct {
	Name     string `json:"name"`
	In       string `json:"in"`
	Required bool   `json:"required"`
	Example  any    `json:"example"`
}

func read(t *testing.T, text []byte) documented {
	t.Helper()
	var d documented
	require.NoError(t, json.Unmarshal(text, &d))
	return d
}

func benches(t *testing.T) map[string]*bench {
	t.Helper()
	return map[string]*bench{"contract": setup(t), "items": setupItems(t)}
}

// TestOpenAPIExamples checks that the handler accepts every example request, and answers as the
// examples show. test/openapi checks that they fit their schemas.
func TestOpenAPIExamples(t *testing.T) {
	t.Parallel()
	for name, b := range benches(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for path, methods := range read(t, openAPI(t, b)).Paths {
				for method, operation := range methods {
					method = strings.ToUpper(method)
					query := url.Values{}
					target, headers := path, []string{}
					for _, p := range operation.Parameters {
						require.Equal(t, p.Required, p.Example != nil, "%s: readers send each value that has an example", p.Name)
						if !p.Required {
							continue
						}
						switch p.In {
						case "path":
							target = strings.ReplaceAll(target, "{"+p.Name+"}", plain(p.Example))
						case "header":
							headers = append(headers, p.Name, plain(p.Example))
						default:
							query.Set(p.Name, plain(p.Example))
						}
					}
					var body []byte
					if operation.RequestBody != nil {
						if operation.RequestBody.Content["multipart/form-data"].Schema != nil {
							continue // upload_test.go
						}
						body = operation.RequestBody.Content["application/json"].Example
					}
					for status, response := range operation.Responses {
						code, err := strconv.Atoi(status)
						require.NoError(t, err)
						if response.Ref != "" || code >= 300 {
							continue
						}
						if len(response.Content["text/csv"].Schema) > 0 {
							answer := b.call(method, target+"?"+query.Encode(), "")
							require.Equal(t, http.StatusOK, answer.Code, "%s %s", target, answer.Body)
							continue // stream_test.go
						}
						if len(response.Content["*/*"].Schema) > 0 {
							continue // content_test.go
						}
						example := response.Content["application/json"].Example
						var data envelope
						require.NoError(t, json.Unmarshal(example, &data))
						var compact bytes.Buffer
						require.NoError(t, json.Compact(&compact, data.Data))
						if _, located := response.Headers["Location"]; located && compact.String() == "null" {
							compact.Reset()
							compact.WriteString(`{"jobId":"` + uuid.NewString() + `"}`)
						}
						b.results[operation.GraphQL] = compact.String()
						for _, other := range operation.With {
							b.results[other] = compact.String()
						}
						if _, changes := operation.Responses["200"]; changes && code == http.StatusCreated {
							continue // the example of the body has the id of what it changes
						}
						answer := b.call(method, target+"?"+query.Encode(), string(body), headers...)
						require.Equal(t, code, answer.Code, "%s %s", target, answer.Body)
						require.JSONEq(t, string(example), answer.Body.String())
					}
				}
			}
		})
	}
}

func plain(value any) string {
	if list, ok := value.([]any); ok {
		value = list[0]
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return strings.Trim(string(text), `"`)
}

func TestOpenAPITellsTheSchema(t *testing.T) {
	t.Parallel()
	d := read(t, openAPI(t, setup(t)))

	operation := d.Paths[create]["post"]
	require.Equal(t, "createContact", operation.OperationID)
	require.Equal(t, "createContact", operation.GraphQL)
	require.Equal(t, "Contact:Create", operation.Permission)
	require.ElementsMatch(t, []string{"201", "400", "401", "403", "413", "415", "429", "500", "503"}, keys(operation.Responses))

	operation = d.Paths[get+"{id}"]["get"]
	require.ElementsMatch(t, []string{"200", "400", "401", "403", "404", "429", "500", "503"}, keys(operation.Responses))
	require.Equal(t, []paramDoc{
		{Name: "id", In: "path", Required: true, Example: someID}, {Name: "X-Firm-Id", In: "header"},
	}, operation.Parameters)

	operation = d.Paths["/api/v1/messaging/messages/{id}/cancel"]["post"]
	require.Empty(t, operation.Other)
	require.ElementsMatch(t, []string{"200", "400", "401", "403", "404", "409", "429", "500", "503"}, keys(operation.Responses))

	operation = d.Paths["/api/v1/messaging/send"]["post"]
	require.Equal(t, "MessagingChat:SendMessage", operation.Permission)
	require.Equal(t, "MessagingChat:SendTemplate", operation.Other)

	require.Empty(t, d.Paths[login]["post"].Security)
	require.NotEmpty(t, d.Paths[logout]["post"].Security)
	require.Nil(t, d.Paths[logout]["post"].RequestBody)
	require.True(t, d.Paths["/api/v1/admin/firm/create"]["post"].SuperFirm)
	require.Len(t, d.Paths[setFirm]["get"].Parameters, 3)

	require.Equal(t, []string{"firstName", "lastName"}, d.Components.Schemas["CreateContactInput"].Required)
	contact := d.Components.Schemas["Contact"]
	require.Len(t, contact.Required, len(contact.Properties))
	require.JSONEq(t, `{"anyOf":[{"$ref":"#/components/schemas/Gender"},{"type":"null"}],
		"description":"The gender, where it is known."}`, string(contact.Properties["gender"]))
	require.JSONEq(t, `{"anyOf":[{"type":"string"},{"type":"null"}],"description":"The URL of a picture."}`, string(contact.Properties["profilePic"]))
	require.JSONEq(t, `{"type":"string","format":"date-time","description":"When the contact was created."}`,
		string(contact.Properties["createdAt"]))

	paging := d.Components.Schemas["ContactPageInput"].Properties
	require.JSONEq(t, `{"anyOf":[{"type":"integer","format":"int32","minimum":1},{"type":"null"}],"description":"Another name of page."}`,
		string(paging["pageNumber"]))
	require.Contains(t, string(paging["page"]), "from 1")

	require.JSONEq(t, `{"$ref":"#/components/schemas/ContactResponse"}`,
		string(d.Paths[create]["post"].Responses["201"].Content["application/json"].Schema))
	require.JSONEq(t, `{"$ref":"#/components/schemas/Contact"}`, string(d.Components.Schemas["ContactResponse"].Properties["data"]))
	require.Contains(t, d.Components.Schemas, "RoleListResponse")
	require.Contains(t, d.Components.Schemas, "EmptyResponse")

	t.Run("what each answer has", func(t *testing.T) {
		t.Parallel()
		var shared struct {
			Components struct {
				Responses map[string]struct{ Headers map[string]any } `json:"responses"`
			} `json:"components"`
		}
		require.NoError(t, json.Unmarshal(openAPI(t, setup(t)), &shared))
		for path, methods := range d.Paths {
			for method, operation := range methods {
				for status, response := range operation.Responses {
					headers := response.Headers
					if response.Ref != "" {
						headers = shared.Components.Responses[strings.TrimPrefix(response.Ref, "#/components/responses/")].Headers
					}
					require.Contains(t, headers, "RateLimit-Remaining", "%s %s %s", method, path, status)
					retry := status == "429" || status == "503"
					require.Equal(t, retry, headers["Retry-After"] != nil, "%s %s %s", method, path, status)
				}
				_, forbidden := operation.Responses["403"]
				if path == "/api/v1/auth/accept-invitation" { // An access token is needed by some of those who call it.
					require.True(t, forbidden)
					continue
				}
				require.Equal(t, len(operation.Security) > 0, forbidden, "X-Firm-Id can be refused: %s %s", method, path)
			}
		}
	})
	t.Run("a schema of one's own", func(t *testing.T) {
		t.Parallel()
		d := read(t, openAPI(t, setupItems(t)))
		require.JSONEq(t, `{"type":"string","minLength":1,"maxLength":50}`, string(d.Components.Schemas["ItemInput"].Properties["name"]))
		require.Contains(t, d.Components.Schemas, "ItemOfItems", "another selection of the same type")
		require.Contains(t, d.Paths["/items/{id}"]["put"].Responses, "409")
	})
	t.Run("the same each time", func(t *testing.T) {
		t.Parallel()
		first, second := setup(t), setup(t)
		require.Equal(t, openAPI(t, first), openAPI(t, second))
	})
}

func keys[V any](m map[string]V) []string {
	all := make([]string, 0, len(m))
	for key := range m {
		all = append(all, key)
	}
	return all
}
