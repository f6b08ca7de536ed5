package viewer

import (
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/fault"
)

// errCredential is in the chain of every refusal of a credential that was sent.
var errCredential = errors.New("viewer: the credential is not accepted")

// RefuseCredential returns Unauthorized for an access token or an API key that was sent and is not
// accepted. The message, in ASCII without quotation marks and backslashes, says why and what to do.
// It must not depend on anything in a token whose signature was not verified.
func RefuseCredential(cause error, message string) *fault.Error {
	return fault.New(fault.Unauthorized, "%s", message).Because(fmt.Errorf("%w: %w", errCredential, cause))
}

// The schemes of [Challenge]: an access token, or an API key.
const (
	SchemeBearer = "Bearer"
	SchemeAPIKey = "ApiKey"
)

// Challenge returns the value of the header WWW-Authenticate for an Unauthorized: the scheme of the
// credential that is asked for, followed, if a credential was sent and refused, by the reason in
// the parameters of RFC 6750.
func Challenge(scheme string, refusal *fault.Error) string {
	if errors.Is(refusal, errCredential) {
		return scheme + ` error="invalid_token", error_description="` + refusal.Message + `"`
	}
	return scheme
}
