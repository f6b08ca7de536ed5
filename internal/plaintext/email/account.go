package email

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/firmhub/firmhub/internal/fault"
)

// CheckAccount does what [Check] does for the address of an account. It also adds a fault for an
// address whose [Key] may be that of another mailbox. The letters ß and ss have one key, but weiß
// and weiss are two domains, of two owners.
func CheckAccount(faults *fault.Details, field string, address *string) {
	before := len(*faults)
	Check(faults, field, address)
	if len(*faults) == before {
		CheckOwn(faults, field, *address)
	}
}

// CheckOwn adds a fault for a valid address whose [Key] may be that of another mailbox.
func CheckOwn(faults *fault.Details, field, address string) {
	if !IsOwn(address) {
		faults.Add(field, "has letters, such as ß, that are taken for others; a domain can be written in ASCII (xn--…)")
	}
}

// IsOwn reports whether no other mailbox has the [Key] of a valid address.
func IsOwn(address string) bool { return Key(address) == mailbox(address) }

// SameMailbox reports whether two valid addresses differ at most in the case of letters, and in how
// Unicode composes them. Addresses with the same [Key] may be of two mailboxes.
func SameMailbox(one, other string) bool { return mailbox(one) == mailbox(other) }

// mailbox returns an address in lower case. Unlike [Key], it keeps all letters apart.
func mailbox(address string) string {
	return norm.NFC.String(strings.ToLower(norm.NFC.String(address)))
}
