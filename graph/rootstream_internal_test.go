package graph

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

func TestSingleRootField(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		documents := newGuardBundle(t).server.documents
		for _, document := range []string{
			`subscription { ticks }`,
			`subscription { a: ticks }`,
			`subscription { ticks ticks }`, // one name in the answer
			`subscription { ...f ... on Subscription { ticks } ...f } fragment f on Subscription { ...g } fragment g on Subscription { ticks }`,
			`query q { ... @skip(if: true) { a: open } b: open } subscription s { ticks }`,
		} {
			_, err := documents.read(document)
			require.NoError(t, err, document)
		}
	})
	t.Run("Err", func(t *testing.T) {
		t.Parallel()
		b := newGuardBundle(t)
		b.as = b.allowed
		conn := b.dial(t, "graphql-transport-ws")
		b.next(t, conn, "graphql-transport-ws")
		b.resolved.Store(0)
		for i, document := range []string{
			`subscription { a: ticks b: ticks }`,
			`subscription { ticks ...f } fragment f on Subscription { b: ticks }`,
			`subscription { ticks __typename }`,
			`subscription { __typename }`,
			`subscription($s: Boolean = true) { ticks @skip(if: $s) }`,
			`subscription { ticks @include(if: true) }`,
			`subscription { ... @skip(if: true) { ticks } }`,
			`subscription { ...f @include(if: true) } fragment f on Subscription { ticks }`,
			`subscription { ...f } fragment f on Subscription { ticks @skip(if: false) }`,
		} {
			refused := func(answer *guardAnswer) {
				t.Helper()
				require.Len(t, answer.Errors, 1, document)
				require.Equal(t, fault.ValidationError, answer.Errors[0].Extensions.Code, document)
				require.Zero(t, b.resolved.Load(), document)
			}
			response, err := b.post(t, "text/event-stream", document)
			require.NoError(t, err)
			whole, err := io.ReadAll(response.Body)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			_, data, _ := strings.Cut(string(whole), "data: ")
			data, _, _ = strings.Cut(data, "\n")
			var streamed guardAnswer
			require.NoError(t, json.Unmarshal([]byte(data), &streamed), "%s", whole)
			refused(&streamed)

			require.NoError(t, conn.WriteJSON(map[string]any{
				"id": strconv.Itoa(i + 2), "type": "subscribe", "payload": map[string]string{"query": document},
			}))
			refused(b.next(t, conn, "graphql-transport-ws"))
			var completed struct{ Type string }
			require.NoError(t, conn.ReadJSON(&completed))
			require.Equal(t, "complete", completed.Type)
		}
	})
}
