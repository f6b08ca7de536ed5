package contact

import (
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactaddress"
)

// AddressTexts are the names of the texts of an address, in the order of the columns of an export.
// Inputs, faults, exports and imports have these names. The functions below return the texts of the
// types that have them, in the same order; nothing else lists them.
var AddressTexts = [...]string{"line1", "line2", "landmark", "city", "state", "country", "pinCode"}

// addressColumns are the columns of the texts.
var addressColumns = [len(AddressTexts)]string{
	contactaddress.FieldLine1, contactaddress.FieldLine2, contactaddress.FieldLandmark, contactaddress.FieldCity,
	contactaddress.FieldState, contactaddress.FieldCountry, contactaddress.FieldPinCode,
}

// Texts returns the texts of the address.
func (a *Address) Texts() [len(AddressTexts)]*string {
	return [...]*string{&a.Line1, &a.Line2, &a.Landmark, &a.City, &a.State, &a.Country, &a.PinCode}
}

// Texts returns the texts of the input.
func (in *AddressInput) Texts() [len(AddressTexts)]*string {
	return [...]*string{&in.Line1, &in.Line2, &in.Landmark, &in.City, &in.State, &in.Country, &in.PinCode}
}

// StoredTexts returns the texts of an address as ent reads it.
func StoredTexts(a *ent.ContactAddress) [len(AddressTexts)]*string {
	return [...]*string{&a.Line1, &a.Line2, &a.Landmark, &a.City, &a.State, &a.Country, &a.PinCode}
}
