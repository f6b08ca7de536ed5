package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// Operation is a GraphQL operation to send.
type Operation struct {
	Query     string         `json:"query"`
	Name      string         `json:"operationName,omitempty"`
	Variables map[string]any `json:"variables,omitempty"`
}

const (
	eventsType = "text/event-stream"
	maxRetry   = 30 * time.Second
)

// ErrFaulty is returned when a response of a GraphQL operation has errors.
var ErrFaulty = errors.New("the answer has errors")

// GraphQL runs an operation in a firm, as in [Request], and calls each with every response as JSON.
// A query or mutation has one response. A subscription has any number, until it completes or ctx is
// done. A subscription that was interrupted begins again, after a second and at most 30 seconds;
// events meanwhile may be missed.
func (c *Client) GraphQL(ctx context.Context, operation Operation, firm string, each func(response []byte) error) error {
	body, err := json.Marshal(operation)
	if err != nil {
		return fmt.Errorf("encode the operation: %w", err)
	}
	wait, begun := c.firstRetry, false
	for {
		streaming, err := c.respond(ctx, body, firm, each)
		if streaming {
			wait, begun = c.firstRetry, true
		}
		broken := (*brokenError)(nil)
		if !begun || !errors.As(err, &broken) || ctx.Err() != nil {
			return err
		}
		if c.Retrying != nil {
			c.Retrying(broken.reason, wait)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, maxRetry)
	}
}

// brokenError is the end of a connection after which another try makes sense.
type brokenError struct{ reason error }

func (b *brokenError) Error() string { return b.reason.Error() }

func (b *brokenError) Unwrap() error { return b.reason }

// respond runs an operation once. It reports whether it was a subscription that has begun.
func (c *Client) respond(ctx context.Context, body []byte, firm string, each func([]byte) error) (streaming bool, err error) {
	answer, err := c.Do(ctx, Request{
		Method: http.MethodPost, Path: "/graphql", Body: bytes.NewReader(body), Firm: firm,
		Header: http.Header{"Accept": {"application/json, " + eventsType + ";q=0.5"}},
	})
	if err != nil {
		return false, &brokenError{err}
	}
	defer func() { _ = answer.Body.Close() }() // It was only read.
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); kind == eventsType {
		return true, readEvents(answer.Body, func(response []byte) error { return check(response, each) })
	}
	response, err := io.ReadAll(answer.Body)
	if err != nil {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	if answer.StatusCode == http.StatusServiceUnavailable {
		return false, &brokenError{NewRefusal(answer.StatusCode, response)}
	}
	err = check(response, each)
	if answer.StatusCode >= http.StatusBadRequest {
		err = NewRefusal(answer.StatusCode, response)
	}
	return false, err
}

// check passes a response on. It returns [ErrFaulty] if the response has errors.
func check(response []byte, each func([]byte) error) error {
	if err := each(response); err != nil {
		return err
	}
	var parsed struct{ Errors []struct{ Message string } }
	if json.Unmarshal(response, &parsed) == nil && len(parsed.Errors) > 0 {
		return fmt.Errorf("%w: %s", ErrFaulty, plain(parsed.Errors[0].Message))
	}
	return nil
}

// readEvents calls next with the data of each event `next`, until the event `complete`.
func readEvents(stream io.Reader, next func(data []byte) error) error {
	reader := bufio.NewReader(stream)
	event := ""
	var data []string
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = errors.New("the server has ended the stream")
			}
			return &brokenError{err}
		}
		line = strings.TrimRight(line, "\r\n")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case field == "event":
			event = value
		case field == "data":
			data = append(data, value)
		case line != "": // a comment, or a field without a meaning here
		case event == "complete":
			return nil
		default:
			if event == "next" {
				if err := next([]byte(strings.Join(data, "\n"))); err != nil {
					return err
				}
			}
			event, data = "", nil
		}
	}
}
