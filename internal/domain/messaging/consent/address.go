package consent

import (
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// Address is an address that has a state.
type Address struct {
	// Value is a number in E.164, an e-mail address or the id of a user of WhatsApp.
	Value string
	Kind  provider.AddressKind
	// Key is the same for all spellings of the address.
	Key string
}

// userPattern is the form of the id of a user of WhatsApp: BR.1502576394655843.
var userPattern = regexp.MustCompile(`^[A-Z]{2}\.[A-Za-z0-9]{1,100}$`)

// ParseAddress returns the address that a text names: a number in any notation with + and the
// country calling code, an e-mail address, or the id of a user of WhatsApp. The faults are of the
// field address.
func ParseAddress(text string) (Address, fault.Details) {
	var faults fault.Details
	text = plaintext.Trim(text)
	switch {
	case strings.Contains(text, "@"):
		email.Check(&faults, "address", &text)
		return OfEmail(text), faults
	case userPattern.MatchString(text):
		return Address{Value: text, Kind: provider.WhatsAppUser, Key: text}, nil
	}
	parsed, wrong := number.Parse(text, "")
	if len(wrong) > 0 {
		faults.Add("address", "must be a phone number with + and the country calling code, an e-mail address or the id of a WhatsApp user")
	}
	return OfPhone(parsed.E164, parsed.MatchKey), faults
}

// OfRecipient returns the address to which a message goes.
func OfRecipient(to provider.Address) Address {
	switch to.Kind {
	case provider.EmailAddress:
		return OfEmail(to.Value)
	case provider.Phone:
		return OfPhone(to.Value, number.MatchKey(to.Value)) // It was valid when the message was accepted.
	case provider.WhatsAppUser:
	}
	return Address{Value: to.Value, Kind: to.Kind, Key: to.Value}
}

// OfPhone returns the address of a number in E.164 with its match key.
func OfPhone(e164, key string) Address {
	return Address{Value: e164, Kind: provider.Phone, Key: key}
}

// OfEmail returns the address of a valid e-mail address.
func OfEmail(address string) Address {
	return Address{Value: address, Kind: provider.EmailAddress, Key: email.MatchKey(address)}
}
