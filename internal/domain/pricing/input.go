package pricing

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxName        = 100
	maxDescription = 500
	maxPrice       = 1_000_000 * money.Unit
	// maxPrices is the maximum number of prices of a plan, and maxFree of free units in a month.
	maxPrices = 2000
	maxFree   = 1_000_000_000
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
	// ChargeOn is Sent for a new plan if it is nil.
	ChargeOn *ChargeOn
	// Prices replace all prices. Messages that no element fits have no price.
	Prices []PriceInput
}

// PriceInput is a price from now on.
type PriceInput struct {
	Category Category
	// Country and Kind limit the price to the messages to a country, named by its two letters of
	// ISO 3166, or of a kind of channel. Nil means any.
	Country   *string
	Kind      *provider.Kind
	UnitPrice money.Amount
	// Unit is Message if it is nil, and FreePerMonth 0.
	Unit         *Unit
	FreePerMonth *int
}

// validate writes the country in capitals, and adds every fault under the names that begin with
// field.
func (in *PriceInput) validate(faults *fault.Details, field string) {
	if in.Country != nil {
		country := strings.ToUpper(plaintext.Trim(*in.Country))
		if _, known := number.CallingCodeOf(country); !known {
			faults.Add(field+"country", "must be an ISO 3166 code of two letters such as BR")
		}
		in.Country = &country
	}
	if in.Kind != nil && !in.Kind.IsKnown() {
		faults.Add(field+"kind", "must be WhatsApp, Sms, Email or Sandbox")
	}
	if in.UnitPrice < 0 || in.UnitPrice > maxPrice {
		faults.Add(field+"unitPrice", "must be from 0 to %s", maxPrice)
	}
	if in.FreePerMonth != nil && (*in.FreePerMonth < 0 || *in.FreePerMonth > maxFree) {
		faults.Add(field+"freePerMonth", "must be from 0 to %d", maxFree)
	}
}

func (in *PriceInput) slot() slot { return slotOf(in.Category, in.Country, in.Kind) }

// price returns the price, which is not stored.
func (in *PriceInput) price() Price {
	p := Price{Category: in.Category, Country: in.Country, Kind: in.Kind, UnitPrice: in.UnitPrice, Unit: pricingprice.DefaultUnit}
	if in.Unit != nil {
		p.Unit = *in.Unit
	}
	if in.FreePerMonth != nil {
		p.FreePerMonth = *in.FreePerMonth
	}
	return p
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
	if len(in.Prices) > maxPrices {
		faults.Add("prices", "must have at most %d entries", maxPrices)
	}
	seen := map[slot]bool{}
	for i := range in.Prices {
		price, field := &in.Prices[i], fmt.Sprintf("prices[%d].", i)
		price.validate(&faults, field)
		if seen[price.slot()] {
			faults.Add(field+"category", "is given twice for the same country and kind")
		}
		seen[price.slot()] = true
	}
	return faults
}
