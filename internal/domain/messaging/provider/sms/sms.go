// Package sms sends text messages by the API of Twilio, and reads its webhooks.
package sms

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// version is the version of the API in its paths.
const version = "2010-04-01"

// OurID is the parameter of a status callback with our id.
const OurID = "m"

// Adapter is the adapter of Twilio's API.
type Adapter struct {
	client, files *http.Client
	now           func() time.Time
}

// New returns the adapter. The clients permit only addresses that may be called, and do not follow
// redirects. Files are fetched by the second one, which takes longer and larger bodies.
func New(client, files *http.Client, now func() time.Time) *Adapter {
	return &Adapter{client: client, files: files, now: now}
}

// request returns a call of the API with the credentials of the account.
func (a *Adapter) request(ctx context.Context, account provider.Account, method, path string, form url.Values) (*http.Request, error) {
	target, err := url.JoinPath(account.Settings.BaseURL, version, "Accounts", path)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.SetBasicAuth(account.Settings.AccountSID, account.Secrets[provider.AuthToken])
	request.Header.Set("Accept", "application/json")
	return request, nil
}

// resource is a message or an account in an answer.
type resource struct {
	SID       string        `json:"sid"`
	Name      string        `json:"friendly_name"`
	Status    httpcall.Text `json:"status"`
	Segments  httpcall.Text `json:"num_segments"`
	Price     httpcall.Text `json:"price"`
	PriceUnit string        `json:"price_unit"`
}

type apiError struct {
	Code    httpcall.Text `json:"code"`
	Message string        `json:"message"`
}

// Send implements [provider.Adapter].
func (a *Adapter) Send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	return a.send(ctx, account, message).Cleaned()
}

func (a *Adapter) send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	if message.To.Kind != provider.Phone {
		return provider.Refusal(provider.InvalidAddress, "a text message needs a phone number")
	}
	form, failed := newForm(account, message)
	if failed != "" {
		return provider.Refusal(provider.Rejected, failed)
	}
	request, err := a.request(ctx, account, http.MethodPost, account.Settings.AccountSID+"/Messages.json", form)
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error())
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return lost
	}
	var taken resource
	if answer.Status < http.StatusMultipleChoices && json.Unmarshal(answer.Body, &taken) == nil && taken.SID != "" {
		return provider.Outcome{Result: provider.Taken, ProviderID: taken.SID, Pricing: taken.pricing()}
	}
	return a.judge(answer)
}

// newForm returns the parameters of a message, or what is wrong with it.
func newForm(account provider.Account, message provider.Message) (form url.Values, failed string) {
	form = url.Values{"To": {message.To.Value}}
	if service := account.Settings.MessagingServiceSID; service != "" {
		form.Set("MessagingServiceSid", service)
	} else {
		form.Set("From", account.Settings.From)
	}
	if account.HookURL != "" {
		callback, err := url.Parse(account.HookURL)
		if err != nil {
			return nil, "the address for statuses is no URL"
		}
		query := callback.Query()
		query.Set(OurID, message.ID.String())
		callback.RawQuery = query.Encode()
		form.Set("StatusCallback", callback.String())
	}
	body := message.Body
	if message.Media != nil {
		if message.Media.Link == "" {
			return nil, "a file in a text message needs a public address"
		}
		form.Set("MediaUrl", message.Media.Link)
		body = message.Media.Caption
	}
	if body != "" {
		form.Set("Body", body)
	}
	return form, ""
}

// pricing returns what a message costs. The price is negative, and often not known yet.
func (r resource) pricing() *provider.Pricing {
	return &provider.Pricing{
		Billable: true, Currency: r.PriceUnit, Amount: strings.TrimPrefix(string(r.Price), "-"),
		Segments: r.Segments.Int(), // 0 for a messaging service
	}
}

// judge returns the outcome of an answer without what was asked for.
func (a *Adapter) judge(answer *httpcall.Answer) provider.Outcome {
	var failed apiError
	outcome := answer.WithoutError(a.now())
	if json.Unmarshal(answer.Body, &failed) != nil || failed.Code.Int() == 0 {
		return outcome
	}
	meaning, known := meanings[failed.Code.Int()]
	switch {
	case known:
		outcome = meaning
	case outcome.Result == provider.Unknown && answer.Status >= http.StatusInternalServerError: // it is the provider's answer
		outcome = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage}
	}
	outcome.ProviderCode, outcome.Message = string(failed.Code), failed.Message
	if after := answer.RetryAfter(a.now()); after > 0 && outcome.Result == provider.NotTaken {
		outcome.RetryAfter = after
	}
	return outcome
}

// Test implements [provider.Adapter].
func (a *Adapter) Test(ctx context.Context, account provider.Account) provider.TestResult {
	return a.test(ctx, account).Cleaned()
}

func (a *Adapter) test(ctx context.Context, account provider.Account) provider.TestResult {
	request, err := a.request(ctx, account, http.MethodGet, account.Settings.AccountSID+".json", nil)
	if err != nil {
		return provider.TestResult{Message: err.Error()}
	}
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return provider.TestResult{Message: lost.Message}
	}
	var read resource
	switch {
	case answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &read) != nil || read.SID == "":
		outcome := a.judge(answer)
		return provider.TestResult{Message: outcome.Message, Failing: outcome.Failing}
	case read.Status != "" && read.Status != "active":
		return provider.TestResult{Message: "The account " + read.Name + " is " + string(read.Status) + ".", Failing: provider.AccountBlocked}
	}
	return provider.TestResult{OK: true, Message: "Twilio knows the account " + read.Name + ".", Sender: account.Settings.Sender(provider.SMS)}
}
