package records_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const uploadMutation = `mutation($file: Upload!) { uploadFile(file: $file) {
	fileId: id fileName: name contentType size createdAt url } }`

// graphqlForm returns an upload as the GraphQL multipart request specification defines it.
func graphqlForm(fileName, contentType, content string) string {
	return firmhubtest.FormField("operations", fmt.Sprintf(`{"query":%q,"variables":{"file":null}}`, strings.Join(strings.Fields(uploadMutation), " "))) +
		firmhubtest.FormField("map", `{"0":["variables.file"]}`) + firmhubtest.FormFile("0", fileName, contentType, content) + firmhubtest.FormEnd
}

// sendForm posts a form with the boundary b.
func sendForm(t *testing.T, a *firmhubtest.App, path, header, credential string, form io.Reader) *firmhubtest.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+path, form)
	require.NoError(t, err)
	request.Header.Set("Content-Type", firmhubtest.FormType)
	if credential != "" {
		request.Header.Set(header, credential)
	}
	return a.Do(request)
}

const bearer = "Authorization"

// byREST uploads a file by REST with mime/multipart.
func byREST(t *testing.T, a *firmhubtest.App, header, credential, name, content string) firmhubtest.File {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	require.NoError(t, err)
	_, err = io.WriteString(part, content)
	require.NoError(t, err)
	require.NoError(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+firmhubtest.UploadPath, &body)
	require.NoError(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set(header, credential)
	answer := a.Do(request)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var made firmhubtest.File
	answer.Into(t, &made)
	return made
}

// byGraphQL uploads a file by GraphQL.
func byGraphQL(t *testing.T, a *firmhubtest.App, token, name, content string) firmhubtest.File {
	t.Helper()
	answer := sendForm(t, a, "/graphql", bearer, "Bearer "+token, strings.NewReader(graphqlForm(name, "text/html", content)))
	require.Empty(t, answer.Errors, "%s", answer.Body)
	var data struct{ UploadFile firmhubtest.File }
	answer.Into(t, &data)
	return data.UploadFile
}

// get requests a path whose response has no envelope.
func get(t *testing.T, a *firmhubtest.App, path, token string, headers ...string) *firmhubtest.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL+path, http.NoBody)
	require.NoError(t, err)
	if token != "" {
		request.Header.Set(bearer, "Bearer "+token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return a.Do(request)
}

func TestFiles(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Shop", "owner@shop.example")
		content := strings.Repeat("first,last\nAda,Lovelace\n", 50_000)
		for _, made := range []firmhubtest.File{
			byREST(t, a, bearer, "Bearer "+owner.Token, `..\Kontakte – "Köln".csv`, content),
			byGraphQL(t, a, owner.Token, `../Kontakte – "Köln".csv`, content),
		} {
			require.Equal(t, `Kontakte – "Köln".csv`, made.FileName)
			require.Equal(t, "text/plain; charset=utf-8", made.ContentType)
			require.Equal(t, len(content), made.Size)
			require.Nil(t, made.URL)

			found := a.REST(http.MethodGet, "/api/v1/file/"+made.FileID, owner.Token, nil)
			var again firmhubtest.File
			found.Into(t, &again)
			require.Equal(t, made, again)

			answer := get(t, a, "/api/v1/file/"+made.FileID+"/content", owner.Token)
			require.Equal(t, http.StatusOK, answer.Status)
			require.Equal(t, content, string(answer.Body))
			require.Equal(t, "text/plain; charset=utf-8", answer.Header.Get("Content-Type"))
			require.Equal(t, `attachment; filename*=utf-8''Kontakte%20%E2%80%93%20%22K%C3%B6ln%22.csv`, answer.Header.Get("Content-Disposition"))
			require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"))
			require.Equal(t, "default-src 'none'; sandbox", answer.Header.Get("Content-Security-Policy"))
			require.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
			part := get(t, a, "/api/v1/file/"+made.FileID+"/content", owner.Token, "Range", "bytes=0-4")
			require.Equal(t, http.StatusPartialContent, part.Status)
			require.Equal(t, "first", string(part.Body))
			none := get(t, a, "/api/v1/file/"+made.FileID+"/content", owner.Token, "Range", "bytes=999999999-")
			require.Equal(t, http.StatusRequestedRangeNotSatisfiable, none.Status)
			many := get(t, a, "/api/v1/file/"+made.FileID+"/content", owner.Token, "Range", "bytes=0-4,0-0"+strings.Repeat(",0-0", 1000))
			require.Equal(t, http.StatusOK, many.Status)
			require.Equal(t, content, string(many.Body))
		}
		var page struct {
			Items      []firmhubtest.File
			TotalCount int
		}
		a.REST(http.MethodGet, "/api/v1/file?pageSize=1", owner.Token, nil).Into(t, &page)
		require.Equal(t, 2, page.TotalCount)
		require.Len(t, page.Items, 1)

		path := "/api/v1/file/" + page.Items[0].FileID
		require.Equal(t, http.StatusOK, a.REST(http.MethodDelete, path, owner.Token, nil).Status)
		for _, gone := range []string{path, path + "/content"} {
			require.Equal(t, http.StatusNotFound, get(t, a, gone, owner.Token).Status)
		}
		require.Equal(t, http.StatusNotFound, a.REST(http.MethodDelete, path, owner.Token, nil).Status)
	})
}

// Only its uploader and users who may import contacts can read a file; for all others it is
// NotFound, in the same firm too.
func TestFiles_WhoReads(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner, stranger := a.NewFirm("Shop", "owner@shop.example"), a.NewFirm("Other", "owner@other.example")
		var key, other struct{ APIKey string }
		for into, name := range map[*struct{ APIKey string }]string{&key: "One", &other: "Two"} {
			a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token, map[string]any{"name": name, "permissions": []string{}}).Into(t, into)
		}
		ofKey, ofOwner := byREST(t, a, "X-Api-Key", key.APIKey, "key", "k"), byREST(t, a, bearer, "Bearer "+owner.Token, "owner", "o")
		for _, c := range []struct {
			header, credential string
			file               firmhubtest.File
			status             int
		}{
			{"X-Api-Key", key.APIKey, ofKey, http.StatusOK},
			{"X-Api-Key", key.APIKey, ofOwner, http.StatusNotFound},
			{"X-Api-Key", other.APIKey, ofKey, http.StatusNotFound},
			{bearer, "Bearer " + owner.Token, ofKey, http.StatusOK},
			{bearer, "Bearer " + stranger.Token, ofKey, http.StatusNotFound},
			{bearer, "Bearer " + stranger.Token, ofOwner, http.StatusNotFound},
			{bearer, "Bearer nothing", ofOwner, http.StatusUnauthorized},
		} {
			for _, path := range []string{"", "/content"} {
				answer := get(t, a, "/api/v1/file/"+c.file.FileID+path, "", c.header, c.credential)
				require.Equal(t, c.status, answer.Status, "%s %s", c.header, path)
			}
		}
		answer := a.GraphQL(stranger.Token, `mutation($id: ID!) { deleteFile(id: $id) }`, map[string]any{"id": ofOwner.FileID})
		require.Equal(t, fault.NotFound, answer.Code())
	})
}

// A file that claims to be an image, or is a valid image and HTML at once, is never served as a
// page.
func TestFiles_ContentType(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Shop", "owner@shop.example")
		const script = "<script>alert(document.domain)</script>"
		for content, contentType := range map[string]string{
			"<html>" + script + "</html>":           "text/html; charset=utf-8",
			"<svg xmlns=\"x\">" + script + "</svg>": "text/plain; charset=utf-8",
			"<?xml version=\"1.0\"?><svg>" + script: "text/xml; charset=utf-8",
			"GIF89a/*" + script + "*/":              "image/gif",
			"\x89PNG\r\n\x1a\n<html>" + script:      "image/png",
			"\xff\xd8\xff\xe0<html>" + script:       "image/jpeg",
			"RIFF\x24\x00\x00\x00WEBPVP8 " + script: "image/webp",
		} {
			answer := sendForm(t, a, firmhubtest.UploadPath, bearer, "Bearer "+owner.Token, strings.NewReader(firmhubtest.UploadForm("a.html", "image/png", content)))
			require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
			var made firmhubtest.File
			answer.Into(t, &made)
			require.Equal(t, contentType, made.ContentType)
			saved := get(t, a, "/api/v1/file/"+made.FileID+"/content", owner.Token)
			require.Contains(t, saved.Header.Get("Content-Disposition"), "attachment")
			require.Equal(t, "nosniff", saved.Header.Get("X-Content-Type-Options"))
			require.Equal(t, made.URL != nil, contentType != "image/gif" && strings.HasPrefix(contentType, "image/"), contentType)
			if made.URL == nil {
				continue
			}
			_, path, _ := strings.Cut(*made.URL, "/files/")
			image := get(t, a, "/files/"+path, "")
			require.Equal(t, http.StatusOK, image.Status)
			require.Equal(t, content, string(image.Body))
			require.Equal(t, contentType, image.Header.Get("Content-Type"))
			require.Equal(t, "inline", image.Header.Get("Content-Disposition"))
			require.Equal(t, "nosniff", image.Header.Get("X-Content-Type-Options"))
			require.Equal(t, "default-src 'none'; sandbox", image.Header.Get("Content-Security-Policy"))
			require.Equal(t, "public, max-age=31536000, immutable", image.Header.Get("Cache-Control"))
			require.Equal(t, http.StatusOK, a.REST(http.MethodDelete, "/api/v1/file/"+made.FileID, owner.Token, nil).Status)
			require.Equal(t, http.StatusNotFound, get(t, a, "/files/"+path, "").Status)
		}
		for _, path := range []string{"/files/", "/files/x", "/files/" + strings.Repeat("A", 43), "/files/..%2f..%2fetc%2fpasswd"} {
			require.Equal(t, http.StatusNotFound, get(t, a, path, "").Status, path)
		}
	})
}

func TestFiles_Forms(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Shop", "owner@shop.example")
		operations := firmhubtest.FormField("operations", fmt.Sprintf(`{"query":%q,"variables":{"file":null}}`, strings.Join(strings.Fields(uploadMutation), " ")))
		mapping, one := firmhubtest.FormField("map", `{"0":["variables.file"]}`), firmhubtest.FormFile("0", "a", "text/plain", "S3cret")
		many := strings.Repeat(firmhubtest.FormField("x", "y"), 10_000)
		for name, c := range map[string]struct {
			path, form string
			code       fault.Code
			detail     string
		}{
			"OK":             {"/graphql", operations + mapping + one + firmhubtest.FormEnd, "", ""},
			"LongName":       {"/graphql", graphqlForm(strings.Repeat("n", 100_000), "x/y", "a"), "", ""},
			"NoOperations":   {"/graphql", mapping + one + firmhubtest.FormEnd, fault.ValidationError, "operations"},
			"NoMap":          {"/graphql", operations + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"NothingAfter":   {"/graphql", operations + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"Empty":          {"/graphql", firmhubtest.FormEnd, fault.ValidationError, "operations"},
			"FileFirst":      {"/graphql", one + operations + mapping + firmhubtest.FormEnd, fault.ValidationError, "operations"},
			"FileBeforeMap":  {"/graphql", operations + one + mapping + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"NoFile":         {"/graphql", operations + mapping + firmhubtest.FormEnd, fault.ValidationError, "0"},
			"OtherFile":      {"/graphql", operations + mapping + firmhubtest.FormFile("1", "a", "x/y", "a") + firmhubtest.FormEnd, fault.ValidationError, "0"},
			"TwoFiles":       {"/graphql", operations + mapping + one + one + firmhubtest.FormEnd, fault.ValidationError, "body"},
			"ManyParts":      {"/graphql", operations + mapping + one + many + firmhubtest.FormEnd, fault.ValidationError, "body"},
			"ManyPartsFirst": {"/graphql", many + operations + mapping + one + firmhubtest.FormEnd, fault.ValidationError, "operations"},
			"TwoVariables":   {"/graphql", operations + firmhubtest.FormField("map", `{"0":["variables.file","variables.x"]}`) + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"TwoInTheMap":    {"/graphql", operations + firmhubtest.FormField("map", `{"0":["variables.file"],"1":["variables.x"]}`) + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"Nested":         {"/graphql", operations + firmhubtest.FormField("map", `{"0":["variables.input.file"]}`) + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"Batch":          {"/graphql", firmhubtest.FormField("operations", `[{"query":"{ __typename }"}]`) + mapping + one + firmhubtest.FormEnd, fault.ValidationError, ""},
			"MapIsNull":      {"/graphql", operations + firmhubtest.FormField("map", `null`) + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"MapIsNoJSON":    {"/graphql", operations + firmhubtest.FormField("map", `S3cret`) + one + firmhubtest.FormEnd, fault.ValidationError, "map"},
			"NotNull":        {"/graphql", strings.Replace(operations, `"file":null`, `"file":{}`, 1) + mapping + one + firmhubtest.FormEnd, fault.ValidationError, "variables.file"},
			"NoVariable":     {"/graphql", operations + firmhubtest.FormField("map", `{"0":["variables.other"]}`) + one + firmhubtest.FormEnd, fault.ValidationError, "file"},
			"Truncated":      {"/graphql", operations + mapping + one, fault.ValidationError, ""},
			"NestedForm":     {"/graphql", operations + mapping + "--b\r\nContent-Disposition: form-data; name=\"0\"; filename=\"a\"\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n" + firmhubtest.FormEnd, "", ""},
			"FieldsTooLarge": {"/graphql", firmhubtest.FormField("operations", strings.Repeat(" ", 1<<20)) + mapping + one + firmhubtest.FormEnd, fault.PayloadTooLarge, ""},
			"REST":           {firmhubtest.UploadPath, firmhubtest.FormField("x", "y") + firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormField("z", "y") + firmhubtest.FormEnd, "", ""},
			"RESTNoFile":     {firmhubtest.UploadPath, firmhubtest.FormField("x", "y") + firmhubtest.FormEnd, fault.ValidationError, "file"},
			"RESTTwoFiles":   {firmhubtest.UploadPath, firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormEnd, fault.ValidationError, "file"},
			"RESTTruncated":  {firmhubtest.UploadPath, firmhubtest.FormFile("file", "a", "x/y", "a"), fault.ValidationError, ""},
			"RESTManyParts":  {firmhubtest.UploadPath, many + firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormEnd, "", ""},
			"RESTHeader":     {firmhubtest.UploadPath, firmhubtest.FormFile("file", strings.Repeat("n", 2<<20), "x/y", "a") + firmhubtest.FormEnd, fault.PayloadTooLarge, ""},
			"RESTFieldFirst": {firmhubtest.UploadPath, firmhubtest.FormField("x", strings.Repeat("y", 2<<20)) + firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormEnd, fault.PayloadTooLarge, ""},
			"RESTFieldAfter": {firmhubtest.UploadPath, firmhubtest.FormFile("file", "a", "x/y", "a") + firmhubtest.FormField("x", strings.Repeat("y", 2<<20)) + firmhubtest.FormEnd, fault.PayloadTooLarge, ""},
			"HeaderAfter":    {"/graphql", operations + mapping + one + firmhubtest.FormFile("1", strings.Repeat("n", 2<<20), "x/y", "a") + firmhubtest.FormEnd, fault.PayloadTooLarge, ""},
			"RESTNoForm":     {firmhubtest.UploadPath, "no form", fault.ValidationError, ""},
		} {
			answer := sendForm(t, a, c.path, bearer, "Bearer "+owner.Token, strings.NewReader(c.form))
			require.Equal(t, c.code, answer.Code(), "%s: %s", name, answer.Body)
			if c.detail != "" {
				require.NotEmpty(t, answer.Details(), "%s: %s", name, answer.Body)
				require.Equal(t, c.detail, answer.Details()[0].Field, name)
			}
			require.NotContains(t, string(answer.Body), "S3cret", name)
		}
	})
}

// A caller who logs out while a form arrives can't run another operation with it whose file nobody
// reads.
func TestFiles_LogoutInMidForm(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Shop", "owner@shop.example")
		form, sender := io.Pipe()
		go func() {
			_, _ = io.WriteString(sender, firmhubtest.FormField("operations", `{"query":"mutation($file: Upload!) { uploadFile(file: $file) @skip(if: true) { id } `+
				`createRole(input: {name: \"Backdoor\"}) { id } }","variables":{"file":null}}`))
			if a.REST(http.MethodPost, "/api/v1/auth/logout", owner.Token, nil).Status != http.StatusOK {
				_ = sender.CloseWithError(errors.New("the log-out failed"))
				return
			}
			_, _ = io.WriteString(sender, firmhubtest.FormField("map", `{"0":["variables.file"]}`)+firmhubtest.FormFile("0", "a", "x/y", "a")+firmhubtest.FormEnd)
			_ = sender.Close()
		}()
		answer := sendForm(t, a, "/graphql", bearer, "Bearer "+owner.Token, form)
		require.Equal(t, fault.Unauthorized, answer.Code(), "%s", answer.Body)
	})
}

// largeContent is more than the buffers of a connection hold: once it is written, the server has
// read some of it.
var largeContent = strings.Repeat("a", 16<<20)

// A key without a single permission can't take all uploads of its firm.
func TestFairness_Transfers(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Shop", "owner@shop.example")
		var greedy struct{ APIKey string }
		a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token, map[string]any{"name": "Greedy", "permissions": []string{}}).Into(t, &greedy)
		var (
			uploads sync.WaitGroup
			forms   []*io.PipeWriter
		)
		for i := range 4 {
			path, whole := firmhubtest.UploadPath, firmhubtest.UploadForm("a", "x/y", largeContent)
			if i%2 > 0 {
				path, whole = "/graphql", graphqlForm("a", "x/y", largeContent)
			}
			body, form := io.Pipe()
			forms = append(forms, form)
			uploads.Go(func() {
				answer := sendForm(t, a, path, "X-Api-Key", greedy.APIKey, body)
				require.Empty(t, answer.Code(), "%s", answer.Body)
			})
			_, err := io.WriteString(form, strings.TrimSuffix(whole, "\r\n"+firmhubtest.FormEnd))
			require.NoError(t, err)
		}
		full := func(header, credential string) bool {
			answer := sendForm(t, a, firmhubtest.UploadPath, header, credential, strings.NewReader(firmhubtest.UploadForm("b", "x/y", "b")))
			return answer.Status == http.StatusTooManyRequests
		}
		require.True(t, full("X-Api-Key", greedy.APIKey))
		require.False(t, full(bearer, "Bearer "+owner.Token), "the other half is for others")
		for _, form := range forms {
			_, err := io.WriteString(form, "\r\n"+firmhubtest.FormEnd)
			require.NoError(t, err)
			require.NoError(t, form.Close())
		}
		uploads.Wait()
		require.False(t, full("X-Api-Key", greedy.APIKey))
	})
}

// Without a credential no file is read: the error is sent after the first bytes of the body.
func TestFiles_Anonymous(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	for path, form := range map[string]string{"/graphql": graphqlForm("a", "x/y", ""), firmhubtest.UploadPath: firmhubtest.UploadForm("a", "x/y", "")} {
		for _, token := range []string{"", "Bearer nothing"} {
			body, rest := io.Pipe()
			go func() {
				_, _ = io.WriteString(rest, strings.TrimSuffix(form, "\r\n"+firmhubtest.FormEnd)+"first bytes")
			}() // the body does not end
			answer := sendForm(t, a, path, bearer, token, body)
			require.Equal(t, fault.Unauthorized, answer.Code(), "%s: %s", path, answer.Body)
			require.NoError(t, rest.Close())
		}
	}
	answer := sendForm(t, a, "/graphql", "", "", strings.NewReader(firmhubtest.FormField("operations", strings.Repeat(" ", 65<<10))+firmhubtest.FormEnd))
	require.Equal(t, http.StatusRequestEntityTooLarge, answer.Status)
}
