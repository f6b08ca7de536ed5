package whatsapp

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// meanings are what the errors of the Cloud API mean, by error.code.
//
// Source: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes, as
// updated on 15 May 2026, with the copies of 360dialog and Exotel; compared on 25 November 2026. A
// code that is not listed is Rejected, or is retried if it came with a status of 500 or more.
var meanings = map[int]provider.Outcome{
	// The app or the number sends too fast, or too many of its messages were reported as spam.
	130429: {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 2 * time.Second},
	4:      {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 30 * time.Second},
	80007:  {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 30 * time.Second},
	131048: {Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 5 * time.Minute},
	// Too many messages to one person; and more marketing messages than Meta delivers to a person.
	131056: {Result: provider.NotTaken, Waits: provider.WaitPair, RetryAfter: 6 * time.Second},
	131049: {Result: provider.NotTaken, Waits: provider.WaitMessage, RetryAfter: 24 * time.Hour, Code: provider.Capped},

	// Errors of Meta.
	131000: {Result: provider.NotTaken, Waits: provider.WaitMessage},
	1:      {Result: provider.NotTaken, Waits: provider.WaitMessage},
	2:      {Result: provider.NotTaken, Waits: provider.WaitMessage},

	// The message or its recipient.
	131026: {Result: provider.Refused, Code: provider.InvalidAddress},
	131047: {Result: provider.Refused, Code: provider.WindowClosed},
	131050: {Result: provider.Refused, Code: provider.OptedOut},
	131051: {Result: provider.Refused, Code: provider.Rejected}, // type of message
	100:    {Result: provider.Refused, Code: provider.Rejected}, // parameter of the call

	// Templates.
	// The first is for another number of parameters.
	132000: {Result: provider.Refused, Code: provider.Rejected, Template: provider.TemplateIsPaused, OtherTemplate: true},
	132001: {Result: provider.Refused, Code: provider.Rejected}, // no such template or translation
	132012: {Result: provider.Refused, Code: provider.Rejected}, // format of a parameter
	132015: {Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsPaused},
	132016: {Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsDisabled},

	// The account.
	0:      {Result: provider.ChannelFailing, Failing: provider.CredentialsRefused},
	10:     {Result: provider.ChannelFailing, Failing: provider.CredentialsRefused},
	190:    {Result: provider.ChannelFailing, Failing: provider.CredentialsRefused},
	200:    {Result: provider.ChannelFailing, Failing: provider.CredentialsRefused},
	368:    {Result: provider.ChannelFailing, Failing: provider.AccountBlocked},
	131031: {Result: provider.ChannelFailing, Failing: provider.AccountBlocked},
	131042: {Result: provider.ChannelFailing, Failing: provider.PaymentMissing},
	133010: {Result: provider.ChannelFailing, Failing: provider.NotRegistered},
}

// apiError is the error object of an answer and of a failed status.
type apiError struct {
	Code    *httpcall.Text `json:"code"`
	Message string         `json:"message"`
	Title   string         `json:"title"`
	// Data has details. In some errors it is a text.
	Data json.RawMessage `json:"error_data"`
}

// outcome returns what the error means. The status is the one of the answer, or 0 in a hook.
func (e apiError) outcome(status int) provider.Outcome {
	code, err := strconv.Atoi(string(*e.Code))
	outcome, known := meanings[code]
	switch {
	case known && err == nil: // 0 is an error of its own
	case status == http.StatusUnauthorized:
		outcome = provider.Outcome{Result: provider.ChannelFailing, Failing: provider.CredentialsRefused}
	case status == http.StatusTooManyRequests:
		outcome = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel}
	case status >= http.StatusInternalServerError:
		outcome = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage}
	default:
		outcome = provider.Outcome{Result: provider.Refused, Code: provider.Rejected}
	}
	outcome.ProviderCode, outcome.Message = string(*e.Code), e.text()
	return outcome
}

// text returns the details of the error, else its message.
func (e apiError) text() string {
	var data struct {
		Details string `json:"details"`
	}
	if json.Unmarshal(e.Data, &data) != nil { // absent, or a text
		data.Details = ""
	}
	return cmp.Or(data.Details, e.Message, e.Title)
}
