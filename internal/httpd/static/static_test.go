package static_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd/static"
)

func ask(t *testing.T, file http.Handler, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	maps.Copy(request.Header, header)
	recorder := httptest.NewRecorder()
	file.ServeHTTP(recorder, request)
	return recorder
}

func unpacked(t *testing.T, recorder *httptest.ResponseRecorder) string {
	t.Helper()
	require.Equal(t, "gzip", recorder.Header().Get("Content-Encoding"))
	reader, err := gzip.NewReader(recorder.Body)
	require.NoError(t, err)
	content, err := io.ReadAll(reader)
	require.NoError(t, err)
	return string(content)
}

func TestFile_Brotli(t *testing.T) {
	t.Parallel()
	file := static.New("a.js", "", []byte("some script"))
	for accepted, coding := range map[string]string{
		"gzip, deflate, br, zstd": "br",
		"BR;q=0.1":                "br",
		"br;q=0, gzip":            "gzip",
		"br;q=0.000":              "",
		"brotli":                  "",
		"":                        "",
	} {
		require.Equal(t, coding, ask(t, file, http.Header{"Accept-Encoding": {accepted}}).Header().Get("Content-Encoding"), accepted)
	}
	packed := ask(t, file, http.Header{"Accept-Encoding": {"br"}})
	content, err := io.ReadAll(brotli.NewReader(packed.Body))
	require.NoError(t, err)
	require.Equal(t, "some script", string(content))
}

func TestFile(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, err := io.WriteString(writer, "some script")
	require.NoError(t, err)
	require.NoError(t, writer.Close())

	for name, file := range map[string]*static.File{
		"Plain":  static.New("a.js", "default-src 'none'", []byte("some script")),
		"Packed": static.New("a.js.gz", "default-src 'none'", packed.Bytes()),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain := ask(t, file, nil)
			require.Equal(t, "some script", plain.Body.String())
			require.Equal(t, "text/javascript; charset=utf-8", plain.Header().Get("Content-Type"))
			require.Equal(t, "default-src 'none'", plain.Header().Get("Content-Security-Policy"))
			require.Equal(t, "no-cache", plain.Header().Get("Cache-Control"))
			require.Equal(t, "script", ask(t, file, http.Header{"Range": {"bytes=5-"}}).Body.String())
			require.Equal(t, "some script", unpacked(t, ask(t, file, http.Header{"Accept-Encoding": {"deflate, gzip;q=0.5"}})))

			known := ask(t, file, http.Header{"If-None-Match": {plain.Header().Get("ETag")}})
			require.Equal(t, http.StatusNotModified, known.Code)
			require.Empty(t, known.Body.String())
			missing := ask(t, file.NotFound(), http.Header{"If-None-Match": {plain.Header().Get("ETag")}})
			require.Equal(t, http.StatusNotFound, missing.Code)
			require.Equal(t, "some script", missing.Body.String())
			require.Contains(t, ask(t, file.Forever(), nil).Header().Get("Cache-Control"), "immutable")
		})
	}
}
