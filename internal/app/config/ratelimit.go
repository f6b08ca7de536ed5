package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/httpd"
)

// RateLimits are the limits in FIRMHUB_RATE_LIMIT.
type RateLimits struct {
	// Off lifts all limits.
	Off   bool
	Calls httpd.Rate
	// Logins are the limits per minute.
	Logins session.LoginLimits
}

// maxRate is the maximum of the numbers in FIRMHUB_RATE_LIMIT. Larger ones could not be counted.
const maxRate = 1_000_000

// RateLimits returns the rate limits.
func (c Config) RateLimits() (RateLimits, error) {
	limits := RateLimits{Calls: httpd.Rate{PerSecond: 100, Burst: 200}, Logins: session.LoginLimits{}.Defaults()}
	switch c.RateLimit {
	case Off:
		limits.Off = true
		return limits, nil
	case On:
		return limits, nil
	}
	parts := map[string][]*int{
		"calls": {&limits.Calls.PerSecond, &limits.Calls.Burst},
		"login": {&limits.Logins.PerEmailAndAddress, &limits.Logins.PerAddress, &limits.Logins.PerEmail},
	}
	for part := range strings.SplitSeq(c.RateLimit, ",") {
		name, numbers, _ := strings.Cut(strings.TrimSpace(part), "=")
		if err := readNumbers(numbers, parts[name]); err != nil {
			return limits, Refuse("FIRMHUB_RATE_LIMIT",
				"must be on, off or limits such as calls=100/200,login=10/60/100 (calls a second/in a burst; log-ins a minute "+
					"by e-mail and address/by address/by e-mail), and is %q.", c.RateLimit)
		}
		delete(parts, name) // a second one is an error
	}
	return limits, nil
}

// readNumbers parses one number for each element of into. If into is empty it returns an error.
func readNumbers(text string, into []*int) error {
	numbers := strings.Split(text, "/")
	if len(into) == 0 || len(numbers) != len(into) {
		return fmt.Errorf("%d numbers are expected", len(into))
	}
	for i, number := range numbers {
		parsed, err := strconv.Atoi(number)
		if err != nil || parsed < 1 || parsed > maxRate {
			return fmt.Errorf("%q is not from 1 to %d", number, maxRate)
		}
		*into[i] = parsed
	}
	return nil
}
