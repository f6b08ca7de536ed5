package firm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Connections ends the connections in a firm.
type Connections interface {
	EndFirm(id uuid.UUID)
	// RenewFirm ends those of people, who may connect again.
	RenewFirm(id uuid.UUID)
}

// Update changes a firm. If the firm is deactivated, nobody can act in it after the transaction,
// its connections end, and its jobs wait until it is active again. If it begins to require a second
// factor, people have to connect again. Update returns
//   - NotFound for an unknown id;
//   - ValidationError for a new pricing plan that is not active, or is not in the currency that the
//     firm will have;
//   - Conflict for a name that is taken, for another currency once the wallet has entries, and for
//     the deactivation of the super-firm.
//
// Only the super-firm may call it, and [UpdateOwn]. It crosses firms by itself.
func Update(ctx context.Context, d *db.DB, open Connections, in UpdateInput) (updated *ent.Firm, err error) {
	defer fault.Wrap(&err, "firm.Update")
	faults := in.Validate()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "change a firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		before, err := d.Client.Firm.Query().Where(firm.ID(in.ID), db.ForNoKeyUpdate).Only(ctx)
		if err != nil {
			return db.NotFound(err, "firm")
		}
		if before.IsSuperFirm && in.IsActive != nil && !*in.IsActive {
			return fault.New(fault.Conflict, "The super-firm can't be deactivated.")
		}
		updated, err = in.apply(ctx, d, before)
		if err != nil || updated == before {
			return err
		}
		if updated.IsActive && !before.IsActive {
			if err := job.Wake(ctx, d, updated.ID); err != nil {
				return err
			}
		}
		endConnections(ctx, open, before, updated)
		return audit.RecordUpdateIn(ctx, d, audit.LogsOf(ctx, updated.ID), "firm.update",
			audit.Of("firm", updated.ID, updated.Name), fieldsOf(before), fieldsOf(updated))
	})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

// endConnections ends the connections that a change of a firm does not allow any more, when the
// transaction of the context commits.
func endConnections(ctx context.Context, open Connections, before, updated *ent.Firm) {
	end := func(of func(uuid.UUID)) {
		db.AfterCommit(ctx, func(context.Context) error {
			of(updated.ID)
			return nil
		})
	}
	switch {
	case before.IsActive && !updated.IsActive:
		end(open.EndFirm)
	case !before.RequireMfa && updated.RequireMfa:
		end(open.RenewFirm)
	}
}

// apply stores the changed fields of the firm, and returns the updated firm. If nothing differs it
// returns the same firm.
func (in *UpdateInput) apply(ctx context.Context, d *db.DB, before *ent.Firm) (*ent.Firm, error) {
	change := d.Client.Firm.UpdateOne(before)
	if in.Name != nil && *in.Name != before.Name {
		change.SetName(*in.Name)
		if key := plaintext.FoldCase(*in.Name); key != before.NameKey {
			change.SetNameKey(key)
		}
	}
	if in.TimeZone != nil && *in.TimeZone != before.TimeZone {
		change.SetTimeZone(*in.TimeZone)
	}
	if in.MessagingTier != nil && *in.MessagingTier != before.MessagingTier {
		change.SetMessagingTier(*in.MessagingTier)
	}
	in.applySwitches(before, change)
	if in.OptOutWords != nil && !slices.Equal(in.OptOutWords, before.OptOutWords) {
		change.SetOptOutWords(in.OptOutWords)
	}
	if in.PostalAddress != nil && *in.PostalAddress != before.PostalAddress {
		change.SetPostalAddress(*in.PostalAddress)
	}
	if err := in.applyQuietHours(before, change); err != nil {
		return nil, err
	}
	switch {
	case in.ClearLowBalanceThreshold && before.LowBalanceThreshold != nil:
		change.ClearLowBalanceThreshold()
	case !in.ClearLowBalanceThreshold && differs(before.LowBalanceThreshold, in.LowBalanceThreshold):
		change.SetLowBalanceThreshold(*in.LowBalanceThreshold)
	}
	if err := in.applyCurrency(ctx, d, before, change); err != nil {
		return nil, err
	}
	if len(change.Mutation().Fields()) == 0 && len(change.Mutation().ClearedFields()) == 0 {
		return before, nil
	}
	updated, err := change.Save(ctx)
	if db.IsUnique(err) {
		return nil, nameTaken(*in.Name).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("save the firm: %w", err)
	}
	return updated, nil
}

// applySwitches sets what is on or off.
func (in *UpdateInput) applySwitches(before *ent.Firm, change *ent.FirmUpdateOne) {
	if in.IsActive != nil && *in.IsActive != before.IsActive {
		change.SetIsActive(*in.IsActive)
	}
	if in.RequireOptIn != nil && *in.RequireOptIn != before.RequireOptIn {
		change.SetRequireOptIn(*in.RequireOptIn)
	}
	if in.RequireMfa != nil && *in.RequireMfa != before.RequireMfa {
		change.SetRequireMfa(*in.RequireMfa)
	}
}

// applyQuietHours sets or removes the quiet hours.
func (in *UpdateInput) applyQuietHours(before *ent.Firm, change *ent.FirmUpdateOne) error {
	present, err := pace.Decode(before.QuietHours)
	switch {
	case err != nil:
		return err
	case in.ClearQuietHours && present != nil:
		change.ClearQuietHours()
	case !in.ClearQuietHours && differs(present, in.QuietHours):
		encoded, err := json.Marshal(in.QuietHours)
		if err != nil {
			return fmt.Errorf("encode quiet hours: %w", err)
		}
		change.SetQuietHours(encoded)
	}
	return nil
}

// applyCurrency sets the currency of the firm and its wallet, and the pricing plan, which must be
// in that currency.
func (in *UpdateInput) applyCurrency(ctx context.Context, d *db.DB, before *ent.Firm, change *ent.FirmUpdateOne) error {
	var faults fault.Details
	currency, plan := before.Currency, before.PricingPlanID
	if in.Currency != nil {
		currency = *in.Currency
	}
	switch {
	case in.ClearPricingPlanID:
		plan = nil
	case in.PricingPlanID != nil:
		plan = in.PricingPlanID
	}
	// The firm may keep its plan even if that is not active any more.
	if currency != before.Currency || plan != nil && differs(before.PricingPlanID, plan) {
		if err := checkPlan(ctx, d, &faults, plan, currency); err != nil {
			return err
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	switch {
	case plan == nil && before.PricingPlanID != nil:
		change.ClearPricingPlanID()
	case differs(before.PricingPlanID, plan):
		change.SetPricingPlanID(*plan)
	}
	if currency == before.Currency {
		return nil
	}
	change.SetCurrency(currency)
	return wallet.ChangeCurrency(ctx, d, before.ID, currency)
}

// differs reports whether a value is set and differs from the present one.
func differs[T comparable](present, given *T) bool {
	return given != nil && (present == nil || *present != *given)
}

// auditFields are the fields of a firm in the audit log.
type auditFields struct {
	Name                string        `json:"name"`
	IsActive            bool          `json:"isActive"`
	Currency            string        `json:"currency"`
	TimeZone            string        `json:"timeZone"`
	PricingPlanID       *uuid.UUID    `json:"pricingPlanId"`
	LowBalanceThreshold *money.Amount `json:"lowBalanceThreshold"`
	MessagingTier       Tier          `json:"messagingTier"`
	RequireOptIn        bool          `json:"requireOptIn"`
	RequireMfa          bool          `json:"requireMfa"`
	OptOutWords         []string      `json:"optOutWords"`
	PostalAddress       string        `json:"postalAddress"`
	// QuietHours is text, since the databases store the same JSON in different forms.
	QuietHours string `json:"quietHours"`
}

func fieldsOf(f *ent.Firm) auditFields {
	fields := auditFields{
		f.Name, f.IsActive, f.Currency, f.TimeZone, f.PricingPlanID, f.LowBalanceThreshold, f.MessagingTier, f.RequireOptIn, f.RequireMfa,
		f.OptOutWords, f.PostalAddress, "",
	}
	if hours, err := pace.Decode(f.QuietHours); err == nil && hours != nil {
		fields.QuietHours = hours.From + "-" + hours.To
	}
	return fields
}
