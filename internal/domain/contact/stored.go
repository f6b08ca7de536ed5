package contact

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/entity"
)

// Stored is a contact of the database. Its parts are in the order of the contact's lists.
type Stored struct {
	Contact

	ID                   uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// NewStored returns a contact that will be created.
func NewStored(c Contact, now time.Time) *Stored {
	return &Stored{Contact: c, ID: entity.NewID(), CreatedAt: now, UpdatedAt: now}
}

// Change is a change that [Save] writes. Before is the result of [Load], and nil for a new contact.
type Change struct{ Before, After *Stored }

// Touch sets the time of the change: now, or just after the contact's last change if the clock is
// behind it.
func (c Change) Touch(now time.Time) {
	c.After.UpdatedAt = now
	if c.Before != nil {
		c.After.UpdatedAt = later(now, c.Before.UpdatedAt)
	}
}

// equals reports whether two contacts are the same. The order and the letter case of tags don't
// count.
func (c *Contact) equals(other *Contact) bool {
	keys := func(c *Contact) []string { return slices.Sorted(slices.Values(tags.KeysOf(c.Tags))) }
	return contactTable.equal(c, other) &&
		slices.Equal(c.Phones, other.Phones) && slices.Equal(c.Emails, other.Emails) &&
		slices.Equal(c.Addresses, other.Addresses) && slices.Equal(keys(c), keys(other))
}
