package firm

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxName      = 200
	maxThreshold = 1_000_000_000_000 * money.Unit
	defaultZone  = "UTC"
)

// Tier is the number of recipients to whom a firm can send in 24 hours.
type Tier = firm.MessagingTier

// CreateInput describes a new firm and its first user.
type CreateInput struct {
	Name string
	// Currency is the ISO 4217 code of the firm's money.
	Currency string
	// TimeZone is the IANA name of the zone in which the firm counts its days. Empty means UTC.
	TimeZone string
	// PricingPlanID is the firm's plan. Nil means the default plan of the currency.
	PricingPlanID *uuid.UUID
	// LowBalanceThreshold is the balance below which a notification is raised. Nil means never.
	LowBalanceThreshold *money.Amount
	// MessagingTier is the firm's tier. Nil means the lowest one.
	MessagingTier *Tier
	Owner         user.OwnerInput
}

// Validate trims the texts, writes the currency in capitals, sets the default time zone, and
// returns every fault, except faults of the pricing plan. Faults of the owner have paths such as
// owner.email.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckUnique(&faults, "name", &in.Name, maxName)
	in.Currency = strings.TrimSpace(in.Currency)
	if in.Currency == "" {
		faults.Add("currency", "is required")
	} else {
		checkCurrency(&faults, &in.Currency)
	}
	if in.TimeZone = strings.TrimSpace(in.TimeZone); in.TimeZone == "" {
		in.TimeZone = defaultZone
	}
	checkTimeZone(&faults, &in.TimeZone)
	checkThreshold(&faults, in.LowBalanceThreshold)
	faults.AddAll("owner.", in.Owner.Validate())
	return faults
}

// UpdateInput describes changes of a firm. Nil fields do not change.
type UpdateInput struct {
	ID       uuid.UUID
	Name     *string
	Currency *string
	TimeZone *string
	IsActive *bool

	PricingPlanID *uuid.UUID
	// ClearPricingPlanID sets the default plan of the firm's currency. PricingPlanID is ignored
	// then.
	ClearPricingPlanID bool

	LowBalanceThreshold *money.Amount
	// ClearLowBalanceThreshold turns notifications about the balance off. LowBalanceThreshold is
	// ignored then.
	ClearLowBalanceThreshold bool

	MessagingTier *Tier

	// RequireOptIn says whether marketing messages need consent.
	RequireOptIn *bool
	// RequireMfa says whether people need a second factor to work in the firm.
	RequireMfa *bool
	// OptOutWords replaces the words by which people opt out, beside those of firmhub.
	OptOutWords []string
	// PostalAddress is shown in marketing mails. It may have several lines.
	PostalAddress *string
	// QuietHours are when campaigns send nothing. ClearQuietHours removes them; QuietHours is
	// ignored then.
	QuietHours      *pace.QuietHours
	ClearQuietHours bool
}

// Validate trims the texts, writes the currency and the words in capitals, and returns every fault,
// except faults of the pricing plan.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Name != nil {
		plaintext.CheckUnique(&faults, "name", in.Name, maxName)
	}
	if in.Currency != nil {
		checkCurrency(&faults, in.Currency)
	}
	if in.TimeZone != nil {
		checkTimeZone(&faults, in.TimeZone)
	}
	checkThreshold(&faults, in.LowBalanceThreshold)
	checkWords(&faults, in.OptOutWords)
	checkPostalAddress(&faults, in.PostalAddress)
	if in.QuietHours != nil {
		in.QuietHours.Check(&faults, "quietHours")
	}
	return faults
}

const (
	maxWords = 50
	maxWord  = 50
)

const maxPostalAddress = 500

func checkPostalAddress(faults *fault.Details, address *string) {
	if address == nil {
		return
	}
	*address = plaintext.Trim(strings.ReplaceAll(*address, "\r\n", "\n"))
	oneLine := strings.ReplaceAll(*address, "\n", " ")
	plaintext.Check(faults, "postalAddress", &oneLine, maxPostalAddress)
}

// checkWords trims the words by which people opt out, and writes them in capitals.
func checkWords(faults *fault.Details, words []string) {
	if len(words) > maxWords {
		faults.Add("optOutWords", "must have at most %d entries", maxWords)
		return
	}
	for i := range words {
		plaintext.CheckName(faults, fmt.Sprintf("optOutWords[%d]", i), &words[i], maxWord)
		words[i] = strings.ToUpper(words[i])
	}
}

func checkCurrency(faults *fault.Details, code *string) {
	currency, known := money.Currency(*code)
	if !known {
		faults.Add("currency", "must be an ISO 4217 code such as EUR")
	}
	*code = currency
}

func checkTimeZone(faults *fault.Details, name *string) {
	*name = strings.TrimSpace(*name)
	if !isTimeZone(*name) {
		faults.Add("timeZone", "must be an IANA time zone such as Europe/Berlin")
	}
}

func checkThreshold(faults *fault.Details, threshold *money.Amount) {
	if threshold != nil && (*threshold < 0 || *threshold > maxThreshold) {
		faults.Add("lowBalanceThreshold", "must be from 0 to %s", maxThreshold)
	}
}

// checkPlan adds a fault unless the plan exists, is active, and is in the currency of the firm. Nil
// is the default plan, which is always valid.
func checkPlan(ctx context.Context, d *db.DB, faults *fault.Details, id *uuid.UUID, currency string) error {
	if id == nil {
		return nil
	}
	plan, err := pricing.Get(ctx, d, *id)
	switch {
	case fault.Is(err, fault.NotFound):
		faults.Add("pricingPlanId", "is not a known pricing plan")
	case err != nil:
		return err
	case plan.Currency != currency:
		faults.Add("pricingPlanId", "is a plan in %s, and the firm is in %s", plan.Currency, currency)
	case !plan.IsActive:
		faults.Add("pricingPlanId", "is a plan that is not active")
	}
	return nil
}
