package firm

import (
	"slices"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/text/currency"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/user"
)

const (
	maxName     = 200
	defaultZone = "UTC"
)

// CreateInput describes a new firm and its first user.
type CreateInput struct {
	Name string
	// Currency is the ISO 4217 code of the firm's money.
	Currency string
	// TimeZone is the IANA name of the zone in which the firm counts its days; empty means UTC.
	TimeZone string
	// PricingPlanID nil means the default plan.
	PricingPlanID *uuid.UUID
	Owner         user.OwnerInput
}

// Validate trims the texts, writes the currency in capitals, sets the default time zone, and returns every fault. Those of the
// owner have paths such as owner.email.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	line.CheckUnique(&faults, "name", &in.Name, maxName)
	in.Currency = strings.ToUpper(strings.TrimSpace(in.Currency))
	switch {
	case in.Currency == "":
		faults.Add("currency", "is required")
	case !isCurrency(in.Currency):
		faults.Add("currency", "must be an ISO 4217 code such as EUR")
	}
	in.TimeZone = strings.TrimSpace(in.TimeZone)
	if in.TimeZone == "" {
		in.TimeZone = defaultZone
	}
	if !isTimeZone(in.TimeZone) {
		faults.Add("timeZone", "must be an IANA time zone such as Europe/Berlin")
	}
	if in.PricingPlanID != nil {
		faults.Add("pricingPlanId", "is not a known pricing plan")
	}
	faults.AddAll("owner.", in.Owner.Validate())
	return faults
}

// isCurrency reports whether a code is that of a currency. XXX means none, and XTS is for tests.
func isCurrency(code string) bool {
	if code == "XXX" || code == "XTS" {
		return false
	}
	if slices.Contains(newCurrencies(), code) {
		return true
	}
	_, err := currency.ParseISO(code)
	return err == nil
}

// newCurrencies returns the codes that are newer than the tables of x/text, which are of 2017.
func newCurrencies() []string {
	return []string{"MRU", "SLE", "STN", "UYW", "VED", "VES", "XAD", "XCG", "ZWG"}
}
