package firm

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// OwnInput describes changes that a firm makes of itself. Nil fields do not change.
type OwnInput struct {
	Name                *string
	TimeZone            *string
	LowBalanceThreshold *money.Amount
	// ClearLowBalanceThreshold turns notifications about the balance off. LowBalanceThreshold is
	// ignored then.
	ClearLowBalanceThreshold bool
	// RequireOptIn says whether marketing messages need consent. OptOutWords replaces the words by
	// which people opt out, beside those of firmhub.
	RequireOptIn *bool
	OptOutWords  []string
	// RequireMfa says whether people need a second factor to work in the firm.
	RequireMfa *bool
	// PostalAddress is shown in marketing mails.
	PostalAddress *string
	// QuietHours are when campaigns send nothing. ClearQuietHours removes them; QuietHours is
	// ignored then.
	QuietHours      *pace.QuietHours
	ClearQuietHours bool
}

// Validate returns every fault.
func (in *OwnInput) Validate() fault.Details {
	change := in.change()
	return change.Validate()
}

// change returns the change, without the firm.
func (in *OwnInput) change() UpdateInput {
	return UpdateInput{
		Name: in.Name, TimeZone: in.TimeZone,
		LowBalanceThreshold: in.LowBalanceThreshold, ClearLowBalanceThreshold: in.ClearLowBalanceThreshold,
		RequireOptIn: in.RequireOptIn, RequireMfa: in.RequireMfa, OptOutWords: in.OptOutWords, PostalAddress: in.PostalAddress,
		QuietHours: in.QuietHours, ClearQuietHours: in.ClearQuietHours,
	}
}

// Own returns the viewer's firm.
func Own(ctx context.Context, d *db.DB) (_ *ent.Firm, err error) {
	defer fault.Wrap(&err, "firm.Own")
	own, err := d.Client.Firm.Query().Where(firm.ID(viewer.From(ctx).FirmID)).Only(ctx)
	return own, db.NotFound(err, "firm")
}

// UpdateOwn changes the viewer's firm. It returns the errors of [Update] for these fields.
func UpdateOwn(ctx context.Context, d *db.DB, open Connections, in OwnInput) (*ent.Firm, error) {
	change := in.change()
	change.ID = viewer.From(ctx).FirmID
	return Update(ctx, d, open, change)
}
