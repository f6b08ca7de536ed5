// Package client calls a running server of firmhub for the command line. It logs in, keeps the
// tokens in a file of the user, renews them, and runs requests and GraphQL operations.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Client calls one server. The zero value is not usable; see [New].
type Client struct {
	server string
	key    string
	logins *Logins
	http   *http.Client

	// Retrying is called before an interrupted subscription begins again. It may be nil.
	Retrying func(reason error, wait time.Duration)
	// firstRetry is the first wait before a retry.
	firstRetry time.Duration
	// askLimit is how long a log-in, a renewal and a log-out wait for each response. Meanwhile,
	// other processes wait for the file of the logins.
	askLimit time.Duration
}

// askLimit allows two answers within [lockLimit].
const askLimit = 10 * time.Second

// New returns a client of the server at a URL from [ParseServer]. It sends the API key if there is
// one, else the token of the login at the server, else no credential.
func New(server, key string, logins *Logins) *Client {
	return &Client{
		server: server, key: key, logins: logins, firstRetry: time.Second, askLimit: askLimit,
		// A redirect would send the credential to another address.
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// ParseServer returns the URL of a server as scheme and host. Without a scheme it is http for this
// machine, and https for others.
func ParseServer(text string) (string, error) {
	whole := strings.TrimRight(strings.TrimSpace(text), "/")
	if !strings.Contains(whole, "://") {
		scheme := "https://"
		if parsed, err := url.Parse(scheme + whole); err == nil && isLocal(parsed.Hostname()) {
			scheme = "http://"
		}
		whole = scheme + whole
	}
	parsed, err := url.Parse(whole)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil ||
		parsed.Path != "" || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", errors.New("the server must be a scheme and a host, such as https://api.example.com")
	}
	return parsed.Scheme + "://" + strings.ToLower(parsed.Host), nil
}

// IsExposed reports whether passwords and tokens travel to the server unencrypted over a network.
func IsExposed(server string) bool {
	parsed, err := url.Parse(server)
	return err == nil && parsed.Scheme == "http" && !isLocal(parsed.Hostname())
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// RefusalError is an answer with a status of 400 or more.
type RefusalError struct {
	Status int
	// Message is the server's message without control characters. It is empty if there is none.
	Message string
}

func (r *RefusalError) Error() string {
	text := fmt.Sprintf("the server answers %d %s", r.Status, http.StatusText(r.Status))
	if r.Message != "" {
		text += ": " + r.Message
	}
	return text
}

// NewRefusal returns the refusal in a response body of the REST API or of the GraphQL API.
func NewRefusal(status int, body []byte) *RefusalError {
	var said struct {
		Message string
		Errors  []struct{ Message string }
	}
	_ = json.Unmarshal(body, &said) // Other servers, such as a proxy, answer in other forms.
	if said.Message == "" && len(said.Errors) > 0 {
		said.Message = said.Errors[0].Message
	}
	return &RefusalError{Status: status, Message: plain(said.Message)}
}

// plain returns a server's text without characters that could control a terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, text)
}

// Request is a request to the server.
type Request struct {
	Method string
	// Path begins with a slash and may have a query.
	Path   string
	Header http.Header
	Body   io.Reader
	// Firm is the name or the id of the firm to act in. Empty means the firm of the login or of the
	// key.
	Firm string
}

// Do sends a request with the credential, unless the request's header has one. The caller
// closes the body of the response, whatever its status.
func (c *Client) Do(ctx context.Context, r Request) (*http.Response, error) {
	if !strings.HasPrefix(r.Path, "/") {
		return nil, fmt.Errorf("the path must begin with a slash, such as /api/v1/auth/me, and is %q", r.Path)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, c.server+r.Path, r.Body)
	if err != nil {
		return nil, fmt.Errorf("the request can't be sent: %w", err)
	}
	if r.Header != nil {
		request.Header = r.Header.Clone()
	}
	if request.Body != nil && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if err := c.authorize(ctx, request.Header, r.Firm); err != nil {
		return nil, err
	}
	return c.send(request)
}

func (c *Client) authorize(ctx context.Context, header http.Header, firm string) error {
	const firmHeader, keyHeader = "X-Firm-Id", "X-Api-Key"
	typed := header.Get("Authorization") != "" || header.Get(keyHeader) != ""
	if typed || c.key != "" {
		if !typed {
			header.Set(keyHeader, c.key)
		}
		if firm != "" {
			header.Set(firmHeader, firm)
		}
		return nil
	}
	token, visited, err := c.token(ctx, firm)
	if err != nil {
		return err
	}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	if visited != "" {
		header.Set(firmHeader, visited)
	}
	return nil
}

func (c *Client) send(request *http.Request) (*http.Response, error) {
	if request.Header.Get("User-Agent") == "" {
		request.Header.Set("User-Agent", "firmhub-cli")
	}
	answer, err := c.http.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return nil, fmt.Errorf("%s does not answer: %w", c.server, failed.Err)
	}
	return answer, err
}

// ask sends a request to the REST API without a stored credential, and decodes the data of its
// response. It waits for the response for askLimit.
func (c *Client) ask(ctx context.Context, method, path, token string, body, into any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.askLimit, fmt.Errorf("no answer within %s", c.askLimit)) //nolint:err113 // for people
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, bytes.NewReader(encoded))
	if err != nil {
		return fmt.Errorf("the request can't be sent: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.send(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // It was only read.
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("read the answer of %s: %w", c.server, err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return NewRefusal(answer.StatusCode, text)
	}
	envelope := struct{ Data any }{into}
	if err := json.Unmarshal(text, &envelope); err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s does not answer as firmhub does", c.server)
	}
	return nil
}
