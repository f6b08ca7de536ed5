package messaging

import (
	"bytes"
	"fmt"
	"time"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// find finds the channel and the address of a message. It returns a rejection if there is none, or
// if they don't fit each other.
func (f *facts) find(it *sendItem) *Rejected {
	in := it.input
	if rejected := f.findChannel(it); rejected != nil {
		return rejected
	}
	if rejected := f.findContent(it); rejected != nil {
		return rejected
	}
	if rejected := f.findAddress(it); rejected != nil {
		return rejected
	}
	if in.ReplyTo == nil {
		return nil
	}
	of, exists := f.answered[*in.ReplyTo]
	switch {
	case !exists:
		return rejection(it.index, string(fault.NotFound), "There is no message with the id in replyTo.")
	case of.PersonKey != it.personKey():
		return reject(it.index, fault.Details{{Field: "replyTo", Message: "must be a message from or to the same person"}})
	}
	it.replyTo = of.ProviderID
	return nil
}

// findChannel finds the channel: the one that is named, the default one of the kind, or the only
// one that is a default.
func (f *facts) findChannel(it *sendItem) *Rejected {
	in := it.input
	if in.ChannelID != nil {
		it.channel = f.channels[*in.ChannelID]
		switch {
		case it.channel == nil || in.Kind != nil && *in.Kind != it.channel.kind:
			return rejection(it.index, string(fault.NotFound), "There is no such channel.")
		case it.channel.deleted:
			return rejection(it.index, codeChannelUnavailable, "The channel is deleted.")
		}
		return nil
	}
	defaults := 0
	for _, channel := range f.channels {
		if channel.isDefault && !channel.deleted && (in.Kind == nil || *in.Kind == channel.kind) {
			it.channel = channel
			defaults++
		}
	}
	switch {
	case defaults == 1:
		return nil
	case in.Kind != nil || defaults == 0:
		return rejection(it.index, codeChannelUnavailable, "The firm has no channel of this kind.")
	}
	return reject(it.index, fault.Details{{Field: "channelId", Message: "or kind is required, since several channels are defaults"}})
}

// findAddress finds where the message goes to, and the contact with this address.
func (f *facts) findAddress(it *sendItem) *Rejected {
	in, kind := it.input, it.channel.kind
	it.contactID = nil // An earlier try may have found one that is deleted now.
	if in.ContactID == nil {
		if !accepts(kind, it.named.Kind) {
			return reject(it.index, fault.Details{{Field: "to", Message: fmt.Sprintf("must be an address for %s", kind)}})
		}
		it.address = it.named
		if id, ok := f.contacts[it.address.Key]; ok {
			it.contactID = &id
		}
		return nil
	}
	of, exists := f.addresses[*in.ContactID]
	if !exists {
		return rejection(it.index, string(fault.NotFound), "There is no such contact.")
	}
	if address, ok := of.By(kind); ok {
		it.address, it.contactID = address, in.ContactID
		return nil
	}
	return rejection(it.index, codeNoAddress, fmt.Sprintf("The contact has no address for %s.", kind))
}

// check returns a rejection of a message that may not be sent.
func (f *facts) check(it *sendItem, rights Rights, now time.Time) *Rejected {
	marketing, sms := it.category == pricingprice.CategoryMarketing, it.channel.kind == provider.SMS
	refusal := f.rules.Refusal(it.address, marketing, sms, it.channel.id)
	switch {
	case it.template == nil && !rights.Write:
		return rejection(it.index, string(fault.Forbidden), "You may not write freely. That needs MessagingChat:SendMessage.")
	case it.template != nil && !rights.Template:
		return rejection(it.index, string(fault.Forbidden), "You may not send templates. That needs MessagingChat:SendTemplate.")
	case !rights.Start && !f.book.Knows(it.address.Key):
		return rejection(it.index, string(fault.Forbidden),
			"You may not start a conversation: the firm has none with this address. That needs MessagingChat:StartConversation.")
	case refusal != "":
		return rejection(it.index, string(refusal), RefusedByConsent(refusal))
	case it.channel.kind == provider.WhatsApp && it.template == nil && !f.wrote[it.channel.id][it.personKey()] &&
		!f.book.Of(it.channel.id, it.address.Key).IsOpen(now):
		return rejection(it.index, codeWindowClosed, "The person has not written within 24 hours, so WhatsApp takes templates alone.")
	}
	return nil
}

// RefusedByConsent returns why a message is refused, for people.
func RefusedByConsent(code provider.ErrorCode) string {
	if code == consent.NotOptedIn {
		return "The firm sends marketing messages only to people who have opted in, and this one has not."
	}
	if code == consent.SuppressedByMail {
		return "The mail server of the recipient has refused the address for good."
	}
	return "The person has opted out."
}

// repeated returns the message that was accepted before by the same reference, or a rejection if
// that one has other content. Both are nil for a new message.
func (f *facts) repeated(it *sendItem) (*reference, *Rejected) {
	if it.input.Reference == nil {
		return nil, nil
	}
	known, ok := f.references[*it.input.Reference]
	switch {
	case !ok:
		return nil, nil
	case !bytes.Equal(known.Request, it.request):
		return nil, rejection(it.index, string(fault.Conflict), "The firm has another message with this reference.")
	}
	return &known, nil
}
