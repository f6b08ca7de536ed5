// Package doctor checks whether firmhub can run with its settings, and recommends what to do if it
// can't.
package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/app/config"
)

// Status is the outcome of a check.
type Status string

// The outcomes of a check.
const (
	OK Status = "ok"
	// Warning means that firmhub runs, but that the operator should look at the finding.
	Warning Status = "warning"
	// Failure means that firmhub does not start or that a part of it does not work.
	Failure Status = "failure"
)

// Check is the result of one check.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Found is the finding, in one line without secrets.
	Found string `json:"found"`
	// Do is the recommended action. It is empty when all is well.
	Do string `json:"do,omitempty"`
}

// checkLimit is the maximum time of one check.
const checkLimit = 5 * time.Second

// Run checks the configuration, the database, the clock, the location of files, the key for
// secrets, the mail server, the broker, and the server if one runs. It changes nothing: it removes
// whatever it writes as a test. unknown are environment variables that look like settings and are
// none.
func Run(ctx context.Context, c config.Config, unknown []string) []Check {
	checks := []Check{configuration(c), environment(unknown)}
	isDefault := c.DatabaseURL == ""
	c = c.Defaults()
	running, serverTime := server(ctx, c.LocalURL())
	found, databaseTime := database(ctx, c, isDefault)
	checks = append(checks, found...)
	if !slices.ContainsFunc(found, func(c Check) bool { return c.Name == secretsCheck }) {
		checks = append(checks, secrets(ctx, nil, c))
	}
	return append(checks, clock(databaseTime, serverTime), files(ctx, c.FilesURL), mailServer(ctx, c), broker(ctx, c), running)
}

// Failed reports whether one of the checks is a failure.
func Failed(checks []Check) bool {
	return slices.ContainsFunc(checks, func(c Check) bool { return c.Status == Failure })
}

func configuration(c config.Config) Check {
	const name = "configuration"
	if err := c.Validate(); err != nil {
		return Check{name, Failure, err.Error(), "Correct the setting; firmhub serve --help describes each."}
	}
	if _, err := c.Providers(); err != nil {
		return Check{name, Failure, err.Error(), "Correct the file; docs/single-sign-on.md describes it."}
	}
	if limits := c.Defaults().RateLimit; limits == config.Off {
		return Check{name, Warning, "The settings are valid. Rate limits are off, those of log-ins too.", "Unset FIRMHUB_RATE_LIMIT."}
	}
	return Check{Name: name, Status: OK, Found: "The settings are valid."}
}

func environment(unknown []string) Check {
	const name = "environment"
	if len(unknown) > 0 {
		return Check{
			name, Warning, "No settings: " + strings.Join(unknown, ", ") + ".",
			"Correct their names, or unset them; firmhub serve --help has those of all settings.",
		}
	}
	return Check{Name: name, Status: OK, Found: "Has only known settings."}
}

// within runs a check of the database within the time of one check. If that is over, the check says
// so: what was asked of the database is right then, and its answer late.
func within(ctx context.Context, check func(ctx context.Context) Check) Check {
	ctx, cancel := limited(ctx)
	defer cancel()
	found := check(ctx)
	if found.Status == Failure && ctx.Err() != nil {
		found.Found = "The database: " + sentence(context.Cause(ctx))
		found.Do = "See which statements take long or wait for locks, such as those of a migration or a backup, and run this again."
	}
	return found
}

// limited returns a context for one check.
func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, checkLimit, errors.New("no answer within 5 seconds"))
}
