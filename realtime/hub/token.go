package hub

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// key identifies a connection. It is random, and not secret.
type key [16]byte

func newKey() (k key) {
	_, _ = rand.Read(k[:]) // never fails
	return k
}

// String returns the key as the connectionId of a client.
func (k key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// ticket is the content of a connection token: a viewer has negotiated a connection. A token is the
// ticket with a signature, so the connection can begin at any instance. Nobody else can make one,
// so the token is also the secret of the connection.
type ticket struct {
	key           key
	session, firm uuid.UUID
	// negotiated is a time in Unix seconds.
	negotiated int64
	// stateful is set when stateful reconnect was negotiated.
	stateful bool
}

const (
	ticketVersion = 1
	ticketSize    = 2 + len(key{}) + 2*len(uuid.UUID{}) + 8
	// maxToken is the maximum length of a token in characters, far above the real length. Longer
	// ones are refused unread.
	maxToken = 512
)

func newTicket(v *viewer.Viewer, stateful bool) ticket {
	return ticket{key: newKey(), session: v.SessionID, firm: v.FirmID, negotiated: time.Now().Unix(), stateful: stateful}
}

// of reports whether the ticket belongs to the session and firm of the viewer.
func (t ticket) of(v *viewer.Viewer) bool { return t.session == v.SessionID && t.firm == v.FirmID }

// encode returns the version, the flags, the key, the ids and the time.
func (t ticket) encode() []byte {
	text := make([]byte, 0, ticketSize)
	flags := byte(0)
	if t.stateful {
		flags = 1
	}
	text = append(text, ticketVersion, flags)
	text = append(text, t.key[:]...)
	text = append(text, t.session[:]...)
	text = append(text, t.firm[:]...)
	return binary.BigEndian.AppendUint64(text, uint64(t.negotiated)) //nolint:gosec // The time is after 1970.
}

// decodeTicket decodes the output of encode. ok is false for other bytes.
func decodeTicket(text []byte) (t ticket, ok bool) {
	if len(text) != ticketSize || text[0] != ticketVersion || text[1] > 1 {
		return ticket{}, false
	}
	from := bytes.NewBuffer(text[2:])
	t.stateful = text[1] == 1
	copy(t.key[:], from.Next(len(t.key)))
	copy(t.session[:], from.Next(len(t.session)))
	copy(t.firm[:], from.Next(len(t.firm)))
	t.negotiated = int64(binary.BigEndian.Uint64(from.Bytes())) //nolint:gosec // It was an int64.
	return t, true
}

func (h *Hub) sign(ctx context.Context, t ticket) string {
	return base64.RawURLEncoding.EncodeToString(h.options.Signer.Sign(ctx, t.encode()))
}

// open returns the ticket of a connection token. It returns NotFound for anything but a token of
// this session and firm, and Unavailable when the signature can't be checked.
func (h *Hub) open(ctx context.Context, token string) (ticket, error) {
	t, err := h.verify(ctx, token)
	if err == nil && !t.of(viewer.From(ctx)) {
		err = errNoConnection()
	}
	return t, err
}

// verify does the same as open, but for a token of any session.
func (h *Hub) verify(ctx context.Context, token string) (ticket, error) {
	if len(token) > maxToken {
		return ticket{}, errNoConnection()
	}
	signed, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return ticket{}, errNoConnection()
	}
	text, err := h.options.Signer.Verify(ctx, signed)
	if fault.Is(err, fault.Unavailable) {
		return ticket{}, err
	}
	t, ok := decodeTicket(text)
	if err != nil || !ok {
		return ticket{}, errNoConnection()
	}
	return t, nil
}

func errNoConnection() error {
	return fault.New(fault.NotFound, "There is no such connection. Negotiate a new one.")
}
