package factor

import (
	"context"
	"crypto/subtle"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
)

// BeginSecond returns the options by which a passkey is the second factor of a log-in that waits
// for one. They are good as long as the token, and replace those before them. Who has the token may
// call it. It returns [ErrChallenge] for a token that can't be used, and Conflict for a person
// without passkeys.
func (m *Manager) BeginSecond(ctx context.Context, mfaToken string) (_ *PasskeyOptions, err error) {
	defer fault.Wrap(&err, "factor.BeginSecond")
	if err := m.needRelyingParty(); err != nil {
		return nil, err
	}
	var waiting uuid.UUID
	found, err := m.db.Shared(ctx).Row([]any{&waiting},
		`SELECT user_id FROM login_challenges WHERE hash = $1 AND tries < $2 AND expires_at > $3`, token.Hash(mfaToken), challengeTries, m.now())
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, ErrChallenge(errUnknownChallenge)
	}
	person, err := m.holderOf(ctx, waiting)
	if err != nil {
		return nil, err
	}
	if len(person.credentials) == 0 {
		return nil, fault.New(fault.Conflict, "This account has no passkey.")
	}
	assertion, begun, err := m.party.BeginLogin(person, webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return nil, err
	}
	_, err = m.db.Shared(ctx).Exec(`UPDATE login_challenges SET passkey = $1 WHERE hash = $2`,
		token.Hash(begun.Challenge), token.Hash(mfaToken))
	if err != nil {
		return nil, err
	}
	return passkeyOptions(assertion.Response)
}

// useSecond verifies what a passkey has signed beside the password. Its user need not be verified.
// waits is the hash of the challenge that it had to sign, and nil if there was none.
func (m *Manager) useSecond(ctx context.Context, of uuid.UUID, assertion *Assertion, waits []byte) error {
	if err := m.needRelyingParty(); err != nil {
		return err
	}
	if subtle.ConstantTimeCompare(waits, token.Hash(assertion.challenge())) != 1 {
		return ErrPasskey(errNoChallenge)
	}
	return m.verifySecond(ctx, of, assertion)
}

// verifySecond verifies what a passkey has signed beside the password. The caller has used up the
// challenge that it had to sign.
func (m *Manager) verifySecond(ctx context.Context, of uuid.UUID, assertion *Assertion) error {
	person, err := m.holderOf(ctx, of)
	if err != nil {
		return err
	}
	credential, err := m.party.ValidateLogin(person, webauthn.SessionData{
		Challenge: assertion.challenge(), Origin: m.party.origin(assertion.origin()),
		UserID: person.WebAuthnID(), UserVerification: protocol.VerificationPreferred,
	}, assertion.parsed)
	if err != nil {
		return ErrPasskey(err)
	}
	return m.notePasskey(ctx, of, credential)
}
