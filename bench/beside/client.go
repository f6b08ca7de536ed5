package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
)

// client sends requests of a user.
type client struct{ base, token string }

var errStatus = errors.New("an unexpected status")

// call sends a request, decodes the data of the answer into data, if that is not nil, and returns
// its header.
func (c *client) call(ctx context.Context, method, path, contentType string, body io.Reader, data any) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("%w: %s %s: %s %s", errStatus, method, path, answer.Status, text)
	}
	if data == nil {
		return answer.Header, nil
	}
	return answer.Header, json.Unmarshal(text, &struct{ Data any }{data})
}

func (c *client) post(ctx context.Context, path string, input, data any) (http.Header, error) {
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	return c.call(ctx, http.MethodPost, path, "application/json", bytes.NewReader(text), data)
}

func (c *client) get(ctx context.Context, path string, data any) error {
	_, err := c.call(ctx, http.MethodGet, path, "", http.NoBody, data)
	return err
}

// logIn returns a client of a user.
func logIn(ctx context.Context, base, email, password string) (*client, error) {
	c := &client{base: base}
	var data struct{ Login struct{ Token string } }
	_, err := c.post(ctx, "/graphql", map[string]any{
		"query":     `mutation($input: LoginInput!) { login(input: $input) { token } }`,
		"variables": map[string]any{"input": map[string]any{"email": email, "password": password}},
	}, &data)
	c.token = data.Login.Token
	return c, err
}

// startImport uploads a file with a number of rows and queues its import. It returns the path of
// the import.
func (c *client) startImport(ctx context.Context, rows int) (string, error) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	content, err := writer.CreateFormFile("file", "contacts.csv")
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(content, strings.NewReader(table(rows))); err != nil {
		return "", err
	}
	if err := writer.Close(); err != nil {
		return "", err
	}
	var file struct{ FileID string }
	if _, err := c.call(ctx, http.MethodPost, "/api/v1/file/upload", writer.FormDataContentType(), &form, &file); err != nil {
		return "", err
	}
	queued, err := c.post(ctx, "/api/V1/Contact/import/upload", map[string]any{"fileId": file.FileID, "defaultPhoneCC": "+55"}, nil)
	return queued.Get("Location"), err
}

// table returns a file of people who are all different, with a phone, an e-mail and three tags.
func table(rows int) string {
	var s strings.Builder
	s.WriteString("firstName,lastName,phone,email,tags\n")
	for i := range rows {
		fmt.Fprintf(&s, "Maria%d,da Silva %d,(%d) 9%04d-%04d,maria.silva%d@example.com,\"region %d;plan %d;source %d\"\n",
			i%997, i%1013, 11+i%9, i/10_000%10_000, i%10_000, i, i%27, i%5, i%40)
	}
	return s.String()
}

// processed returns how many rows of an import are done, and whether there are more.
func (c *client) processed(ctx context.Context, path string) (rows int, running bool, err error) {
	var state struct {
		ProcessedRows int
		Status        string
	}
	err = c.get(ctx, path, &state)
	return state.ProcessedRows, state.Status == "Queued" || state.Status == "Running", err
}
