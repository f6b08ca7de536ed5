package hub

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// negotiation is the answer to a negotiate request (TransportProtocols.md).
type negotiation struct {
	ConnectionID         string             `json:"connectionId"`
	ConnectionToken      string             `json:"connectionToken,omitempty"`
	NegotiateVersion     int                `json:"negotiateVersion"`
	UseStatefulReconnect bool               `json:"useStatefulReconnect,omitempty"`
	AvailableTransports  []offeredTransport `json:"availableTransports"`
}

type offeredTransport struct {
	Transport       string   `json:"transport"`
	TransferFormats []string `json:"transferFormats"`
}

var offered = []offeredTransport{
	{Transport: "WebSockets", TransferFormats: []string{"Text", "Binary"}},
	{Transport: "ServerSentEvents", TransferFormats: []string{"Text"}},
	{Transport: "LongPolling", TransferFormats: []string{"Text", "Binary"}},
}

// ServeNegotiate answers POST …/negotiate. A client of negotiateVersion 0 uses one id for
// everything, so for such a client that id is the token.
func (h *Hub) ServeNegotiate(w http.ResponseWriter, r *http.Request) {
	v, err := caller(r)
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	query := r.URL.Query()
	version := 0
	if text := query.Get("negotiateVersion"); text != "" {
		if version, err = strconv.Atoi(text); err != nil || version < 0 {
			faults := fault.Details{{Field: "negotiateVersion", Message: "must be a whole number"}}
			h.options.Refuse(w, r, faults.Err())
			return
		}
	}
	t := newTicket(v, query.Get("useStatefulReconnect") == "true")
	answer := negotiation{
		ConnectionID: t.key.String(), ConnectionToken: h.sign(r.Context(), t), NegotiateVersion: min(version, 1),
		UseStatefulReconnect: t.stateful, AvailableTransports: offered,
	}
	if version == 0 {
		answer.ConnectionID, answer.ConnectionToken = answer.ConnectionToken, ""
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// caller returns the viewer of a request: a user with an access token, in the firm of that token.
func caller(r *http.Request) (*viewer.Viewer, error) {
	v := viewer.From(r.Context())
	switch {
	case v.Refused != nil && v.Kind != viewer.User: // as elsewhere
		return nil, v.Refused
	case v.Kind != viewer.User:
		return nil, fault.New(fault.Unauthorized, "Connect with an access token.")
	case v.HomeFirmID != uuid.Nil || v.Refused != nil:
		return nil, fault.New(fault.Forbidden, "A connection works in the firm of its access token: leave out X-Firm-Id.")
	case v.FirmID == uuid.Nil:
		return nil, fault.New(fault.Forbidden, "Choose a firm first.")
	}
	return v, due(v)
}

// due returns MfaRequired or Forbidden for a user who must first set up a second factor or change
// the password, and otherwise nil.
func due(v *viewer.Viewer) error {
	switch {
	case v.MfaDue:
		return fault.New(fault.MfaRequired, "This firm requires a second factor: set one up first.")
	case v.PasswordDue:
		return fault.New(fault.Forbidden, "Change your password first.")
	}
	return nil
}
