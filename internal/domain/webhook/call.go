package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// callLimit is how long an attempt may take.
	callLimit = 15 * time.Second
	// keptAnswer is how much of an answer is kept, and maxAnswer how much is read, so that the
	// connection can be used again.
	keptAnswer = 1 << 10
	maxAnswer  = 64 << 10
)

// answer is what came of an attempt.
type answer struct {
	// status is nil without an answer. text is then why there was none.
	status *int
	text   string
	took   time.Duration
}

// ok reports whether the receiver has taken the event.
func (a *answer) ok() bool { return a.status != nil && *a.status >= 200 && *a.status < 300 }

// gone reports whether the receiver wants no more events.
func (a *answer) gone() bool { return a.status != nil && *a.status == http.StatusGone }

// words describes the answer for people.
func (a *answer) words() string {
	if a.status == nil {
		return a.text
	}
	return strings.TrimSpace(fmt.Sprintf("The receiver answered %d %s.", *a.status, http.StatusText(*a.status)))
}

// describe ends the span of an attempt. It shows neither the address nor what is sent.
func (a *answer) describe(span *tracing.Span, firm, event uuid.UUID) {
	span.Text("firmhub.firm", firm.String())
	span.Text("firmhub.event", event.String())
	if a.status != nil {
		span.Number("http.response.status_code", *a.status)
	}
	if !a.ok() {
		span.Fail()
	}
	span.End()
}

// call makes an attempt: it posts the body of an event, signed anew.
func (m *Manager) call(ctx context.Context, target string, secrets []string, id uuid.UUID, body []byte) (a answer) {
	began := time.Now()
	ctx, span := m.config.Tracer.Start(ctx, tracing.Client, "deliver webhook")
	defer func() {
		a.took = time.Since(began)
		if span != nil {
			a.describe(span, viewer.From(ctx).FirmID, id)
		}
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err == nil {
		err = Sign(request.Header, secrets, id.String(), m.config.Now(), body)
	}
	if err != nil {
		return answer{text: "The address can't be called."}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "firmhub-webhooks")
	response, err := m.client.Do(request)
	if err != nil {
		return answer{text: reason(err)}
	}
	defer func() { _ = response.Body.Close() }() // Nothing is written to it.
	// The status alone counts, whatever becomes of the rest.
	kept, _ := io.ReadAll(io.LimitReader(response.Body, keptAnswer))
	_, _ = io.Copy(io.Discard, response.Body)
	return answer{status: &response.StatusCode, text: printable(kept)}
}

// host returns the host that a webhook calls.
func (w *Webhook) host() string {
	target, err := url.Parse(w.URL)
	if err != nil {
		return w.URL
	}
	return strings.ToLower(target.Hostname())
}

// reason says why there was no answer, without what could show the network of the server.
func reason(err error) string {
	if why := outbound.Reason(err); why != "" {
		return strings.ToUpper(why[:1]) + why[1:] + "."
	}
	if failed, ok := errors.AsType[*url.Error](err); ok && failed.Timeout() {
		return fmt.Sprintf("There was no answer within %d seconds.", int(callLimit.Seconds()))
	}
	if errors.Is(err, context.Canceled) {
		return "The attempt was ended."
	}
	return "The call failed."
}

// printable returns a text that both databases store.
func printable(raw []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(raw), "\uFFFD"), "\x00", "\uFFFD")
}
