// Package fault defines the errors that clients see. Every error whose message a client may read is
// a *[Error] with one of the codes below. Any other error is a bug or an outage: it is logged under
// the request id, and the client receives InternalError without the cause.
package fault

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
)

// Code is the machine-readable reason of an error: `error.code` in the REST API, `extensions.code`
// in the GraphQL API.
type Code string

// The codes of the contract; docs/contract.md lists when each is returned.
const (
	ValidationError      Code = "ValidationError"
	Unauthorized         Code = "Unauthorized"
	Forbidden            Code = "Forbidden"
	MfaRequired          Code = "MfaRequired"
	NotFound             Code = "NotFound"
	MethodNotAllowed     Code = "MethodNotAllowed"
	Conflict             Code = "Conflict"
	InsufficientBalance  Code = "InsufficientBalance"
	PayloadTooLarge      Code = "PayloadTooLarge"
	UnsupportedMediaType Code = "UnsupportedMediaType"
	TooManyRequests      Code = "TooManyRequests"
	InternalError        Code = "InternalError"
	Unavailable          Code = "Unavailable"
)

// Status returns the HTTP status of the code, and 500 for an unknown code.
func (c Code) Status() int {
	switch c {
	case ValidationError:
		return http.StatusBadRequest
	case Unauthorized:
		return http.StatusUnauthorized
	case Forbidden, MfaRequired:
		return http.StatusForbidden
	case NotFound:
		return http.StatusNotFound
	case MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case Conflict, InsufficientBalance:
		return http.StatusConflict
	case PayloadTooLarge:
		return http.StatusRequestEntityTooLarge
	case UnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case TooManyRequests:
		return http.StatusTooManyRequests
	case Unavailable:
		return http.StatusServiceUnavailable
	case InternalError:
		return http.StatusInternalServerError
	}
	return http.StatusInternalServerError
}

// Error is an error whose code, message and details are sent to the client. The cause is only
// logged.
type Error struct {
	Code    Code
	Message string
	// Details names every invalid field of the request; set for ValidationError, else usually
	// empty.
	Details []Detail
	// RetryAfter is how long to wait before another attempt; set for TooManyRequests and
	// Unavailable.
	RetryAfter time.Duration
	// Limit is the limit that was exceeded. It is set for TooManyRequests of any limit but the
	// general rate limit, else 0.
	Limit int
	// Reset is the time until all of Limit is available again, where that is set.
	Reset time.Duration

	cause error
}

// Error returns code, message and cause, for the log.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Ours reports whether the error is logged at level ERROR: it is a bug or an outage, and not caused
// by a client that disconnected or a server that is busy.
func (e *Error) Ours() bool {
	return e.Code == InternalError || e.Code == Unavailable && e.cause != nil && !errors.Is(e.cause, context.Canceled)
}

// New returns an error with a public message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Retry returns an error that is temporary: TooManyRequests or Unavailable.
func Retry(code Code, after time.Duration, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), RetryAfter: after}
}

// IsTemporary reports whether the client is told when to try again.
func (e *Error) IsTemporary() bool { return e.Code == TooManyRequests || e.Code == Unavailable }

// RetrySeconds returns RetryAfter in whole seconds, at least one, for the header Retry-After and
// for `extensions.retryAfter`.
func (e *Error) RetrySeconds() int { return max(1, int(math.Ceil(e.RetryAfter.Seconds()))) }

// Because sets the cause, which is logged and never sent to the client. It returns e.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// From returns the error that the client receives for err: the *Error in its chain if there is one,
// Unavailable when the context was cancelled or its deadline exceeded, else InternalError.
func From(err error) *Error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Retry(Unavailable, time.Second, "The request was cut short. Try again.").Because(err)
	}
	return New(InternalError, "Something went wrong on our side. The log says what, under the request id.").Because(err)
}

// Is reports whether err has an *Error with this code in its chain.
func Is(err error, code Code) bool {
	fault, ok := errors.AsType[*Error](err)
	return ok && fault.Code == code
}

// Wrap prefixes *err with the name of the operation, unless it is nil. It is deferred in the first
// line of a function:
//
//	defer fault.Wrap(&err, "contact.Create")
//
// An *Error keeps its code and public message.
func Wrap(err *error, operation string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", operation, *err)
	}
}

// Detail describes one invalid field of a request. The message follows the name of the field: "is
// required".
type Detail struct {
	// Field is the path from the root of the body: phones[1].isPrimary.
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Details collects all invalid fields of a request, so that one answer lists them all.
type Details []Detail

// Add appends the description of an invalid field.
func (d *Details) Add(field, format string, args ...any) {
	*d = append(*d, Detail{Field: field, Message: fmt.Sprintf(format, args...)})
}

// AddAll adds the faults of a part of the request, with a prefix before their field names.
func (d *Details) AddAll(prefix string, part Details) {
	for _, detail := range part {
		*d = append(*d, Detail{Field: prefix + detail.Field, Message: detail.Message})
	}
}

// MaxDetails is the largest number of details of one error.
const MaxDetails = 100

// Err returns nil when d is empty, else a ValidationError with the first [MaxDetails] details. Its
// message has the first few and the number of the others.
func (d Details) Err() error {
	if len(d) == 0 {
		return nil
	}
	texts := make([]string, len(d))
	for i, detail := range d {
		texts[i] = strings.TrimSpace(detail.Field + " " + detail.Message)
	}
	return &Error{
		Code:    ValidationError,
		Message: "Invalid request: " + List(texts, "; ") + ".",
		Details: d[:min(len(d), MaxDetails)],
	}
}
