package pricing

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxName        = 100
	maxDescription = 500
	maxPrice       = 1_000_000 * money.Unit
)

// SaveInput describes a new plan, or changes of the plan with the id. For a change, nil fields do
// not change.
type SaveInput struct {
	ID                *uuid.UUID
	Name, Description *string
	// Currency is the currency of a new plan. A plan keeps its currency.
	Currency *string
	// For a new plan, IsDefault is false and IsActive true if they are nil.
	IsDefault, IsActive *bool
	// Prices replace all prices. A category without an element has no price.
	Prices []PriceInput
}

// PriceInput is a price from now on.
type PriceInput struct {
	Category  Category
	UnitPrice money.Amount
}

// Validate trims the texts, writes the currency in capitals and returns every fault, except those
// that depend on the present plan.
func (in *SaveInput) Validate() fault.Details {
	var faults fault.Details
	switch {
	case in.Name != nil:
		plaintext.CheckUnique(&faults, "name", in.Name, maxName)
	case in.ID == nil:
		faults.Add("name", "is required")
	}
	if in.Description != nil {
		plaintext.Check(&faults, "description", in.Description, maxDescription)
	}
	if in.Currency != nil {
		code, known := money.Currency(*in.Currency)
		if !known {
			faults.Add("currency", "must be an ISO 4217 code such as EUR")
		}
		in.Currency = &code
	} else if in.ID == nil {
		faults.Add("currency", "is required")
	}
	seen := map[Category]bool{}
	for i, price := range in.Prices {
		field := fmt.Sprintf("prices[%d].", i)
		if seen[price.Category] {
			faults.Add(field+"category", "is given twice")
		}
		seen[price.Category] = true
		if price.UnitPrice < 0 || price.UnitPrice > maxPrice {
			faults.Add(field+"unitPrice", "must be from 0 to %s", maxPrice)
		}
	}
	return faults
}
