package connections

// Reason is why the server ends a connection. Each transport has its own close code or message for
// it.
type Reason uint8

// The reasons.
const (
	// SessionEnded means that the user logged out, or that the session was revoked.
	SessionEnded Reason = iota + 1
	// KeyEnded means that the API key was revoked, or has a new secret.
	KeyEnded
	// MembershipEnded means that the user was deactivated in the firm, or removed from it.
	MembershipEnded
	// FirmDeactivated means that the firm is no longer active.
	FirmDeactivated
	// AccessChanged means that the firm requires a second factor now, or that the user has removed
	// theirs. Clients may connect again, and are refused if they may not any more.
	AccessChanged
	// CredentialExpired means that the access token, or another credential, has expired.
	CredentialExpired
	// ServerStopping means that the server closes its connections before it stops. Clients may
	// connect again.
	ServerStopping
)

// String returns the name of the reason, for logs.
func (r Reason) String() string {
	switch r {
	case SessionEnded:
		return "session ended"
	case KeyEnded:
		return "key ended"
	case MembershipEnded:
		return "membership ended"
	case FirmDeactivated:
		return "firm deactivated"
	case AccessChanged:
		return "access changed"
	case CredentialExpired:
		return "credential expired"
	case ServerStopping:
		return "server stopping"
	}
	return "unknown"
}
