package contact

import (
	"iter"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// Email is an e-mail address of a contact. Exactly one e-mail address of a contact is primary.
type Email struct {
	ID      uuid.UUID
	Address string `column:"email" api:"email"`
	// Key is the same for all spellings of the address.
	Key       string `column:"email_key"`
	Type      int    `column:"type" api:"type"`
	IsPrimary bool   `column:"is_primary" api:"isPrimary"`
}

var emailTable = tableOf[Email, ent.ContactEmail](contactemail.Table, partColumns, contactemail.FieldPersonKey)

func (e *Email) id() *uuid.UUID { return &e.ID }

// EmailValues returns the values of an e-mail address as [Values] does.
func EmailValues(row *ent.ContactEmail) iter.Seq2[string, any] { return emailTable.values(row) }

// EmailInput is an e-mail address of a contact.
type EmailInput struct {
	Email string
	// Type is 0 (other, the default), 1 personal, 2 work or 3 other. Those up to 99 are the firm's
	// own.
	Type *int
	// IsPrimary may be true for one entry. By default the first entry is primary.
	IsPrimary *bool
}

// UpdateEmailInput is an e-mail address of a contact. If its ID belongs to a stored one, it keeps
// the id.
type UpdateEmailInput struct {
	ID *uuid.UUID
	EmailInput
}

func parseEmail(in EmailInput) (Email, fault.Details) {
	var faults fault.Details
	address := in.Email
	email.Check(&faults, "email", &address)
	return Email{Address: address, Key: email.MatchKey(address), Type: parseType(&faults, in.Type), IsPrimary: isTrue(in.IsPrimary)}, faults
}
