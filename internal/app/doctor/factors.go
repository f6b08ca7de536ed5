package doctor

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/factor"
)

// factors checks that people can set up and use the second factors that firms require. key is the
// status of the key for secrets.
func factors(ctx context.Context, d *db.DB, key Status) Check {
	const name = "second factors"
	demand, err := factor.ReadDemand(ctx, d)
	if err != nil {
		return Check{name, Failure, sentence(err), "Check that the database is one of firmhub."}
	}
	found := fmt.Sprintf("Firms that require one: %d. People with an authenticator: %d.", demand.Firms, demand.Authenticators)
	if key == OK || demand == (factor.Demand{}) {
		return Check{Name: name, Status: OK, Found: found}
	}
	do := "Set " + config.SecretsKey + ", the same for every instance."
	if key == Failure {
		do = "Do what the check of the secrets says."
	}
	if demand.Authenticators > 0 {
		return Check{name, Failure, found + " Without the key for secrets their codes can't be checked.", do + " It must be the key of before."}
	}
	return Check{name, Warning, found + " Without a key for secrets nobody can set up an authenticator.", do}
}
