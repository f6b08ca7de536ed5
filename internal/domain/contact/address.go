package contact

import (
	"iter"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Address is a postal address of a contact.
type Address struct {
	ID       uuid.UUID
	Type     int    `column:"type" api:"type"`
	Line1    string `column:"line1" api:"line1"`
	Line2    string `column:"line2" api:"line2"`
	Landmark string `column:"landmark" api:"landmark"`
	City     string `column:"city" api:"city"`
	State    string `column:"state" api:"state"`
	Country  string `column:"country" api:"country"`
	PinCode  string `column:"pin_code" api:"pinCode"`
}

var addressTable = tableOf[Address, ent.ContactAddress](contactaddress.Table, partColumns)

func (a *Address) id() *uuid.UUID { return &a.ID }

// AddressValues returns the values of an address as [Values] does.
func AddressValues(row *ent.ContactAddress) iter.Seq2[string, any] { return addressTable.values(row) }

// Overwrite sets the values that another address has, and reports whether any changes.
func (a *Address) Overwrite(other *Address) (changed bool) { return addressTable.overwrite(a, other) }

// AddressTexts are the names of the texts of an address, in the order of the columns of an export.
// The functions Texts return the texts in the same order.
var AddressTexts = [...]string{"line1", "line2", "landmark", "city", "state", "country", "pinCode"}

// Texts returns the texts of the address.
func (a *Address) Texts() [len(AddressTexts)]*string {
	return [...]*string{&a.Line1, &a.Line2, &a.Landmark, &a.City, &a.State, &a.Country, &a.PinCode}
}

// AddressInput is a postal address of a contact. All of it is optional.
type AddressInput struct {
	// Type is 0 (other, the default), 1 home, 2 work or 3 billing. Those up to 99 are the firm's
	// own.
	Type                                                  *int
	Line1, Line2, Landmark, City, State, Country, PinCode string
}

// Texts returns the texts of the input.
func (in *AddressInput) Texts() [len(AddressTexts)]*string {
	return [...]*string{&in.Line1, &in.Line2, &in.Landmark, &in.City, &in.State, &in.Country, &in.PinCode}
}

// UpdateAddressInput is a postal address of a contact. If its ID belongs to a stored one, it keeps
// the id.
type UpdateAddressInput struct {
	ID *uuid.UUID
	AddressInput
}

func parseAddress(in AddressInput) (Address, fault.Details) {
	var faults fault.Details
	a := Address{Type: parseType(&faults, in.Type)}
	given := in.Texts()
	for i, text := range a.Texts() {
		*text = *given[i]
		plaintext.Check(&faults, AddressTexts[i], text, maxLine)
	}
	return a, faults
}
