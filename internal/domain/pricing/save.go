package pricing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// maxPlans is the maximum number of plans.
const maxPlans = 1000

// Save creates a plan, or changes the one with the id. A price that differs begins now, and the
// price before it ends. A new default plan replaces the default plan of its currency. Save returns
// NotFound for an unknown id, and ValidationError for another currency than that of the plan. It
// returns Conflict for a name that is taken, for a default plan that would not be active, and when
// there are too many plans. Only the super-firm may call it. It crosses firms by itself.
func Save(ctx context.Context, d *db.DB, in SaveInput) (saved *Plan, err error) {
	defer fault.Wrap(&err, "pricing.Save")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "pricing plans belong to no firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := d.Lock(ctx, "pricing plans", uuid.Nil); err != nil {
			return err
		}
		if in.ID == nil {
			saved, err = in.create(ctx, d)
		} else {
			saved, err = in.update(ctx, d)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func (in *SaveInput) create(ctx context.Context, d *db.DB) (*Plan, error) {
	count, err := d.Client.PricingPlan.Query().Count(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("count the plans: %w", err)
	case count >= maxPlans:
		return nil, fault.New(fault.Conflict, "There are %d pricing plans already.", maxPlans)
	}
	plan := &Plan{Currency: *in.Currency, IsActive: true, ChargeOn: pricingplan.DefaultChargeOn}
	if err := in.apply(ctx, d, plan); err != nil {
		return nil, err
	}
	row, err := d.Client.PricingPlan.Create().
		SetName(plan.Name).SetNameKey(plaintext.FoldCase(plan.Name)).SetDescription(plan.Description).SetCurrency(plan.Currency).
		SetIsDefault(plan.IsDefault).SetIsActive(plan.IsActive).SetChargeOn(plan.ChargeOn).
		Save(ctx)
	if err != nil {
		return nil, taken(err, plan)
	}
	if _, err := in.setPrices(ctx, d, newPlan(row)); err != nil {
		return nil, err
	}
	created, err := Get(ctx, d, row.ID)
	if err != nil {
		return nil, err
	}
	super, err := audit.SuperFirm(ctx, d)
	if err != nil {
		return nil, err
	}
	return created, audit.RecordIn(ctx, d, super, audit.Change{
		Action: "pricingplan.create", Target: created.target(), After: created.auditFields(),
	})
}

func (in *SaveInput) update(ctx context.Context, d *db.DB) (*Plan, error) {
	before, err := Get(ctx, d, *in.ID)
	if err != nil {
		return nil, err
	}
	if in.Currency != nil && *in.Currency != before.Currency {
		return nil, fault.Details{{Field: "currency", Message: "can't be changed: the plan is in " + before.Currency}}.Err()
	}
	plan := *before
	if err := in.apply(ctx, d, &plan); err != nil {
		return nil, err
	}
	priced, err := in.setPrices(ctx, d, before)
	if err != nil {
		return nil, err
	}
	if !priced && plan.Name == before.Name && plan.Description == before.Description &&
		plan.IsDefault == before.IsDefault && plan.IsActive == before.IsActive && plan.ChargeOn == before.ChargeOn {
		return before, nil
	}
	err = d.Client.PricingPlan.UpdateOneID(plan.ID).
		SetName(plan.Name).SetNameKey(plaintext.FoldCase(plan.Name)).SetDescription(plan.Description).
		SetIsDefault(plan.IsDefault).SetIsActive(plan.IsActive).SetChargeOn(plan.ChargeOn).
		Exec(ctx)
	if err != nil {
		return nil, taken(err, &plan)
	}
	after, err := Get(ctx, d, plan.ID)
	if err != nil {
		return nil, err
	}
	return after, recordUpdate(ctx, d, before, after)
}

// apply sets the fields that are set in the input. If the plan becomes the default, the present
// default plan no longer is.
func (in *SaveInput) apply(ctx context.Context, d *db.DB, plan *Plan) error {
	for _, text := range []struct{ to, given *string }{{&plan.Name, in.Name}, {&plan.Description, in.Description}} {
		if text.given != nil {
			*text.to = *text.given
		}
	}
	for _, flag := range []struct{ to, given *bool }{{&plan.IsDefault, in.IsDefault}, {&plan.IsActive, in.IsActive}} {
		if flag.given != nil {
			*flag.to = *flag.given
		}
	}
	if in.ChargeOn != nil {
		plan.ChargeOn = *in.ChargeOn
	}
	if !plan.IsDefault {
		return nil
	}
	if !plan.IsActive {
		return fault.New(fault.Conflict, "A default plan must be active. Make another plan the default one first.")
	}
	present, err := withPrices(d.Client.PricingPlan.Query()).
		Where(pricingplan.Currency(plan.Currency), pricingplan.IsDefault(true), pricingplan.IDNEQ(plan.ID)).All(ctx)
	if err != nil {
		return fmt.Errorf("look for the default plan: %w", err)
	}
	for _, row := range present {
		if err := d.Client.PricingPlan.UpdateOneID(row.ID).SetIsDefault(false).Exec(ctx); err != nil {
			return fmt.Errorf("take the default away: %w", err)
		}
		before := newPlan(row)
		after := *before
		after.IsDefault = false
		if err := recordUpdate(ctx, d, before, &after); err != nil {
			return err
		}
	}
	return nil
}

// setPrices ends the prices of a plan that differ from those of the input, adds the new ones, and
// reports whether any price changed. Nil changes nothing.
func (in *SaveInput) setPrices(ctx context.Context, d *db.DB, plan *Plan) (changed bool, err error) {
	if in.Prices == nil {
		return false, nil
	}
	given := map[slot]Price{}
	for i := range in.Prices {
		given[in.Prices[i].slot()] = in.Prices[i].price()
	}
	now := entity.Now()
	var ended []uuid.UUID
	for i := range plan.Prices {
		present := &plan.Prices[i]
		if wanted, ok := given[present.slot()]; ok && wanted.costs(present) {
			delete(given, present.slot())
			continue
		}
		ended = append(ended, present.id)
		now = later(now, present.ValidFrom)
	}
	if len(ended) > 0 {
		err := d.Client.PricingPrice.Update().Where(pricingprice.IDIn(ended...)).SetValidUntil(now).Exec(ctx)
		if err != nil {
			return false, fmt.Errorf("end prices: %w", err)
		}
	}
	builders := make([]*ent.PricingPriceCreate, 0, len(given))
	for _, of := range slices.SortedFunc(maps.Keys(given), slot.compare) {
		price := given[of]
		builders = append(builders, d.Client.PricingPrice.Create().
			SetPlanID(plan.ID).SetCategory(of.category).SetCountry(of.country).SetKind(string(of.kind)).
			SetUnitPrice(price.UnitPrice).SetUnit(price.Unit).SetFreePerMonth(price.FreePerMonth).SetValidFrom(now))
	}
	if _, err := db.CreateBulk(ctx, d.Client.PricingPrice.CreateBulk, builders); err != nil {
		return false, fmt.Errorf("add prices: %w", err)
	}
	return len(ended)+len(given) > 0, nil
}

// costs reports whether messages cost the same by another price.
func (p *Price) costs(other *Price) bool {
	return p.UnitPrice == other.UnitPrice && p.Unit == other.Unit && p.FreePerMonth == other.FreePerMonth
}

// later returns the later time, because the clocks of two instances may differ.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func taken(err error, plan *Plan) error {
	return db.Conflict(err, "There is a pricing plan named %q already.", fault.Shown(plan.Name))
}

func recordUpdate(ctx context.Context, d *db.DB, before, after *Plan) error {
	super, err := audit.SuperFirm(ctx, d)
	if err != nil {
		return err
	}
	return audit.RecordUpdateIn(ctx, d, super, "pricingplan.update", after.target(), before.auditFields(), after.auditFields())
}
