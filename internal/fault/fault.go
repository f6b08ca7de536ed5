// Package fault is the one error type of firmhub. Every refusal that a client may read is a *[Error] with one of a few
// codes; every other error is a bug or an outage, is logged under the request id, and reaches the client as
// InternalError without a word about its cause.
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

// Code is the machine-readable reason of a refusal: the `error.code` of a REST answer, the `extensions.code` of a
// GraphQL error.
type Code string

// The codes of the contract; docs/contract.md says when each one is given.
const (
	ValidationError      Code = "ValidationError"
	Unauthorized         Code = "Unauthorized"
	Forbidden            Code = "Forbidden"
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

// Status is the HTTP status of the code; of an unknown code it is 500.
func (c Code) Status() int {
	switch c {
	case ValidationError:
		return http.StatusBadRequest
	case Unauthorized:
		return http.StatusUnauthorized
	case Forbidden:
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

// Error is a refusal that the client may read in full, except for the cause, which only the log sees.
type Error struct {
	Code    Code
	Message string
	// Details names every invalid field of the request; set for ValidationError, else usually empty.
	Details []Detail
	// RetryAfter tells when to try again; set for TooManyRequests and Unavailable.
	RetryAfter time.Duration
	// Limit is the allowance that was used up, for TooManyRequests of anything but the general limit of calls; else 0.
	Limit int

	cause error
}

// Error is for logs: the public message and the cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

// Ours tells whether the refusal is worth an error in the log: a bug or an outage, and neither a client who left nor one
// who came while all were busy.
func (e *Error) Ours() bool {
	return e.Code == InternalError || e.Code == Unavailable && e.cause != nil && !errors.Is(e.cause, context.Canceled)
}

// New makes a refusal with a public message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Retry makes a refusal that passes by itself: TooManyRequests or Unavailable.
func Retry(code Code, after time.Duration, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), RetryAfter: after}
}

// RetrySeconds returns RetryAfter in whole seconds, at least one, as the header Retry-After has it.
func (e *Error) RetrySeconds() int { return max(1, int(math.Ceil(e.RetryAfter.Seconds()))) }

// Because adds the cause for the log; the client never sees it.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// From turns any error into the one that the client is answered with. A *Error anywhere in the chain is itself; a
// request that ran out of time is Unavailable; all else is InternalError.
func From(err error) *Error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Retry(Unavailable, time.Second, "The request was cut short. Try again.").Because(err)
	}
	return New(InternalError, "Something went wrong on our side. The log says what, under the request id.").Because(err)
}

// Is tells whether err is a refusal with this code.
func Is(err error, code Code) bool {
	fault, ok := errors.AsType[*Error](err)
	return ok && fault.Code == code
}

// Wrap adds the name of the operation to an error on its way out; meant for a function's first line:
//
//	defer fault.Wrap(&err, "contact.Create")
//
// Refusals keep their code and public message.
func Wrap(err *error, operation string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", operation, *err)
	}
}

// Detail names one invalid field of a request and says what is wrong with it, in words that follow the field's name:
// "is required".
type Detail struct {
	// Field is the path from the body's root: phones[1].isPrimary.
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Details collects everything that is wrong with a request, so that the client learns it all at once.
type Details []Detail

// Add notes a fault of a field.
func (d *Details) Add(field, format string, args ...any) {
	*d = append(*d, Detail{Field: field, Message: fmt.Sprintf(format, args...)})
}

// AddAll adds the faults of a part of the request, with a prefix before their field names.
func (d *Details) AddAll(prefix string, part Details) {
	for _, detail := range part {
		*d = append(*d, Detail{Field: prefix + detail.Field, Message: detail.Message})
	}
}

// MaxDetails is how many details a refusal holds.
const MaxDetails = 100

// Err returns nil when nothing was noted, else a ValidationError with the first [MaxDetails] of it. Its message says the
// first few and how many more there are.
func (d Details) Err() error {
	if len(d) == 0 {
		return nil
	}
	said := make([]string, len(d))
	for i, detail := range d {
		said[i] = strings.TrimSpace(detail.Field + " " + detail.Message)
	}
	return &Error{
		Code:    ValidationError,
		Message: "Invalid request: " + List(said, "; ") + ".",
		Details: d[:min(len(d), MaxDetails)],
	}
}
