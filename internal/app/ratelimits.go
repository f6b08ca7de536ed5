package app

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/session"
)

// rateLimits are what FIRMHUB_RATE_LIMIT sets: on, off, or calls=100/200,login=10/60/100, of which either part may be
// left out.
type rateLimits struct {
	// off lifts all limits.
	off bool
	// calls are per second and in a burst.
	calls callLimits
	// logins are a minute.
	logins session.LoginLimits
}

type callLimits struct{ perSecond, burst int }

// probeLimits are for the requests of monitors, for each path.
func probeLimits() callLimits { return callLimits{perSecond: 10, burst: 50} }

const (
	// maxRate keeps the numbers of FIRMHUB_RATE_LIMIT in a range where they can be counted.
	maxRate = 1_000_000

	rateLimitSetting = "FIRMHUB_RATE_LIMIT"
)

func parseRateLimits(text string) (rateLimits, error) {
	limits := rateLimits{calls: callLimits{100, 200}, logins: session.LoginLimits{}.Defaults()}
	switch text {
	case off:
		limits.off = true
		return limits, nil
	case on:
		return limits, nil
	}
	parts := map[string][]*int{
		"calls": {&limits.calls.perSecond, &limits.calls.burst},
		"login": {&limits.logins.PerEmailAndAddress, &limits.logins.PerAddress, &limits.logins.PerEmail},
	}
	for part := range strings.SplitSeq(text, ",") {
		name, numbers, _ := strings.Cut(strings.TrimSpace(part), "=")
		if err := readNumbers(numbers, parts[name]); err != nil {
			return limits, refused(rateLimitSetting,
				"must be on, off or limits such as calls=100/200,login=10/60/100 (calls a second/in a burst; log-ins a minute "+
					"by e-mail and address/by address/by e-mail), and is %q.", text)
		}
		delete(parts, name) // a second one is an error
	}
	return limits, nil
}

// readNumbers reads as many numbers as there are places for them; no place is an error.
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
