package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// errUnavailable is returned for a request that was refused as it must be while something is away:
// 503 with Retry-After, and nothing of the inside of the server.
var errUnavailable = errors.New("the server is unavailable")

const (
	// requestLimit is the longest time that a request may take.
	requestLimit = 40 * time.Second
	// patience is how long a test waits for what must come, such as the recovery of a database.
	patience = 5 * time.Minute
)

// inside matches what no client may read.
var inside = regexp.MustCompile(`(?i)sqlstate|pgconn|postgres|sqlite|dial tcp|127\.0\.0\.1|\.go:|goroutine|no space|read-only|/tmp/|i/o`)

// errExpired is returned when a token has expired by a clock that was set, after the user has
// logged in again.
var errExpired = errors.New("the token has expired")

// caller sends requests with the token of a user.
type caller struct {
	url, email string
	client     *http.Client
	// expires is whether a token may expire before its time.
	expires atomic.Bool

	renewing sync.Mutex // held while it logs in

	mu    sync.Mutex // guards token
	token string
}

func newCaller(url string) *caller {
	return &caller{url: url, client: &http.Client{Transport: &http.Transport{}, Timeout: requestLimit}}
}

// logIn logs a user in.
func (c *caller) logIn(ctx context.Context) error {
	var answer struct{ Token string }
	anyone := newCaller(c.url)
	if err := anyone.do(ctx, http.MethodPost, "/api/v1/auth/login", map[string]any{"email": c.email, "password": password}, &answer); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = answer.Token
	return nil
}

// credential returns the token.
func (c *caller) credential() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

// do sends a request, and decodes the data of its answer.
func (c *caller) do(ctx context.Context, method, path string, body, data any) error {
	return c.send(ctx, method, path, "application/json", body, data)
}

func (c *caller) send(ctx context.Context, method, path, contentType string, body, data any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, encoded(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", contentType)
	token := c.credential()
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.client.Do(request)
	if err != nil {
		return err
	}
	content, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		return err
	}
	var envelope struct {
		Data   any
		Error  *struct{ Code string }
		Errors []struct {
			Extensions struct {
				Code       string
				RetryAfter int
			}
		}
	}
	envelope.Data = data
	if err := json.Unmarshal(content, &envelope); err != nil {
		return fmt.Errorf("%s %s: %d %s: %w", method, path, answer.StatusCode, content, err)
	}
	code, seconds := "", 0
	switch {
	case envelope.Error != nil:
		code = envelope.Error.Code
	case len(envelope.Errors) > 0:
		code, seconds = envelope.Errors[0].Extensions.Code, envelope.Errors[0].Extensions.RetryAfter
	}
	if answer.StatusCode < http.StatusBadRequest && code == "" {
		return nil
	}
	if code == "Unauthorized" && c.expires.Load() {
		if err := c.renew(ctx, token); err != nil {
			return err
		}
		return errExpired
	}
	// An operation of GraphQL that has begun is answered with 200, and says in the body when to try
	// it again.
	if answer.StatusCode != http.StatusOK {
		if seconds, err = strconv.Atoi(answer.Header.Get("Retry-After")); err != nil || answer.StatusCode != http.StatusServiceUnavailable {
			seconds = 0
		}
	}
	if code == "Unavailable" && seconds > 0 && !inside.Match(content) {
		return errUnavailable
	}
	return fmt.Errorf("%s %s: %d, Retry-After %q: %s", method, path, answer.StatusCode, answer.Header.Get("Retry-After"), content)
}

// renew logs in again, unless another request has done so since one had the token.
func (c *caller) renew(ctx context.Context, token string) error {
	c.renewing.Lock()
	defer c.renewing.Unlock()
	if c.credential() != token {
		return nil
	}
	return c.logIn(ctx)
}
