package rest_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/rest"
)

const contentPath = "/api/v1/file/" + someID + "/content"

// opened is a content that counts how often it was closed, and takes its time for each read.
type opened struct {
	*strings.Reader

	slow   time.Duration
	closed int
}

func (o *opened) Read(p []byte) (int, error) {
	<-time.After(o.slow)
	return o.Reader.Read(p)
}

func (o *opened) Close() error { o.closed++; return nil }

// WriteTo of strings.Reader would be used instead of Read.
func (o *opened) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, struct{ io.Reader }{o}) }

func TestContent(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		content := &opened{Reader: strings.NewReader("content")}
		b.file = &rest.File{Name: "Müller \"1\".html", ContentType: "text/html; charset=utf-8", ModTime: time.Now(), Content: content}
		for method, body := range map[string]string{http.MethodGet: "content", http.MethodHead: ""} {
			answer := b.call(method, contentPath, "")
			require.Equal(t, http.StatusOK, answer.Code)
			require.Equal(t, body, answer.Body.String())
			require.Equal(t, "text/html; charset=utf-8", answer.Header().Get("Content-Type"))
			require.Equal(t, "7", answer.Header().Get("Content-Length"))
			require.Equal(t, `attachment; filename*=utf-8''M%C3%BCller%20%221%22.html`, answer.Header().Get("Content-Disposition"))
			require.Equal(t, "nosniff", answer.Header().Get("X-Content-Type-Options"))
			require.Equal(t, "default-src 'none'; sandbox", answer.Header().Get("Content-Security-Policy"))
		}
		require.Equal(t, 2, content.closed)
	})
	t.Run("ErrID", func(t *testing.T) {
		t.Parallel()
		refused(t, setup(t).call(http.MethodGet, "/api/v1/file/x/content", ""), fault.ValidationError,
			fault.Detail{Field: "id", Message: "must be a UUID"})
	})
	t.Run("ErrAccess", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.access["file"] = fault.New(fault.Unauthorized, "Log in.")
		refused(t, b.call(http.MethodGet, contentPath, ""), fault.Unauthorized)
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["file"] = fault.New(fault.NotFound, "No such file.")
		refused(t, b.call(http.MethodGet, contentPath, ""), fault.NotFound)
	})
}

// Who loses the right to read in the middle of a download gets no more of it.
func TestContent_Revoked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	synctest.Test(t, func(t *testing.T) {
		b.file = &rest.File{Name: "a", ContentType: "text/plain", Content: &opened{
			Reader: strings.NewReader(strings.Repeat("x", 1<<20)), slow: 600 * time.Millisecond,
		}}
		b.renew = errors.New("the session has ended")
		answer := b.call(http.MethodGet, contentPath, "")
		require.Less(t, answer.Body.Len(), 1<<18)
		require.Positive(t, answer.Body.Len())
	})
}
