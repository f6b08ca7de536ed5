package upgrade

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
)

// Server is a running firmhub serve, or what stands before some of them.
type Server struct {
	url     string
	command *exec.Cmd
	client  *http.Client
}

// Behind returns the server behind a URL, which requests reach by a client. It can't be stopped.
func Behind(url string, client *http.Client) *Server { return &Server{url: url, client: client} }

// Serve starts a server with settings of its environment and arguments. Without an address among
// them it takes any free port.
func Serve(ctx context.Context, program string, settings []string, arguments ...string) (*Server, error) {
	arguments = append([]string{"serve", "--rate-limit=off"}, arguments...)
	command := exec.CommandContext(ctx, program, arguments...)
	if !strings.Contains(strings.Join(arguments, " "), "--addr=") {
		command.Args = append(command.Args, "--addr=127.0.0.1:0")
	}
	var refused bytes.Buffer
	command.Env, command.Stderr = settings, &refused
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &Server{command: command, client: http.DefaultClient}
	for lines := bufio.NewScanner(out); s.url == "" && lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "firmhub serves on "); ok {
			s.url, _, _ = strings.Cut(rest, " ")
		}
	}
	if s.url == "" {
		return nil, fmt.Errorf("%s does not serve: %w\n%s", program, command.Wait(), &refused)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return s, nil
}

// Stop stops the server as an operator does.
func (s *Server) Stop() error {
	return errors.Join(s.command.Process.Signal(syscall.SIGTERM), s.command.Wait())
}

// Caller sends requests with a token or an API key.
type Caller struct {
	server             *Server
	header, credential string
}

// LogIn logs a user in.
func (s *Server) LogIn(ctx context.Context, email, password string) (*Caller, error) {
	var answer struct{ Token string }
	anyone := &Caller{server: s}
	err := anyone.Do(ctx, http.MethodPost, "/api/v1/auth/login", map[string]any{"email": email, "password": password}, &answer)
	return &Caller{server: s, header: "Authorization", credential: "Bearer " + answer.Token}, err
}

// Token returns the access token of a caller who has logged in.
func (c *Caller) Token() string { return strings.TrimPrefix(c.credential, "Bearer ") }

// WithKey returns a caller with an API key.
func (s *Server) WithKey(key string) *Caller {
	return &Caller{server: s, header: "X-Api-Key", credential: key}
}

// Do sends a request of the REST API, and decodes the data of its answer.
func (c *Caller) Do(ctx context.Context, method, path string, body, data any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		encoded = nil
	}
	answer, err := c.send(ctx, method, path, "application/json", encoded)
	if err != nil || data == nil {
		return err
	}
	return json.Unmarshal(answer, &struct{ Data any }{data})
}

// Total returns how many items a list has in all.
func (c *Caller) Total(ctx context.Context, method, path string, body any) (total int, err error) {
	var list struct{ TotalCount int }
	err = c.Do(ctx, method, path, body, &list)
	return list.TotalCount, err
}

// GraphQL runs an operation, and decodes its data.
func (c *Caller) GraphQL(ctx context.Context, query string, data any) error {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return err
	}
	answer, err := c.send(ctx, http.MethodPost, "/graphql", "application/json", body)
	if err != nil {
		return err
	}
	var decoded struct {
		Data   any
		Errors []struct{ Message string }
	}
	decoded.Data = data
	if err := json.Unmarshal(answer, &decoded); err != nil {
		return err
	}
	if len(decoded.Errors) > 0 {
		return fmt.Errorf("%s: %s", query, answer)
	}
	return nil
}

// Upload uploads a file, and returns its id.
func (c *Caller) Upload(ctx context.Context, name, content string) (id string, err error) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	file, err := writer.CreateFormFile("file", name)
	if err != nil {
		return "", err
	}
	_, err = io.WriteString(file, content)
	if err := errors.Join(err, writer.Close()); err != nil {
		return "", err
	}
	answer, err := c.send(ctx, http.MethodPost, "/api/v1/file/upload", writer.FormDataContentType(), form.Bytes())
	if err != nil {
		return "", err
	}
	var uploaded struct{ Data struct{ FileID string } }
	err = json.Unmarshal(answer, &uploaded)
	return uploaded.Data.FileID, err
}

func (c *Caller) send(ctx context.Context, method, path, contentType string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", contentType)
	}
	if c.header != "" {
		request.Header.Set(c.header, c.credential)
	}
	response, err := c.server.client.Do(request)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return nil, fmt.Errorf("%s %s: %w\n%s", method, path, StatusError(response.StatusCode), answer)
	}
	return answer, nil
}

// StatusError is an answer with a status from 400 on.
type StatusError int

// Error implements error.
func (s StatusError) Error() string { return http.StatusText(int(s)) }
