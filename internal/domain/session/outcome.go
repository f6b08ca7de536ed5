package session

import (
	"github.com/firmhub/firmhub/internal/fault"
)

// Method is what a log-in is tried by, for metrics.
type Method string

// The methods. A passkey is a second factor, and a passkey alone is not.
const (
	ByPassword     Method = "password"
	ByTOTP         Method = "totp"
	ByRecoveryCode Method = "recoveryCode"
	ByPasskey      Method = "passkey"
	ByPasskeyAlone Method = "passkeyAlone"
	ByProvider     Method = "provider"
)

// Outcome is how a try to log in has ended, for metrics.
type Outcome string

// The outcomes.
const (
	SignedIn Outcome = "signedIn"
	// Waits means that a second factor is asked for.
	Waits Outcome = "waits"
	// Refused means that what the person sent is wrong or invalid, or that the account can't log
	// in.
	Refused Outcome = "refused"
	// Limited means that there were too many tries.
	Limited Outcome = "limited"
	// Failed means that the server could not tell.
	Failed Outcome = "failed"
)

// Observe sets the function that is called with each try to log in. It is called before the first
// request.
func (m *Manager) Observe(observe func(by Method, outcome Outcome)) { m.observe = observe }

// tried tells the observer how a try to log in has ended.
func (m *Manager) tried(by Method, login *Login, err error) { m.observe(by, outcomeOf(login, err)) }

func outcomeOf(login *Login, err error) Outcome {
	switch {
	case fault.Is(err, fault.TooManyRequests):
		return Limited
	case fault.Is(err, fault.Unauthorized), fault.Is(err, fault.ValidationError):
		return Refused
	case err != nil, login == nil:
		return Failed
	case login.Challenge != nil:
		return Waits
	}
	return SignedIn
}
