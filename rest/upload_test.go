package rest_test

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

const attach = "/items/" + someID + "/file"

// part is a field of a form; one with a file name is a file.
type part struct{ field, file, content string }

func formOf(t *testing.T, parts ...part) (body, contentType string) {
	t.Helper()
	var text bytes.Buffer
	form := multipart.NewWriter(&text)
	for _, p := range parts {
		disposition := `form-data; name="` + p.field + `"`
		if p.file != "" {
			disposition += `; filename="` + p.file + `"`
		}
		field, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}})
		require.NoError(t, err)
		_, err = io.WriteString(field, p.content)
		require.NoError(t, err)
	}
	require.NoError(t, form.Close())
	return text.String(), form.FormDataContentType()
}

// setupUpload stores what is uploaded in the function's results.
func setupUpload(t *testing.T) (b *bench, stored *string, send func(body, contentType string) *httptest.ResponseRecorder) {
	t.Helper()
	b, stored = setupItems(t), new(string)
	b.results["attach"] = func(o *graphql.OperationContext) (string, error) {
		file, ok := o.Variables["file"].(upload.File)
		require.True(t, ok)
		content, err := io.ReadAll(file.Content)
		*stored = file.Name + ":" + string(content)
		return `{"id":"` + someID + `"}`, err
	}
	return b, stored, func(body, contentType string) *httptest.ResponseRecorder {
		return b.call(http.MethodPost, attach, body, "Content-Type", contentType)
	}
}

func TestUpload(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b, stored, send := setupUpload(t)
		answer := send(formOf(t, part{"note", "", "first"}, part{"file", "a.csv", "a,b\n1,2"}, part{"note", "", "last"}))
		require.Equal(t, http.StatusCreated, answer.Code, answer.Body)
		require.Equal(t, "/items/"+someID, answer.Header().Get("Location"))
		require.JSONEq(t, `{"isSuccess":true,"data":{"id":"`+someID+`"},"message":"Attached.","error":null}`, answer.Body.String())
		require.Equal(t, "a.csv:a,b\n1,2", *stored)
		require.Equal(t, someID, b.seen.Variables["id"])

		answer = send(formOf(t, part{"file", "a", strings.Repeat("x", 1000)}))
		require.Equal(t, http.StatusCreated, answer.Code, "exactly as large as it may be")
		answer = send(formOf(t, part{"file", "", ""}))
		require.Equal(t, http.StatusCreated, answer.Code)
		require.Equal(t, ":", *stored)
	})

	t.Run("ErrAccess", func(t *testing.T) {
		t.Parallel()
		b, _, _ := setupUpload(t)
		b.access["attach"] = fault.New(fault.Forbidden, "No.")
		refused(t, b.call(http.MethodPost, attach, "x", "Content-Type", "text/plain"), fault.Forbidden)
	})

	t.Run("ErrMediaType", func(t *testing.T) {
		t.Parallel()
		_, _, send := setupUpload(t)
		for _, contentType := range []string{"application/json", "multipart/form-data", "multipart/mixed; boundary=x", ";"} {
			refused(t, send("x", contentType), fault.UnsupportedMediaType)
		}
	})

	t.Run("ErrTooLarge", func(t *testing.T) {
		t.Parallel()
		_, _, send := setupUpload(t)
		refused(t, send(formOf(t, part{"file", "a", strings.Repeat("x", 1001)})), fault.PayloadTooLarge)
		refused(t, send(formOf(t, part{"file", "a", strings.Repeat("x", 100_000)})), fault.PayloadTooLarge)
	})

	t.Run("ErrTooLargeBesideTheFile", func(t *testing.T) {
		t.Parallel()
		b, _, _ := setupUpload(t)
		text, contentType := formOf(t, part{"file", "a", "x"}, part{"note", "", strings.Repeat("x", 2<<20)})
		request := httptest.NewRequest(http.MethodPost, attach, io.MultiReader(strings.NewReader(text))) // of unknown length
		request.Header.Set("Content-Type", contentType)
		answer := httptest.NewRecorder()
		b.handler.ServeHTTP(answer, request)
		require.Equal(t, http.StatusRequestEntityTooLarge, answer.Code)
	})

	t.Run("ErrForm", func(t *testing.T) {
		t.Parallel()
		_, _, send := setupUpload(t)
		refused(t, send(formOf(t, part{"note", "", "x"})), fault.ValidationError, fault.Detail{Field: "file", Message: "is required"})
		refused(t, send(formOf(t, part{"file", "a", "x"}, part{"file", "b", "y"})), fault.ValidationError,
			fault.Detail{Field: "file", Message: "is given twice"})
		text, contentType := formOf(t, part{"file", "a", "x"})
		for _, broken := range []string{"", "x", text[:len(text)-10], text[:20]} {
			_, r := open(t, send(broken, contentType))
			require.Equal(t, fault.ValidationError, r.Code, broken)
		}
	})

	// The function that stores the file hides why it could not read it.
	t.Run("ErrHidden", func(t *testing.T) {
		t.Parallel()
		b, _, send := setupUpload(t)
		b.results["attach"] = func(o *graphql.OperationContext) (string, error) {
			file, _ := o.Variables["file"].(upload.File)
			if _, err := io.Copy(io.Discard, file.Content); err != nil {
				return "", errors.New("could not be stored")
			}
			return `{"id":"` + someID + `"}`, nil
		}
		refused(t, send(formOf(t, part{"file", "a", strings.Repeat("x", 1001)})), fault.PayloadTooLarge)
	})

	t.Run("ErrPath", func(t *testing.T) {
		t.Parallel()
		b, _, _ := setupUpload(t)
		text, contentType := formOf(t, part{"note", "", "x"})
		refused(t, b.call(http.MethodPost, "/items/7/file", text, "Content-Type", contentType), fault.ValidationError,
			fault.Detail{Field: "id", Message: "must be a UUID"}, fault.Detail{Field: "file", Message: "is required"})
	})

	// Access is checked again when the file has arrived.
	t.Run("ErrAccessLost", func(t *testing.T) {
		t.Parallel()
		b, _, _ := setupUpload(t)
		text, contentType := formOf(t, part{"file", "a", "x"})
		reader, writer := io.Pipe()
		request := httptest.NewRequest(http.MethodPost, attach, reader)
		request.Header.Set("Content-Type", contentType)
		go func() {
			_, _ = io.WriteString(writer, text) // returns when all is read, before the end of the body is
			b.access["attach"] = fault.New(fault.Unauthorized, "Not any more.")
			_ = writer.Close()
		}()
		answer := httptest.NewRecorder()
		b.handler.ServeHTTP(answer, request)
		require.Equal(t, http.StatusUnauthorized, answer.Code, answer.Body)
	})
}

func TestOpenAPIOfUploads(t *testing.T) {
	t.Parallel()
	operation := read(t, openAPI(t, setupItems(t))).Paths["/items/{id}/file"]["post"]
	require.JSONEq(t, `{"type":"object","required":["file"],"properties":{"file":{"type":"string","format":"binary",
		"description":"The file, of at most 1000 bytes."}}}`, string(operation.RequestBody.Content["multipart/form-data"].Schema))
	require.Equal(t, "id", operation.Parameters[0].Name)
	require.Len(t, operation.Parameters, 1)
	for _, status := range []string{"201", "400", "401", "403", "413", "415"} {
		require.Contains(t, operation.Responses, status)
	}
}
