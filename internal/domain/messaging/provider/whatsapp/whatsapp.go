// Package whatsapp sends messages by the Cloud API of the WhatsApp Business Platform, and reads its
// webhooks.
package whatsapp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// Adapter is the adapter of the Cloud API.
type Adapter struct {
	client, files *http.Client
	now           func() time.Time
	uploads       uploads
}

// New returns the adapter. The clients permit only addresses that may be called, and do not follow
// redirects. Files are uploaded and fetched by the second one, which takes longer and larger
// bodies.
func New(client, files *http.Client, now func() time.Time) *Adapter {
	return &Adapter{client: client, files: files, now: now}
}

// request returns a call of the API, with the token of the account.
func (a *Adapter) request(ctx context.Context, account provider.Account, method string, path ...string) (*http.Request, error) {
	target, err := url.JoinPath(account.Settings.BaseURL, append([]string{account.Settings.APIVersion}, path...)...)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+account.Secrets[provider.AccessToken])
	request.Header.Set("Accept", "application/json")
	return request, nil
}

// judge returns the outcome of an answer without what was asked for.
func (a *Adapter) judge(answer *httpcall.Answer) provider.Outcome {
	var failed struct {
		Error *apiError `json:"error"`
	}
	if err := json.Unmarshal(answer.Body, &failed); err != nil || failed.Error == nil || failed.Error.Code == nil {
		return answer.WithoutError(a.now())
	}
	outcome := failed.Error.outcome(answer.Status)
	if after := answer.RetryAfter(a.now()); after > 0 && outcome.Result == provider.NotTaken {
		outcome.RetryAfter = after
	}
	return outcome
}

// Test implements [provider.Adapter]. The sender is the number as WhatsApp shows it.
func (a *Adapter) Test(ctx context.Context, account provider.Account) provider.TestResult {
	return a.test(ctx, account).Cleaned()
}

func (a *Adapter) test(ctx context.Context, account provider.Account) provider.TestResult {
	request, err := a.request(ctx, account, http.MethodGet, account.Settings.PhoneNumberID)
	if err != nil {
		return provider.TestResult{Message: err.Error()}
	}
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return provider.TestResult{Message: lost.Message}
	}
	var number struct {
		ID     httpcall.Text `json:"id"`
		Number string        `json:"display_phone_number"`
		Name   string        `json:"verified_name"`
	}
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &number) != nil || number.ID == "" {
		outcome := a.judge(answer)
		return provider.TestResult{Message: outcome.Message, Failing: outcome.Failing}
	}
	message := "WhatsApp knows the number " + number.Number + " as " + number.Name + "."
	return provider.TestResult{OK: true, Message: message, Sender: number.Number}
}
