package provider

import "time"

// Result is what is known after a call.
type Result string

// The results of a call.
const (
	// Taken: the provider has the message. ProviderID is its id.
	Taken Result = "Taken"
	// NotTaken: the provider does not have the message, and a later call may succeed.
	NotTaken Result = "NotTaken"
	// Refused: the provider does not have the message, and no later call can succeed.
	Refused Result = "Refused"
	// ChannelFailing: the provider takes no message of this account until a person acts. The
	// message waits.
	ChannelFailing Result = "ChannelFailing"
	// Unknown: the call was written, and its answer was lost. The provider may have the message.
	Unknown Result = "Unknown"
)

// Scope is what waits before the next call.
type Scope string

// What can wait.
const (
	WaitMessage Scope = "Message" // this message
	WaitPair    Scope = "Pair"    // messages of this channel to this address
	WaitChannel Scope = "Channel" // all messages of this channel
)

// Reason is why a channel fails.
type Reason string

// The reasons for which a channel fails.
const (
	CredentialsRefused Reason = "CredentialsRefused"
	AccountBlocked     Reason = "AccountBlocked"
	PaymentMissing     Reason = "PaymentMissing"
	NotRegistered      Reason = "NotRegistered" // the number is not registered with the provider
)

// ErrorCode is our code of the error of a message.
type ErrorCode string

// The codes that adapters give a message.
const (
	Rejected       ErrorCode = "Rejected"
	InvalidAddress ErrorCode = "InvalidAddress"
	WindowClosed   ErrorCode = "WindowClosed"
	OptedOut       ErrorCode = "OptedOut"
	Capped         ErrorCode = "Capped"
	TemplatePaused ErrorCode = "TemplatePaused"
)

// Outcome is the outcome of a call, and what an error in a status means.
type Outcome struct {
	Result Result
	// ProviderID is the provider's id of a message that was Taken.
	ProviderID string
	// Pricing is what the provider charges, or nil where it does not say so.
	Pricing *Pricing

	// Waits is what waits before the next call. It is set for NotTaken.
	Waits Scope
	// RetryAfter is the minimum time to wait. It is 0 where the provider does not say how long.
	RetryAfter time.Duration

	// Code is the error of a message that was Refused. For NotTaken it is the error that the
	// message has if RetryAfter leads past its expiry, or "".
	Code ErrorCode
	// ProviderCode and Message are the provider's words for any result but Taken.
	ProviderCode, Message string
	// Failing is why the channel fails. It is set for ChannelFailing.
	Failing Reason
	// Template is the state of the template that the message was refused for: TemplateIsPaused,
	// TemplateIsDisabled or "".
	Template TemplateState
	// OtherTemplate reports that the provider has not paused it, but has other parameters of it. No
	// message of it can be sent until the template was read again.
	OtherTemplate bool
	// Suppress reports that the mail server of the recipient refuses the address for good.
	Suppress bool
}

// Refusal returns the outcome of a message that is refused before a call.
func Refusal(code ErrorCode, message string) Outcome {
	return Outcome{Result: Refused, Code: code, Message: message}
}

// Pricing is what a provider charges for a message.
type Pricing struct {
	Billable bool
	// Model, Type and Category are the provider's words.
	Model, Type, Category string
	// Amount is a decimal number in Currency, or "" where the provider does not say so.
	Amount, Currency string
	// Segments is how many segments are charged, or 0.
	Segments int
}
