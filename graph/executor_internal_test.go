package graph

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Queries and mutations have a deadline, which ends with the context of the operation;
// subscriptions have none.
func TestOperationTimeout(t *testing.T) {
	t.Parallel()
	b := newGuardBundle(t)
	for document, limited := range map[string]bool{"{ open }": true, "mutation { write }": true, "subscription { ticks }": false} {
		began := time.Now()
		ctx, cancel := context.WithCancel(viewer.NewContext(t.Context(), b.allowed))
		o, err := b.server.prepare(ctx, &graphql.RawParams{Query: document})
		require.NoError(t, err)
		_, running := b.server.start(ctx, o)
		deadline, ok := running.Deadline()
		require.Equal(t, limited, ok, document)
		if limited {
			require.WithinRange(t, deadline, began.Add(operationTimeout), time.Now().Add(operationTimeout), document)
		}
		require.NoError(t, running.Err())
		cancel()
		require.Error(t, running.Err())
	}
}

// A prepared document has the limits of an operation at /graphql, which refuse the same.
func TestCompile(t *testing.T) {
	t.Parallel()
	const input = `query($input: ContactPageInput!) { contactPage(input: $input) { items { ` + everythingOfAContact + ` } } }`
	b := newEventsBundle(t, nil)
	ctx := viewer.NewContext(t.Context(), b.viewer)
	tags := make([]any, 500)
	for i := range tags {
		tags[i] = "x"
	}
	large := map[string]any{"input": map[string]any{"pageSize": int64(100), "tags": tags}}

	read := func(text string) *ast.QueryDocument {
		document, faults := gqlparser.LoadQueryWithRules(b.server.schema, text, rules.NewRules())
		require.Empty(t, faults)
		return document
	}
	run, err := b.server.Compile(read(input))
	require.NoError(t, err)
	ofREST, err := run(ctx, large, nil, nil)
	require.NoError(t, err)
	o, refused := b.server.prepare(ctx, &graphql.RawParams{Query: input, Variables: large})
	require.True(t, fault.Is(refused, fault.ValidationError))
	ofGraphQL := b.server.refuse(ctx, o, listed(refused))
	require.Equal(t, ofGraphQL.Errors[0].Message, ofREST.Errors[0].Message)
	require.Contains(t, ofREST.Errors[0].Message, "may cost 100000")
	require.Nil(t, ofREST.Extensions)

	for want, document := range map[string]string{
		"everything can cost 275803": `query everything { a: contacts(first: 1) { edges { node { ` + everythingOfAContact + ` } } } b: contactPage(input: {pageSize: 1}) { items { ` +
			everythingOfAContact + ` } } c: contactPage { items { ` + everythingOfAContact + ` } } }`,
		"more than 20 fields at its root": `{` + strings.Repeat(` me { isSuperFirm }`, 21) + `}`,
	} {
		_, err := b.server.Compile(read(document))
		require.ErrorContains(t, err, want)
	}
}
