package factor

import (
	"context"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Demand is what needs second factors to work.
type Demand struct {
	// Firms is the number of active firms that require one.
	Firms int
	// Authenticators is the number of people whose log-ins ask for a code of an authenticator.
	Authenticators int
}

// ReadDemand returns what needs second factors to work. Only the command line calls it. It crosses
// firms by itself.
func ReadDemand(ctx context.Context, d *db.DB) (found Demand, err error) {
	defer fault.Wrap(&err, "factor.ReadDemand")
	across := rule.AcrossFirms(ctx, "count the firms that require a second factor")
	_, err = d.AcrossFirms(across).Row([]any{&found.Firms}, `SELECT count(*) FROM firms WHERE is_active AND require_mfa`)
	if err != nil {
		return found, err
	}
	_, err = d.Shared(ctx).Row([]any{&found.Authenticators}, `SELECT count(*) FROM totp_factors WHERE confirmed_at IS NOT NULL`)
	return found, err
}
