package pricing

import (
	"context"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Unpriced is a currency in which active firms have no pricing plan, neither their own nor a
// default one, so that their messages cost nothing.
type Unpriced struct {
	Currency string
	// Firms is the number of these firms.
	Firms int
}

// ReadUnpriced returns the currencies in which active firms have no pricing plan, in alphabetical
// order. Only the command line calls it. It crosses firms by itself.
func ReadUnpriced(ctx context.Context, d *db.DB) (_ []Unpriced, err error) {
	defer fault.Wrap(&err, "pricing.ReadUnpriced")
	return db.All[Unpriced](d.AcrossFirms(rule.AcrossFirms(ctx, "find firms without prices")), `
SELECT f.currency AS currency, count(*) AS firms FROM firms f
WHERE f.is_active AND f.pricing_plan_id IS NULL
	AND NOT EXISTS (SELECT 1 FROM pricing_plans p WHERE p.currency = f.currency AND p.is_default)
GROUP BY f.currency ORDER BY f.currency`)
}
