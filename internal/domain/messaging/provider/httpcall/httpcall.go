// Package httpcall calls the HTTP API of a provider once, and says what is known when there is no
// answer.
package httpcall

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

const (
	// maxWait is the longest wait that a provider may ask for.
	maxWait = 24 * time.Hour
	// maxAnswer is how much is read of an answer in bytes, whatever the client permits.
	maxAnswer = 1 << 20
)

// Answer is the answer of a provider.
type Answer struct {
	Status int
	Header http.Header
	// Body is what arrived of the body. Cut reports that the rest was lost.
	Body []byte
	Cut  bool
}

// Do sends the request once. If no answer arrives, it returns nil and the outcome: NotTaken if the
// request had no connection yet, else Unknown. A request that has a body must be a POST: net/http
// sends such a request again only if nothing of it was written.
func Do(client *http.Client, request *http.Request) (*Answer, provider.Outcome) {
	var connected atomic.Bool
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), trace))
	response, err := client.Do(request)
	if err != nil {
		result := provider.NotTaken
		if connected.Load() {
			result = provider.Unknown
		}
		return nil, provider.Outcome{Result: result, Waits: waits(result), Message: text(err, connected.Load())}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	cut := err != nil || len(body) > maxAnswer
	return &Answer{Status: response.StatusCode, Header: response.Header, Body: body, Cut: cut}, provider.Outcome{}
}

func waits(result provider.Result) provider.Scope {
	if result == provider.NotTaken {
		return provider.WaitMessage
	}
	return ""
}

// text returns the cause of an error of the client for people, without the URL. An error after the
// connection may quote what a server sent that is no provider, so its words are not shown.
func text(err error, connected bool) string {
	if errors.Is(err, context.Canceled) {
		return "the call was cancelled"
	}
	if cause, ok := errors.AsType[*url.Error](err); ok {
		if reason := outbound.Reason(cause.Err); reason != "" {
			return reason
		}
		if cause.Timeout() {
			return "the provider did not answer in time"
		}
		err = cause.Err
	}
	if connected {
		return "the provider sent no answer that can be read"
	}
	return err.Error()
}

// RetryAfter returns how long the header Retry-After asks to wait, or 0.
func (a *Answer) RetryAfter(now time.Time) time.Duration {
	value := a.Header.Get("Retry-After")
	wait := time.Duration(0)
	if seconds, err := strconv.Atoi(value); err == nil {
		wait = time.Duration(min(max(seconds, 0), int(maxWait/time.Second))) * time.Second
	} else if date, err := http.ParseTime(value); err == nil {
		wait = date.Sub(now)
	}
	return min(max(wait, 0), maxWait)
}

// WithoutError returns the outcome of an answer that has neither a message id nor an error object
// of the provider. A gateway answers 502 and 504 if it lost the answer of the server behind it.
func (a *Answer) WithoutError(now time.Time) provider.Outcome {
	code := strconv.Itoa(a.Status)
	outcome := provider.Outcome{ProviderCode: code, Message: "the provider answered " + code + " " + http.StatusText(a.Status)}
	switch {
	case a.Status == http.StatusTooManyRequests:
		outcome.Result, outcome.Waits, outcome.RetryAfter = provider.NotTaken, provider.WaitChannel, a.RetryAfter(now)
	case a.Status == http.StatusUnauthorized:
		outcome.Result, outcome.Failing = provider.ChannelFailing, provider.CredentialsRefused
	case a.Status < http.StatusMultipleChoices, a.Status == http.StatusBadGateway, a.Status == http.StatusGatewayTimeout:
		outcome.Result = provider.Unknown
	case a.Status < http.StatusBadRequest, a.Status >= http.StatusInternalServerError,
		a.Cut: // the part that is lost may say that it is temporary
		outcome.Result, outcome.Waits, outcome.RetryAfter = provider.NotTaken, provider.WaitMessage, a.RetryAfter(now)
	default:
		outcome.Result, outcome.Code = provider.Refused, provider.Rejected
	}
	return outcome
}
