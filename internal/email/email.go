// Package email has the rule for e-mail addresses.
package email

import (
	"net/mail"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
)

// MaxLength is the length of the longest e-mail address that mail can carry, in bytes.
const MaxLength = 254

// Check trims an e-mail address and notes what is wrong with it, including a [Key] that is too long for an index.
func Check(faults *fault.Details, field string, address *string) {
	*address = strings.TrimSpace(*address)
	var wrong fault.Details
	Validate(&wrong, field, *address)
	if len(wrong) == 0 {
		line.CheckKey(&wrong, field, Key(*address))
	}
	*faults = append(*faults, wrong...)
}

// Validate notes what is wrong with an e-mail address, if anything. The caller has trimmed it.
func Validate(faults *fault.Details, field, address string) {
	if address == "" {
		faults.Add(field, "is required")
		return
	}
	if len(address) > MaxLength {
		faults.Add(field, "must have at most %d characters", MaxLength)
		return
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		faults.Add(field, "must be an e-mail address")
	}
}

// Key returns the form of an e-mail address by which users are unique and log in: users.email_key. It ignores case but not
// accents, since josé@ and jose@ may be two persons.
func Key(address string) string { return fold.Case(address) }
