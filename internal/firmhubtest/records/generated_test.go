package records_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/rest"
)

var requests = flag.Int("requests", 2000, "how many requests TestGeneratedRequests makes")

// TestGeneratedRequests sends random invalid requests. Every response is an envelope that matches
// its status, and none is a server error.
func TestGeneratedRequests(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.KeepMails = true })
	g := &generator{
		Rand:  rand.New(rand.NewPCG(1, 2)), //nolint:gosec // Nonsense need not be secret, but repeatable.
		token: a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token,
	}
	statuses := map[int]int{}
	for i := range *requests {
		request := g.request(t)
		out := httptest.NewRecorder()
		a.Handler().ServeHTTP(out, request)
		statuses[out.Code]++
		message := fmt.Sprintf("request %d: %s %s: %d %s", i, request.Method, request.URL, out.Code, out.Body)
		require.Less(t, out.Code, http.StatusInternalServerError, message)
		kind, _, _ := strings.Cut(out.Header().Get("Content-Type"), ";")
		isStream := out.Code == http.StatusOK && (kind == "text/csv" || kind == "application/x-ndjson")
		if request.Method == http.MethodHead || isStream { // a stream has no envelope
			continue
		}
		var answer struct {
			IsSuccess *bool
			Data      json.RawMessage
			Message   *string
			Error     *struct {
				Code      fault.Code
				Details   []fault.Detail
				RequestID string
			}
		}
		require.NoError(t, json.Unmarshal(out.Body.Bytes(), &answer), message)
		require.NotNil(t, answer.IsSuccess, message)
		require.NotNil(t, answer.Message, message)
		require.Equal(t, out.Code < http.StatusBadRequest, *answer.IsSuccess, message)
		if !*answer.IsSuccess {
			require.Equal(t, out.Code, answer.Error.Code.Status(), message)
			require.Equal(t, out.Header().Get("X-Request-Id"), answer.Error.RequestID, message)
		}
	}
	t.Log("answers by status:", statuses)
}

type generator struct {
	*rand.Rand

	token string
}

func (g *generator) request(t *testing.T) *http.Request {
	t.Helper()
	routes := rest.Routes()
	route := routes[g.IntN(len(routes))]
	method := route.Method
	if g.chance(5) {
		method = one(g, http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodHead)
	}
	path := strings.ReplaceAll(route.Path, "{id}", url.PathEscape(g.text()))
	if g.chance(3) {
		path += one(g, "/", "//", "/x", "%00", "%2e%2e/", ";a=b")
	}
	request := httptest.NewRequestWithContext(t.Context(), method, "http://firmhub.example/", bytes.NewReader(g.body()))
	if parsed, err := url.Parse(path); err == nil {
		request.URL.Path, request.URL.RawPath = parsed.Path, parsed.RawPath
	}
	request.URL.RawQuery = g.query()
	request.Header.Set("Content-Type", one(g, "application/json", "application/json", "application/json",
		"application/json; charset=utf-8", "text/plain", ""))
	// Log-out would end the session that the other requests need.
	if !strings.HasSuffix(path, "logout") && g.chance(80) {
		request.Header.Set("Authorization", "Bearer "+g.token)
	} else if g.chance(50) {
		request.Header.Set("Authorization", one(g, "Bearer", "Bearer ", "Basic YTpi", "Bearer "+g.text(), g.text()))
	}
	if g.chance(20) {
		request.Header.Set("X-Request-Id", g.text())
	}
	return request
}

func (g *generator) query() string {
	values := url.Values{}
	for range g.IntN(4) {
		values.Add(g.name(), g.text())
	}
	encoded := values.Encode()
	if g.chance(10) {
		encoded += one(g, "&", "%zz", "&=&", ";", "&a=%ff")
	}
	return encoded
}

func (g *generator) body() []byte {
	switch g.IntN(20) {
	case 0:
		return nil
	case 1:
		return []byte(g.text())
	case 2:
		return []byte(strings.Repeat(one(g, "[", `{"a":`, " ", "9"), g.IntN(100_000)))
	}
	encoded, err := json.Marshal(g.object(0))
	if err != nil {
		panic(err)
	}
	if g.chance(10) {
		encoded = encoded[:g.IntN(len(encoded))]
	}
	if len(encoded) > 0 && g.chance(5) {
		encoded[g.IntN(len(encoded))] = byte(g.IntN(256))
	}
	return encoded
}

func (g *generator) object(depth int) map[string]any {
	object := map[string]any{}
	for range g.IntN(9) {
		object[g.name()] = g.value(depth + 1)
	}
	return object
}

func (g *generator) value(depth int) any {
	switch kind := g.IntN(9); {
	case kind == 0:
		return nil
	case kind == 1:
		return g.chance(50)
	case kind == 2:
		return json.Number(one(g, "0", "-1", "1", "100", "101", "2147483648", "1e400", "0.5", "99999999999999999999"))
	case kind == 3 && depth < 4:
		return g.object(depth)
	case kind <= 5 && depth < 4:
		list := make([]any, g.IntN(4))
		for i := range list {
			list[i] = g.value(depth + 1)
		}
		return list
	}
	return g.text()
}

func (g *generator) name() string {
	return one(g, "email", "password", "refreshToken", "userId", "relationId", "sessionId", "currentPassword", "newPassword",
		"firstName", "lastName", "gender", "isActive", "profilePic", "phones", "emails", "addresses", "tags", "phone", "phoneCC",
		"type", "isPrimary", "line1", "pinCode", "page", "pageNumber", "pageSize", "searchTerm", "sortBy", "sortDesc", "name",
		"currency", "timeZone", "pricingPlanId", "owner", "id", "input", "__proto__", "", g.text())
}

func (g *generator) text() string {
	return one(g, "", " ", "a", "Ada", "male", "true", "5", "null", "+44", "020 7946 0958", "a@b.example", "Passw0rd!", "firstName",
		"EUR", "Europe/Lisbon", "https://example.com/a.png", "01a1fc5b-ad92-74f9-a051-f2edc12f4d82", "%", "_", `\`, "'", `"; DROP TABLE`,
		"\x00", "\xff\xfe", "é́́", "👩‍👩‍👧", "\u202e", strings.Repeat("x", g.IntN(5000)), strings.Repeat("ü", 51))
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func one[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }
