package provider

import "time"

// Event is one event of a hook. Exactly one of Err and the pointers is set.
type Event struct {
	// Err says why the event could not be read, and Raw is its text.
	Err error
	Raw []byte

	// PhoneNumberID and BusinessAccountID are the account that the event is about, where the
	// provider calls one address for several accounts, else "".
	PhoneNumberID, BusinessAccountID string

	Status     *Status
	Inbound    *Inbound
	Template   *TemplateEvent
	Preference *Preference
	Alert      *Alert
}

// State is how far a message has come.
type State string

// The states in statuses of providers.
const (
	StateSent      State = "Sent"
	StateDelivered State = "Delivered"
	StateRead      State = "Read"
	StateFailed    State = "Failed"
)

// Status is news about a message that was sent.
type Status struct {
	// ProviderID is the provider's id of the message, and OurID the text that was given to the
	// provider as our id, or "".
	ProviderID, OurID string
	State             State
	// At is the provider's time, or zero where it has none.
	At time.Time
	// Error is what the error of StateFailed would mean as the outcome of a call, else nil. The
	// message has failed in any case.
	Error *Outcome
	// Pricing is what the provider charges, or nil.
	Pricing *Pricing
	// Phone and UserID are the recipient, where the provider says so.
	Phone, UserID string
}

// Inbound is a message that arrived.
type Inbound struct {
	ProviderID string
	// Phone is the sender in E.164, and UserID the id of a user of WhatsApp. One of them may be
	// empty.
	Phone, UserID string
	// To is the address that it was sent to, where the provider says so.
	To string
	// ProfileName is what the sender calls himself, or "".
	ProfileName string
	// Kind is the provider's word for the kind of content, such as text, image or button.
	Kind string
	// Body is the text, the caption, the label of a button or the description of a place. For a
	// kind that is not known it is the kind in brackets.
	Body  string
	Media []MediaRef
	// ReplyTo is the provider's id of the message that this one answers or reacts to, or "".
	ReplyTo string
	At      time.Time
}

// MediaRef is a file that the provider keeps. Either ID or Link is set.
type MediaRef struct {
	ID, Link              string
	ContentType, FileName string
	SHA256                string
}

// TemplateState is the state of a template at the provider.
type TemplateState string

// The states of a template.
const (
	TemplateIsSubmitted TemplateState = "Submitted"
	TemplateIsApproved  TemplateState = "Approved"
	TemplateIsRejected  TemplateState = "Rejected"
	TemplateIsPaused    TemplateState = "Paused"
	TemplateIsDisabled  TemplateState = "Disabled"
)

// TemplateEvent is news about a template.
type TemplateEvent struct {
	ProviderID, Name, Language string
	State                      TemplateState
	Reason                     string
	// At is the provider's time, or zero where it has none.
	At time.Time
}

// Preference is the wish of a person to get no more marketing messages, or to get them again.
type Preference struct {
	Phone, UserID string
	Stop          bool
	At            time.Time
}

// Alert is news about an account.
type Alert struct {
	// Type is the provider's word, and Message is for people.
	Type, Message string
	// Failing is why the account can no longer send, or "".
	Failing Reason
	// Tier is the new limit of the account for messages outside an open window, in the provider's
	// word, or "".
	Tier string
}
