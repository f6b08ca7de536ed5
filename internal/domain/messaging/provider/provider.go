// Package provider defines how firmhub talks to the providers of messages. Each provider has an
// adapter in a package below. The adapters know no database: an account comes in, and outcomes and
// events come out.
package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/secret"
)

// Adapter talks to one kind of provider. It is safe for concurrent use, and keeps nothing of an
// account between calls.
type Adapter interface {
	// Send calls the provider at most once for the message. The outcome says what is known about
	// it. It is never Taken or Unknown if the context ended before the call was written. Its texts
	// are [Outcome.Cleaned].
	Send(ctx context.Context, account Account, message Message) Outcome
	// ReadHook returns the events in a call of the provider. It returns [ErrSignature] if the call
	// is not signed with the secret of the account. An event that can't be read has its own error
	// and does not keep the others. Their texts are [Event.Cleaned].
	ReadHook(account Account, hook Hook) ([]Event, error)
	// Test asks the provider whether the settings and secrets are right. It sends no message.
	Test(ctx context.Context, account Account) TestResult
}

// Preparer is implemented by an adapter whose provider gets the file of a message before the
// message.
type Preparer interface {
	// Prepare uploads the file of a message that has one, unless that was done before. Send then
	// calls the provider for the message at once. If the upload fails, the outcome is that of the
	// message. Its texts are [Outcome.Cleaned].
	Prepare(ctx context.Context, account Account, message Message) *Outcome
}

// Challenger is implemented by an adapter whose provider checks the address of a hook by a GET
// request before it uses the address.
type Challenger interface {
	// Challenge returns the text to answer, and false if the call does not have the token of the
	// account.
	Challenge(account Account, query url.Values) (answer string, ok bool)
}

// ErrSignature is returned for a hook whose signature is missing or wrong.
var ErrSignature = errors.New("provider: the signature of the hook is wrong")

// Account is a channel as its adapter sees it.
type Account struct {
	secret.Hidden

	ID       uuid.UUID
	Settings Settings
	Secrets  Secrets
	// HookURL is the absolute address that the provider calls, or "" if it cannot reach this
	// server.
	HookURL string
}

// Hook is a call of a provider.
type Hook struct {
	Header http.Header
	// Query is the query of the address that was called, not decoded.
	Query string
	// Body is the body as it was received: the signature is over its bytes.
	Body []byte
}

// TestResult is the result of a test of an account.
type TestResult struct {
	OK bool
	// Message is for people. It says what is wrong unless OK.
	Message string
	// Sender is what recipients see as the sender, where the provider says so, else "".
	Sender string
	// Failing is why messages of the account must wait, or "".
	Failing Reason
}
