package rest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

const export = "/items/export"

// pages is a table of so many pages of one row; then it ends with the error, if there is one.
func pages(count int, err error) *stream.Table {
	next := 0
	return &stream.Table{Columns: []string{"n", "text"}, Next: func(_ context.Context, rows *stream.Rows) (bool, error) {
		if next == count {
			return false, err
		}
		next++
		rows.Int(int64(next))
		rows.Text("=1+1")
		rows.End()
		return next < count || err != nil, nil
	}}
}

func TestStream(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for format, want := range map[string]struct{ contentType, file, text string }{
			"":               {"text/csv; charset=utf-8; header=present", "items.csv", "n,text\r\n1,'=1+1\r\n2,'=1+1\r\n"},
			"?format=CSV":    {"text/csv; charset=utf-8; header=present", "items.csv", "n,text\r\n1,'=1+1\r\n2,'=1+1\r\n"},
			"?format=ndjson": {"application/x-ndjson; charset=utf-8", "items.ndjson", "{\"n\":1,\"text\":\"=1+1\"}\n{\"n\":2,\"text\":\"=1+1\"}\n"},
		} {
			b := setupItems(t)
			b.table = pages(2, nil)
			answer := b.call(http.MethodGet, export+format, "")
			require.Equal(t, http.StatusOK, answer.Code)
			require.Equal(t, want.contentType, answer.Header().Get("Content-Type"))
			require.Equal(t, `attachment; filename="`+want.file+`"`, answer.Header().Get("Content-Disposition"))
			require.Equal(t, "no-store", answer.Header().Get("Cache-Control"))
			require.Equal(t, want.text, answer.Body.String())

			b.table = pages(2, nil)
			answer = b.call(http.MethodHead, export+format, "")
			require.Equal(t, want.contentType, answer.Header().Get("Content-Type"))
			require.Empty(t, answer.Body.String())
		}
	})

	t.Run("OK keys", func(t *testing.T) {
		t.Parallel()
		for format, want := range map[string]string{"csv": "n,n\r\n1,'=1+1\r\n", "ndjson": `{"n":1,"n 2":"=1+1"}` + "\n"} {
			b := setupItems(t)
			b.table = pages(1, nil)
			b.table.Columns, b.table.Keys = []string{"n", "n"}, []string{"n", "n 2"}
			require.Equal(t, want, b.call(http.MethodGet, export+"?format="+format, "").Body.String())
		}
	})

	t.Run("Variables", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		require.Equal(t, http.StatusOK, b.call(http.MethodGet, export+"?kinds=debit&page=0&pageNumber=x", "").Code)
		require.Equal(t, map[string]any{"kinds": []any{"Debit"}}, b.seen.Variables, "the page is omitted")
	})

	t.Run("ErrAccess", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		b.access["items"] = fault.New(fault.Forbidden, "No.")
		refused(t, b.call(http.MethodGet, export+"?format=x", ""), fault.Forbidden)
	})

	t.Run("ErrInput", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		b.results["items"] = fault.Details{{Field: "kinds", Message: "are too many"}}.Err()
		refused(t, b.call(http.MethodGet, export+"?format=csv&format=xml&kinds=x", ""), fault.ValidationError,
			fault.Detail{Field: "kinds[0]", Message: "must be one of Debit, Credit"},
			fault.Detail{Field: "format", Message: "must be one of csv, ndjson"},
			fault.Detail{Field: "kinds", Message: "are too many"})
		b.results["items"] = fault.New(fault.NotFound, "There is none.")
		refused(t, b.call(http.MethodGet, export, ""), fault.NotFound)
		refused(t, b.call(http.MethodGet, export+"?format=x", ""), fault.ValidationError,
			fault.Detail{Field: "format", Message: "must be one of csv, ndjson"})
	})

	t.Run("ErrBeforeTheFirstRow", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		b.table = pages(0, errors.New("secret"))
		answer := b.call(http.MethodGet, export, "")
		require.NotContains(t, answer.Body.String(), "secret")
		refused(t, answer, fault.InternalError)
	})

	// A client never takes a part for the whole.
	t.Run("ErrInTheMiddle", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		b.table = pages(2, errors.New("away"))
		server := httptest.NewServer(b.handler)
		defer server.Close()
		answer, err := http.Get(server.URL + export) //nolint:noctx // ends with the server
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		text, err := io.ReadAll(answer.Body)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, "n,text\r\n1,'=1+1\r\n2,'=1+1\r\n", string(text))
		require.NoError(t, answer.Body.Close())
	})

	// The credential is checked again while rows are written.
	t.Run("ErrCredentialLost", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setupItems(t)
			rows := 0
			b.table = &stream.Table{Columns: []string{"n"}, Next: func(_ context.Context, r *stream.Rows) (bool, error) {
				<-time.After(300 * time.Millisecond)
				rows++
				if rows == 10 {
					b.renew = fault.New(fault.Unauthorized, "The session has ended.")
				}
				r.Int(int64(rows))
				r.End()
				return true, nil
			}}
			require.PanicsWithValue(t, http.ErrAbortHandler, func() { b.call(http.MethodGet, export, "") })
			require.LessOrEqual(t, rows, 14)

			b.renew, b.access["items"] = nil, nil
			rows = 100
			b.table.Next = func(_ context.Context, _ *stream.Rows) (bool, error) {
				<-time.After(600 * time.Millisecond)
				rows++
				if rows == 110 {
					b.access["items"] = fault.New(fault.Forbidden, "Not any more.")
				}
				return true, nil
			}
			require.PanicsWithValue(t, http.ErrAbortHandler, func() { b.call(http.MethodGet, export, "") })
			require.LessOrEqual(t, rows, 112)
		})
	})

	// When the client leaves, the rows are no longer read.
	t.Run("ClientLeaves", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		asked, ended := make(chan struct{}), make(chan error, 1)
		first := true
		b.table = &stream.Table{Columns: []string{"n"}, Next: func(ctx context.Context, _ *stream.Rows) (bool, error) {
			if first {
				first = false
				return true, nil
			}
			close(asked)
			<-ctx.Done()
			ended <- ctx.Err()
			return false, ctx.Err()
		}}
		server := httptest.NewServer(b.handler)
		defer server.Close()
		ctx, leave := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+export, http.NoBody)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer func() { _ = answer.Body.Close() }()
		<-asked
		leave()
		require.ErrorIs(t, <-ended, context.Canceled)
	})
}

func TestOpenAPIOfStreams(t *testing.T) {
	t.Parallel()
	operation := read(t, openAPI(t, setupItems(t))).Paths[export]["get"]
	require.ElementsMatch(t, []string{"text/csv", "application/x-ndjson"}, keys(operation.Responses["200"].Content))
	names := make([]string, 0, len(operation.Parameters))
	for _, parameter := range operation.Parameters {
		names = append(names, parameter.Name)
	}
	require.Equal(t, []string{"kinds", "format"}, names)
}
