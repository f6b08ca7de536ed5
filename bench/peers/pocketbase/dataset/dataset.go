// Package dataset contains the data of all servers of the benchmark: the contacts of several firms,
// as firmhub created them.
package dataset

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Data is the whole of it.
type Data struct {
	Firms    []Firm
	Tags     []Tag
	Contacts []Contact // the oldest first
}

// Firm is a firm with the user who logs in.
type Firm struct {
	ID, Owner uuid.UUID
	Name      string
	Email     string
}

// Tag is a tag of a firm.
type Tag struct {
	ID, FirmID uuid.UUID
	Name       string
}

// Contact is a contact with all of its parts, which are in order.
type Contact struct {
	// Number is its place in the order of creation, from 0.
	Number     int
	ID         uuid.UUID
	FirmID     uuid.UUID
	FirstName  string
	LastName   string
	Gender     *string
	IsActive   bool
	ProfilePic *string
	CreatedAt  time.Time
	UpdatedAt  time.Time
	Phones     []Phone
	Emails     []Email
	Addresses  []Address
	Tags       []string
}

// Phone is a phone of a contact.
type Phone struct {
	Type      int    `json:"type"`
	Phone     string `json:"phone"`
	PhoneCC   string `json:"phoneCC"`
	IsPrimary bool   `json:"isPrimary"`
}

// Email is an e-mail address of a contact.
type Email struct {
	Type      int    `json:"type"`
	Email     string `json:"email"`
	IsPrimary bool   `json:"isPrimary"`
}

// Address is a postal address of a contact.
type Address struct {
	Type     int    `json:"type"`
	Line1    string `json:"line1"`
	Line2    string `json:"line2"`
	Landmark string `json:"landmark"`
	City     string `json:"city"`
	State    string `json:"state"`
	Country  string `json:"country"`
	PinCode  string `json:"pinCode"`
}

// Of returns the contacts of a firm, the newest first.
func (d *Data) Of(firm uuid.UUID) (contacts []Contact) {
	for _, c := range slices.Backward(d.Contacts) {
		if c.FirmID == firm {
			contacts = append(contacts, c)
		}
	}
	return contacts
}

// TagID returns the id of a firm's tag.
func (d *Data) TagID(firm uuid.UUID, name string) uuid.UUID {
	for _, t := range d.Tags {
		if t.FirmID == firm && t.Name == name {
			return t.ID
		}
	}
	return uuid.Nil
}

// Comparable returns the contact with what every server must answer in the same way: without ids
// and times, and its parts in one order.
func (c Contact) Comparable() Contact {
	c.Number, c.ID, c.FirmID, c.CreatedAt, c.UpdatedAt = 0, uuid.Nil, uuid.Nil, time.Time{}, time.Time{}
	c.Phones = slices.SortedFunc(slices.Values(c.Phones), func(a, b Phone) int { return strings.Compare(a.Phone, b.Phone) })
	c.Emails = slices.SortedFunc(slices.Values(c.Emails), func(a, b Email) int { return strings.Compare(a.Email, b.Email) })
	c.Addresses = slices.SortedFunc(slices.Values(c.Addresses), func(a, b Address) int { return strings.Compare(a.Line1, b.Line1) })
	c.Tags = slices.Sorted(slices.Values(c.Tags))
	for _, text := range []**string{&c.Gender, &c.ProfilePic} {
		if *text != nil && **text == "" { // PocketBase has no null.
			*text = nil
		}
	}
	return c
}
