package contact

import (
	"iter"
	"reflect"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// PostalAddress is the text of an address. It is the only list of its parts.
type PostalAddress struct {
	Line1    string `column:"line1" api:"line1"`
	Line2    string `column:"line2" api:"line2"`
	Landmark string `column:"landmark" api:"landmark"`
	City     string `column:"city" api:"city"`
	State    string `column:"state" api:"state"`
	Country  string `column:"country" api:"country"`
	PinCode  string `column:"pin_code" api:"pinCode"`
}

// Address is a postal address of a contact.
type Address struct {
	ID   uuid.UUID
	Type int `column:"type" api:"type"`
	PostalAddress
}

// AddressInput is a postal address of a contact. All of it is optional.
type AddressInput struct {
	// Type is 0 (other, the default), 1 home, 2 work or 3 billing. Those up to 99 are the firm's
	// own.
	Type *int
	PostalAddress
}

// UpdateAddressInput is a postal address of a contact. If its ID belongs to a stored one, it keeps
// the id.
type UpdateAddressInput struct {
	ID *uuid.UUID
	AddressInput
}

var addressTable = tableOf[Address, ent.ContactAddress](contactaddress.Table, partColumns)

func (a *Address) id() *uuid.UUID { return &a.ID }

// AddressValues returns the values of an address as [Values] does.
func AddressValues(row *ent.ContactAddress) iter.Seq2[string, any] { return addressTable.values(row) }

// Overwrite sets the values that another address has, and reports whether any changes.
func (a *Address) Overwrite(other *Address) (changed bool) { return addressTable.overwrite(a, other) }

// AddressTexts returns the names of the texts of an address, in the order of the columns of an
// export.
func AddressTexts() []string {
	names := make([]string, len(postalColumns))
	for i, c := range postalColumns {
		names[i] = c.api
	}
	return names
}

var postalColumns = columnsOf[PostalAddress]()

// Texts returns the texts of the address, in the order of [AddressTexts].
func (p *PostalAddress) Texts() []*string {
	texts, address := make([]*string, len(postalColumns)), reflect.ValueOf(p).Elem()
	for i, c := range postalColumns {
		texts[i] = address.FieldByIndex(c.at).Addr().Interface().(*string) //nolint:forcetypeassert // All are texts.
	}
	return texts
}

func parseAddress(in AddressInput) (Address, fault.Details) {
	var faults fault.Details
	a := Address{Type: parseType(&faults, in.Type), PostalAddress: in.PostalAddress}
	for i, text := range a.Texts() {
		plaintext.Check(&faults, postalColumns[i].api, text, maxLine)
	}
	return a, faults
}
