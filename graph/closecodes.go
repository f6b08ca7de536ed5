package graph

import "github.com/firmhub/firmhub/realtime/connections"

// Close codes of GraphQL connections, after graphql-transport-ws. On 4403 clients get a new token
// and connect again; on 4401 they do not.
const (
	closeGoingAway    = 1001
	closeBadRequest   = 4400
	closeUnauthorized = 4401
	closeExpired      = 4403
	closeInitTimeout  = 4408
	closeDuplicateID  = 4409
	closeSecondInit   = 4429
)

// closeFrame returns the code and the text with which a WebSocket is closed. Event streams have no
// codes: they end without the event `complete`.
func closeFrame(reason connections.Reason) (code int, text string) {
	switch reason {
	case connections.SessionEnded:
		return closeUnauthorized, "The session has ended."
	case connections.KeyEnded:
		return closeUnauthorized, "The API key has ended."
	case connections.MembershipEnded:
		return closeUnauthorized, "You are no longer in this firm."
	case connections.FirmDeactivated:
		return closeUnauthorized, "The firm is not active."
	case connections.AccessChanged:
		return closeExpired, "What you may do in this firm has changed."
	case connections.CredentialExpired:
		return closeExpired, "The access token has expired."
	case connections.ServerStopping:
		return closeGoingAway, "The server is going away."
	}
	return closeUnauthorized, ""
}
