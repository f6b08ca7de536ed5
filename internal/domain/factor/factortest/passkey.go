package factortest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
)

// The flags of the authenticator data (WebAuthn, section 6.1).
const (
	userPresent  = 1 << 0
	userVerified = 1 << 2
	attested     = 1 << 6
)

// Passkey is a passkey in software, of ES256, with the browser that it is used by.
type Passkey struct {
	// Origin is that of the page, and RPID the host that the passkey is of.
	Origin, RPID string
	// Count is the counter of the last use. Each use adds 1.
	Count uint32
	// Unverified is set for a passkey that asks its user for no PIN.
	Unverified bool

	id, handle []byte
	key        *ecdsa.PrivateKey
}

// NewPasskey returns a passkey that belongs to nobody yet.
func NewPasskey(t testing.TB, origin, rpID string) *Passkey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails
	return &Passkey{Origin: origin, RPID: rpID, id: id, key: key}
}

// Create returns what navigator.credentials.create returns in JSON for the options.
func (p *Passkey) Create(t testing.TB, publicKey json.RawMessage) json.RawMessage {
	t.Helper()
	var options struct {
		Challenge string
		User      struct{ ID string }
	}
	require.NoError(t, json.Unmarshal(publicKey, &options))
	var err error
	p.handle, err = base64.RawURLEncoding.DecodeString(options.User.ID)
	require.NoError(t, err)
	mode, err := cbor.CTAP2EncOptions().EncMode()
	require.NoError(t, err)
	point, err := p.key.PublicKey.Bytes()
	require.NoError(t, err)
	cose, err := mode.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	require.NoError(t, err)
	data := p.authenticatorData(attested)
	data = append(data, make([]byte, 16)...)                      // no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(p.id))) //nolint:gosec // 16 bytes
	data = append(append(data, p.id...), cose...)
	object, err := mode.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	require.NoError(t, err)
	return p.credential(t, map[string]any{
		"clientDataJSON": encode(p.clientData(t, "webauthn.create", options.Challenge)), "attestationObject": encode(object),
		"transports": []string{"internal"},
	})
}

// Get returns what navigator.credentials.get returns in JSON for the options.
func (p *Passkey) Get(t testing.TB, publicKey json.RawMessage) json.RawMessage {
	t.Helper()
	var options struct{ Challenge string }
	require.NoError(t, json.Unmarshal(publicKey, &options))
	p.Count++
	data, client := p.authenticatorData(0), p.clientData(t, "webauthn.get", options.Challenge)
	of := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), of[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.key, digest[:])
	require.NoError(t, err)
	return p.credential(t, map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(p.handle),
	})
}

func (p *Passkey) authenticatorData(flags byte) []byte {
	flags |= userPresent
	if !p.Unverified {
		flags |= userVerified
	}
	of := sha256.Sum256([]byte(p.RPID))
	return binary.BigEndian.AppendUint32(append(of[:], flags), p.Count)
}

func (p *Passkey) clientData(t testing.TB, kind, challenge string) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": p.Origin, "crossOrigin": false})
	require.NoError(t, err)
	return text
}

func (p *Passkey) credential(t testing.TB, response map[string]any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"id": encode(p.id), "rawId": encode(p.id), "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{}, "response": response,
	})
	require.NoError(t, err)
	return text
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
