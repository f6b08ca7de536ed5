package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/pricing"
)

// prices checks that every active firm has a pricing plan.
func prices(ctx context.Context, d *db.DB) Check {
	const name = "pricing plans"
	unpriced, err := pricing.ReadUnpriced(ctx, d)
	if err != nil {
		return Check{name, Failure, sentence(err), "Check that the database is one of firmhub."}
	}
	if len(unpriced) == 0 {
		return Check{Name: name, Status: OK, Found: "Every active firm has one."}
	}
	currencies := make([]string, len(unpriced))
	for i, in := range unpriced {
		currencies[i] = fmt.Sprintf("%s (firms: %d)", in.Currency, in.Firms)
	}
	return Check{
		name, Warning, "Messages of firms without a pricing plan cost nothing. There is none in " + strings.Join(currencies, ", ") + ".",
		"Create a default plan in each of these currencies (POST /api/v1/admin/wallet/pricing-plans), or give the firms plans.",
	}
}
