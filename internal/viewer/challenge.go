package viewer

import (
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/fault"
)

// errToken is in the chain of every refusal of an access token that was sent.
var errToken = errors.New("viewer: the access token is not accepted")

// RefuseToken returns Unauthorized for an access token that was sent and is not accepted. The
// message, in ASCII without quotation marks and backslashes, says why and what to do. It must not
// depend on anything in a token whose signature was not verified.
func RefuseToken(cause error, message string) *fault.Error {
	return fault.New(fault.Unauthorized, "%s", message).Because(fmt.Errorf("%w: %w", errToken, cause))
}

// Challenge returns the value of the header WWW-Authenticate for an Unauthorized, as RFC 6750
// defines it: with the reason if an access token was sent and refused, otherwise the scheme alone.
func Challenge(refusal *fault.Error) string {
	if errors.Is(refusal, errToken) {
		return `Bearer error="invalid_token", error_description="` + refusal.Message + `"`
	}
	return "Bearer"
}
