package connections

// Reason is why the server ends a connection. Each transport has its own close code or message for it.
type Reason uint8

// The reasons.
const (
	// SessionEnded is a log-out, or a session that was revoked.
	SessionEnded Reason = iota + 1
	// KeyEnded is an API key that was revoked, or has a new secret.
	KeyEnded
	// MembershipEnded is a user who was deactivated in the firm, or removed from it.
	MembershipEnded
	// FirmDeactivated is a firm that is not active any more.
	FirmDeactivated
	// CredentialExpired is an access token, or another credential, at its end.
	CredentialExpired
	// ServerStopping is a server that closes its connections before it stops. Clients may connect again.
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
	case CredentialExpired:
		return "credential expired"
	case ServerStopping:
		return "server stopping"
	}
	return "unknown"
}
