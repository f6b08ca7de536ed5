package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// contactLine is a contact in the form of the fragment Contact of the REST API. A test compares
// them.
type contactLine struct {
	ID         uuid.UUID          `json:"id"`
	FirstName  string             `json:"firstName"`
	LastName   string             `json:"lastName"`
	Gender     *entcontact.Gender `json:"gender"`
	IsActive   bool               `json:"isActive"`
	ProfilePic *string            `json:"profilePic"`
	Phones     []phoneLine        `json:"phones"`
	Emails     []emailLine        `json:"emails"`
	Addresses  []addressLine      `json:"addresses"`
	Tags       []string           `json:"tags"`
	CreatedAt  time.Time          `json:"createdAt"`
	UpdatedAt  time.Time          `json:"updatedAt"`
}

type phoneLine struct {
	ID        uuid.UUID `json:"id"`
	Phone     string    `json:"phone"`
	PhoneCC   string    `json:"phoneCC"`
	Type      int       `json:"type"`
	IsPrimary bool      `json:"isPrimary"`
}

type emailLine struct {
	ID        uuid.UUID `json:"id"`
	Email     string    `json:"email"`
	Type      int       `json:"type"`
	IsPrimary bool      `json:"isPrimary"`
}

type addressLine struct {
	ID       uuid.UUID `json:"id"`
	Type     int       `json:"type"`
	Line1    string    `json:"line1"`
	Line2    string    `json:"line2"`
	Landmark string    `json:"landmark"`
	City     string    `json:"city"`
	State    string    `json:"state"`
	Country  string    `json:"country"`
	PinCode  string    `json:"pinCode"`
}

// writeLine writes a contact as a line of NDJSON.
func writeLine(rows *stream.Rows, c *ent.Contact) error {
	line := contactLine{
		ID: c.ID, FirstName: c.FirstName, LastName: c.LastName, Gender: c.Gender, IsActive: c.IsActive, ProfilePic: c.ProfilePic,
		Phones: make([]phoneLine, 0, len(c.Edges.Phones)), Emails: make([]emailLine, 0, len(c.Edges.Emails)),
		Addresses: addressLines(c.Edges.Addresses), Tags: tagNames(c),
		CreatedAt: c.CreatedAt.UTC(), UpdatedAt: c.UpdatedAt.UTC(),
	}
	for _, p := range c.Edges.Phones {
		line.Phones = append(line.Phones, phoneLine{ID: p.ID, Phone: p.Phone, PhoneCC: p.PhoneCc, Type: p.Type, IsPrimary: p.IsPrimary})
	}
	for _, e := range c.Edges.Emails {
		line.Emails = append(line.Emails, emailLine{ID: e.ID, Email: e.Email, Type: e.Type, IsPrimary: e.IsPrimary})
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil {
		return fmt.Errorf("encode a contact: %w", err)
	}
	rows.Line(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	return nil
}

func addressLines(addresses []*ent.ContactAddress) []addressLine {
	lines := make([]addressLine, 0, len(addresses))
	for _, a := range addresses {
		lines = append(lines, addressLine{
			ID: a.ID, Type: a.Type, Line1: a.Line1, Line2: a.Line2, Landmark: a.Landmark,
			City: a.City, State: a.State, Country: a.Country, PinCode: a.PinCode,
		})
	}
	return lines
}
