package contact

import (
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
)

// CheckSizes returns the faults of a contact that was composed of valid parts: lists that are too
// long.
func (c *Contact) CheckSizes() fault.Details {
	var faults fault.Details
	if len(c.Phones) > maxParts {
		faults.Add("phones", "must have at most %d entries", maxParts)
	}
	if len(c.Emails) > maxParts {
		faults.Add("emails", "must have at most %d entries", maxParts)
	}
	if len(c.Addresses) > maxParts {
		faults.Add("addresses", "must have at most %d entries", maxParts)
	}
	if len(c.Tags) > tags.Max {
		faults.Add("tags", "must have at most %d tags", tags.Max)
	}
	return faults
}
