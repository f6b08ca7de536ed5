package messaging

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// OnUnknown is what happens to a message when the outcome of its call stays unknown.
type OnUnknown string

// What happens to it.
const (
	FailUnknown   OnUnknown = "Fail"   // it fails: it is never sent twice
	ResendUnknown OnUnknown = "Resend" // it is sent again, and may arrive twice
)

const (
	maxSMS       = 1600
	maxSubject   = 200
	maxReference = 100

	// maxDelay is how far ahead a message may be sent, and maxLife how long it may wait then.
	maxDelay = 90 * 24 * time.Hour
	maxLife  = 30 * 24 * time.Hour

	defaultLife        = 24 * time.Hour
	authenticationLife = 10 * time.Minute
)

// SendInput are messages to send.
type SendInput struct{ Messages []*SendMessage }

// Validate returns a fault for a number of messages that is not allowed. A fault of a message
// rejects only that message.
func (in *SendInput) Validate() fault.Details {
	var faults fault.Details
	checkItems(&faults, "messages", len(in.Messages))
	checkFiles(&faults, in.Messages)
	return faults
}

// SendMessage is a message to send.
type SendMessage struct {
	// ChannelID is the channel, and Kind the kind whose default channel sends it. Without both, the
	// firm must have one default channel, which sends it.
	ChannelID *uuid.UUID
	Kind      *provider.Kind
	// Either ContactID or To is set. To is a number with + and its country calling code, an e-mail
	// address or the id of a user of WhatsApp.
	ContactID *uuid.UUID
	To        *string
	// One of Body, Template and Media is set.
	Body     string
	Template *SendTemplate
	// Media is left out of the hash of a request without it, which is older than the field.
	Media *SendMedia `json:",omitempty"`
	// Subject is for mail.
	Subject *string
	// Category is that of the template, else Service by default, except by SMS and mail, where only
	// a reply has a default.
	Category *Category
	// Reference is unique in the firm.
	Reference *string
	// ReplyTo is the id of the message that this one answers.
	ReplyTo              *uuid.UUID
	NotBefore, ExpiresAt *time.Time
	// OnUnknown is Fail by default.
	OnUnknown *OnUnknown

	// isReply reports whether it answers in a conversation.
	isReply bool
}

// validate trims the texts and returns the faults that need no look at the database, but for those
// of the times. It parses To into to.
func (in *SendMessage) validate(to *consent.Address) fault.Details {
	var faults fault.Details
	if in.Kind != nil && !in.Kind.IsKnown() {
		faults.Add("kind", "must be WhatsApp, Sms, Email or Sandbox")
	}
	switch {
	case (in.To == nil) == (in.ContactID == nil):
		faults.Add("to", "is required, or contactId instead of it")
	case in.To != nil:
		parsed, wrong := consent.ParseAddress(*in.To)
		for _, each := range wrong {
			faults.Add("to", "%s", each.Message)
		}
		*to = parsed
	}
	switch {
	case in.Template != nil:
		in.checkTemplate(&faults)
	case in.Media != nil:
		in.checkMedia(&faults)
	case strings.TrimSpace(in.Body) == "":
		faults.Add("body", "is required, or template or media instead of it")
	case !utf8.ValidString(in.Body) || strings.ContainsRune(in.Body, 0):
		faults.Add("body", "must be text in UTF-8")
	case utf8.RuneCountInString(in.Body) > maxBody:
		faults.Add("body", "must have at most %d characters", maxBody)
	}
	checkOptional(&faults, "subject", &in.Subject, maxSubject)
	checkOptional(&faults, "reference", &in.Reference, maxReference)
	if in.Category != nil && pricingprice.CategoryValidator(*in.Category) != nil {
		faults.Add("category", "must be Marketing, Utility, Authentication or Service")
	}
	if in.OnUnknown != nil && *in.OnUnknown != FailUnknown && *in.OnUnknown != ResendUnknown {
		faults.Add("onUnknown", "must be Fail or Resend")
	}
	return faults
}

// checkTimes makes the times precise to the microsecond, and returns their faults.
func (in *SendMessage) checkTimes(now time.Time) fault.Details {
	var faults fault.Details
	first := now
	if in.NotBefore != nil {
		in.NotBefore = new(in.NotBefore.UTC().Truncate(time.Microsecond))
		if in.NotBefore.After(now.Add(maxDelay)) {
			faults.Add("notBefore", "must be at most 90 days ahead")
		}
		if in.NotBefore.After(first) {
			first = *in.NotBefore
		}
	}
	if in.ExpiresAt != nil {
		in.ExpiresAt = new(in.ExpiresAt.UTC().Truncate(time.Microsecond))
		if !in.ExpiresAt.After(first) || in.ExpiresAt.After(first.Add(maxLife)) {
			faults.Add("expiresAt", "must be after now and notBefore, and at most 30 days after them")
		}
	}
	return faults
}

// checkKind returns the category of a message without a template for a kind of channel, and its
// faults.
func (in *SendMessage) checkKind(kind provider.Kind) (category Category, faults fault.Details) {
	if kind == provider.SMS && utf8.RuneCountInString(in.Body) > maxSMS {
		faults.Add("body", "must have at most %d characters in an SMS", maxSMS)
	}
	if kind != provider.Email && in.Subject != nil {
		faults.Add("subject", "is for mail alone")
	}
	switch {
	case in.Category != nil:
		return *in.Category, faults
	case in.ReplyTo == nil && !in.isReply && (kind == provider.SMS || kind == provider.Email):
		faults.Add("category", "is required by %s", kind)
	}
	return pricingprice.CategoryService, faults
}

// accepts reports whether a kind of channel sends to a kind of address.
func accepts(kind provider.Kind, address provider.AddressKind) bool {
	switch kind {
	case provider.WhatsApp:
		return address == provider.Phone || address == provider.WhatsAppUser
	case provider.SMS:
		return address == provider.Phone
	case provider.Email:
		return address == provider.EmailAddress
	case provider.Sandbox:
		return true
	}
	return false
}

// hash returns the hash of what is asked for, by which a repeated request is known. to is the
// address, whose spelling does not matter. The subject of a reply does not matter either, because
// it is that of the conversation at the time.
func (in *SendMessage) hash(to consent.Address) []byte {
	asked := *in
	if in.To != nil {
		asked.To = &to.Value
	}
	if in.isReply {
		asked.Subject = nil
	}
	encoded, err := json.Marshal(asked)
	if err != nil {
		panic(err) // texts, ids and times can be encoded
	}
	sum := sha256.Sum256(encoded)
	return sum[:]
}
