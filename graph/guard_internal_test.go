package graph

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/connections"
)

// guardSchema has root fields of all three kinds.
const guardSchema = `
extend type Query {
  open: Int @public
  secret: Int @can(module: "Contact", action: "View")
}
extend type Mutation {
  write: Int! @public
  secretWrite: Int! @can(module: "Contact", action: "View")
}
extend type Subscription {
  ticks: Int! @can(module: "Contact", action: "View")
}`

// guardBundle is a server of guardSchema, with a viewer who may view contacts and one who may not.
type guardBundle struct {
	server               *Server
	url                  string
	allowed, refused, as *viewer.Viewer
	// ticks are the events of subscriptions.
	ticks chan struct{}
	// begun is called when a subscription has begun, before its first event, unless it is nil.
	begun func()
	// resolved counts the root fields that were resolved.
	resolved atomic.Int32
}

func newGuardBundle(t *testing.T) *guardBundle {
	t.Helper()
	d := dbtest.Open(t, db.SQLite)
	require.NoError(t, role.Seed(rule.AcrossFirms(t.Context(), "test"), d))
	firm, ctx := dbtest.Firm(t, d, "Acme")
	reader, err := role.Create(ctx, d, role.CreateInput{Name: "Reader", Permissions: []string{"Contact:View"}})
	require.NoError(t, err)
	other, err := role.Create(ctx, d, role.CreateInput{Name: "Other", Permissions: []string{"Role:View"}})
	require.NoError(t, err)
	as := func(roleID uuid.UUID) *viewer.Viewer {
		return &viewer.Viewer{
			Kind: viewer.User, FirmID: firm.ID, UserID: uuid.New(), RelationID: uuid.New(), RoleID: roleID, SessionID: uuid.New(),
			Expires: time.Now().Add(time.Hour),
		}
	}
	b := &guardBundle{allowed: as(reader.ID), refused: as(other.ID), ticks: make(chan struct{}, 1)}

	directives, err := os.ReadFile("schema/schema.graphql")
	require.NoError(t, err)
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: string(directives) + guardSchema})
	require.NoError(t, err)
	center := notification.NewCenter(d, broker.NewMemory())
	t.Cleanup(center.Close)
	b.server, err = newServer(
		&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return schema }, ExecFunc: b.exec},
		Options{
			Connections:   connections.New(),
			Notifications: center,
			DB:            d, Sessions: session.NewManager(d, nil, nil, nil, nil, session.Config{}), Authz: authz.New(d.Client, 0), Introspection: true,
			Limiter: limiter(nil), Bodies: bodies{&b.as},
		})
	require.NoError(t, err)
	b.server.sessions = authenticate(func() (*viewer.Viewer, error) { return b.as, nil })
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.server.ServeHTTP(w, r.WithContext(viewer.NewContext(r.Context(), b.as)))
	}))
	t.Cleanup(listening.Close)
	b.url = listening.URL
	return b
}

// exec resolves every root field to 1, through the hook for root fields where generated code calls
// it. A subscription never ends by itself.
func (b *guardBundle) exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	if operation.Operation.Operation == ast.Subscription {
		b.resolved.Add(1)
		if b.begun != nil {
			b.begun()
		}
		b.ticks <- struct{}{}
		return func(ctx context.Context) *graphql.Response {
			select {
			case <-b.ticks:
				return &graphql.Response{Data: []byte(`{"ticks":1}`)}
			case <-ctx.Done():
				return nil
			}
		}
	}
	answered := false
	return func(ctx context.Context) *graphql.Response {
		if answered {
			return nil
		}
		answered = true
		fields := stateOf(operation).roots
		set := graphql.NewFieldSet(fields)
		for i, field := range fields {
			root := graphql.WithRootFieldContext(ctx, &graphql.RootFieldContext{Object: field.Name, Field: field})
			set.Values[i] = operation.RootResolverMiddleware(root, func(context.Context) graphql.Marshaler {
				b.resolved.Add(1)
				return graphql.MarshalInt(1)
			})
		}
		var data bytes.Buffer
		set.MarshalGQL(&data)
		return &graphql.Response{Data: data.Bytes()}
	}
}

type guardAnswer struct {
	Data   json.RawMessage
	Errors []struct {
		Path       []string
		Extensions struct{ Code fault.Code }
	}
}

func (a *guardAnswer) requireRefused(t *testing.T, code fault.Code, fields ...string) {
	t.Helper()
	require.Len(t, a.Errors, len(fields))
	for i, field := range fields {
		require.Equal(t, []string{field}, a.Errors[i].Path)
		require.Equal(t, code, a.Errors[i].Extensions.Code)
	}
}

// post returns the whole answer to a document.
func (b *guardBundle) post(t *testing.T, accept, document string) (*http.Response, error) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": document})
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, bytes.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	return http.DefaultClient.Do(r)
}

func (b *guardBundle) ask(t *testing.T, document string) *guardAnswer {
	t.Helper()
	response, err := b.post(t, "application/json", document)
	require.NoError(t, err)
	defer func() { require.NoError(t, response.Body.Close()) }()
	answer := &guardAnswer{}
	require.NoError(t, json.NewDecoder(response.Body).Decode(answer))
	return answer
}

func TestGuard_Query(t *testing.T) {
	t.Parallel()
	b := newGuardBundle(t)

	b.as = b.allowed
	answer := b.ask(t, `{ open secret }`)
	require.Empty(t, answer.Errors)
	require.JSONEq(t, `{"open":1,"secret":1}`, string(answer.Data))
	require.EqualValues(t, 2, b.resolved.Swap(0))

	b.as = b.refused
	answer = b.ask(t, `{ open a: secret ...f } fragment f on Query { b: secret __typename }`)
	answer.requireRefused(t, fault.Forbidden, "a", "b")
	require.Contains(t, string(answer.Data), `"open":1,"a":null,"b":null`)
	require.EqualValues(t, 2, b.resolved.Swap(0), "a refused field was resolved")

	answer = b.ask(t, `query($no: Boolean = false) { open secret @include(if: $no) }`)
	require.Empty(t, answer.Errors, "a field that is skipped")

	b.as = &viewer.Viewer{}
	b.ask(t, `{ secret }`).requireRefused(t, fault.Unauthorized, "secret")
}

func TestGuard_Mutation(t *testing.T) {
	t.Parallel()
	b := newGuardBundle(t)
	b.as = b.allowed
	require.Empty(t, b.ask(t, `mutation { write secretWrite }`).Errors)
	require.EqualValues(t, 2, b.resolved.Swap(0))

	b.as = b.refused
	answer := b.ask(t, `mutation { write secretWrite }`)
	answer.requireRefused(t, fault.Forbidden, "secretWrite")
	require.Equal(t, "null", string(answer.Data))
	require.Zero(t, b.resolved.Load(), "a part of a refused mutation ran")
}

// A field without an access rule is not resolved, of whatever kind it is. The server would not have
// started with it.
func TestGuard_NoRule(t *testing.T) {
	t.Parallel()
	b := newGuardBundle(t)
	b.as = b.allowed
	clear(b.server.rules)
	for _, document := range []string{`{ open }`, `mutation { write }`} {
		require.Equal(t, fault.InternalError, b.ask(t, document).Errors[0].Extensions.Code)
	}
	b.subscribe(t, "graphql-transport-ws").requireRefused(t, fault.InternalError, "ticks")
	require.Zero(t, b.resolved.Load())
}

func TestGuard_SubscriptionOverEvents(t *testing.T) {
	t.Parallel()
	b := newGuardBundle(t)
	const document = `subscription { ticks }`

	for _, refused := range []struct {
		as   *viewer.Viewer
		code fault.Code
	}{{b.refused, fault.Forbidden}, {&viewer.Viewer{}, fault.Unauthorized}} {
		b.as = refused.as
		response, err := b.post(t, "text/event-stream", document)
		require.NoError(t, err)
		whole, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		var answer guardAnswer
		_, data, _ := strings.Cut(string(whole), "data: ")
		data, end, _ := strings.Cut(data, "\n\n")
		require.NoError(t, json.Unmarshal([]byte(data), &answer), "%s", whole)
		answer.requireRefused(t, refused.code, "ticks")
		require.Contains(t, end, "event: complete")
		require.Zero(t, b.resolved.Load())
	}

	b.as = b.allowed
	response, err := b.post(t, "text/event-stream", document)
	require.NoError(t, err)
	begun := make([]byte, 256)
	for text := ""; !strings.Contains(text, `{"data":{"ticks":1}}`); {
		n, err := response.Body.Read(begun)
		require.NoError(t, err)
		text += string(begun[:n])
	}
	b.server.options.Connections.EndSession(b.allowed.SessionID)
	rest, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.NotContains(t, string(rest), "complete")
}

func TestGuard_SubscriptionOverWebSocket(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"graphql-transport-ws", "graphql-ws"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			b := newGuardBundle(t)
			b.as = b.refused
			b.subscribe(t, protocol).requireRefused(t, fault.Forbidden, "ticks")
			require.Zero(t, b.resolved.Load())

			b.as = b.allowed
			conn := b.dial(t, protocol)
			answer := b.next(t, conn, protocol)
			require.Empty(t, answer.Errors)
			require.JSONEq(t, `{"ticks":1}`, string(answer.Data))
			b.server.options.Connections.EndSession(b.allowed.SessionID)
			for {
				var message json.RawMessage
				if err := conn.ReadJSON(&message); err != nil {
					require.True(t, websocket.IsCloseError(err, closeUnauthorized), "%v", err)
					return
				}
			}
		})
	}
}

// Access is checked again at each event: a refusal takes the place of the event and ends the
// subscription.
func TestGuard_SubscriptionRenewed(t *testing.T) {
	t.Parallel()
	t.Run("Events", func(t *testing.T) {
		t.Parallel()
		b := newGuardBundle(t)
		b.as = b.allowed
		response, err := b.post(t, "text/event-stream", `subscription { ticks }`)
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		lines := bufio.NewScanner(response.Body)
		next := func() (answer guardAnswer) {
			for lines.Scan() {
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					require.NoError(t, json.Unmarshal([]byte(data), &answer))
					return answer
				}
			}
			require.FailNow(t, "no event")
			return answer
		}
		require.Empty(t, next().Errors)
		b.ticks <- struct{}{}
		require.Empty(t, next().Errors)
		b.as = b.refused
		b.ticks <- struct{}{}
		refused := next()
		refused.requireRefused(t, fault.Forbidden, "ticks")
		completed := false
		for lines.Scan() {
			completed = completed || lines.Text() == "event: complete"
		}
		require.True(t, completed)
	})
	for _, protocol := range []string{"graphql-transport-ws", "graphql-ws"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			b := newGuardBundle(t)
			b.as = b.allowed
			conn := b.dial(t, protocol)
			require.Empty(t, b.next(t, conn, protocol).Errors)
			b.as = b.refused
			b.ticks <- struct{}{}
			b.next(t, conn, protocol).requireRefused(t, fault.Forbidden, "ticks")
			for message := (struct{ Type string }{}); message.Type != "complete"; {
				require.NoError(t, conn.ReadJSON(&message))
			}
		})
	}
}

// The first event may come long after the subscription began, so access is checked then, too.
func TestGuard_SubscriptionRenewedAtTheFirstEvent(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"graphql-transport-ws", "graphql-ws"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			b := newGuardBundle(t)
			b.as, b.begun = b.allowed, func() { b.as = b.refused }
			b.subscribe(t, protocol).requireRefused(t, fault.Forbidden, "ticks")
			require.EqualValues(t, 1, b.resolved.Load(), "it has begun")
		})
	}
}

// dial opens a socket and subscribes.
func (b *guardBundle) dial(t *testing.T, protocol string) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{protocol}}
	conn, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(b.url, "http"), nil)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	start := map[string]string{"graphql-transport-ws": "subscribe", "graphql-ws": "start"}[protocol]
	for _, message := range []string{
		`{"type":"connection_init","payload":{"Authorization":"Bearer any"}}`,
		`{"id":"1","type":"` + start + `","payload":{"query":"subscription { ticks }"}}`,
	} {
		require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(message)))
	}
	return conn
}

// next returns the next response on a socket.
func (b *guardBundle) next(t *testing.T, conn *websocket.Conn, protocol string) *guardAnswer {
	t.Helper()
	kind := map[string]string{"graphql-transport-ws": "next", "graphql-ws": "data"}[protocol]
	for {
		var message struct {
			Type    string
			Payload *guardAnswer
		}
		require.NoError(t, conn.ReadJSON(&message))
		if message.Type == kind {
			return message.Payload
		}
		require.NotEqual(t, "complete", message.Type)
	}
}

func (b *guardBundle) subscribe(t *testing.T, protocol string) *guardAnswer {
	t.Helper()
	return b.next(t, b.dial(t, protocol), protocol)
}
