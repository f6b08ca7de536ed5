package analytics

import (
	"context"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Dashboard contains all numbers of a period. Each is read when it is first asked for.
type Dashboard struct {
	db   *db.DB
	span *span
}

// ReadDashboard returns the dashboard of the viewer's firm for a period.
func ReadDashboard(ctx context.Context, d *db.DB, in PeriodInput) (_ *Dashboard, err error) {
	defer fault.Wrap(&err, "analytics.ReadDashboard")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	return &Dashboard{d, s}, nil
}

// Volume returns the result of [ReadVolume].
func (b *Dashboard) Volume(ctx context.Context) (*Volume, error) { return b.span.volume(ctx, b.db) }

// DeliveryStatus returns the result of [ReadDelivery].
func (b *Dashboard) DeliveryStatus(ctx context.Context) (*Delivery, error) {
	sums, err := b.span.sums(ctx, b.db)
	return &sums.Delivery, err
}

// Hourly returns the result of [ReadHours].
func (b *Dashboard) Hourly(ctx context.Context) ([]*HourOfDay, error) { return b.span.hours(ctx, b.db) }

// Templates returns the result of [ReadTemplates].
func (b *Dashboard) Templates(ctx context.Context) ([]*Template, error) {
	return b.span.templates(ctx, b.db)
}

// TopContacts returns the result of [ReadContacts].
func (b *Dashboard) TopContacts(ctx context.Context) ([]*Contact, error) {
	return b.span.contacts(ctx, b.db, defaultContacts)
}

// Previous returns the sums of the previous period.
func (b *Dashboard) Previous(ctx context.Context) (*Sums, error) {
	return b.span.previous().sums(ctx, b.db)
}
