package factor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Assertion is what a passkey has signed, before it is verified.
type Assertion struct {
	parsed *protocol.ParsedCredentialAssertionData
}

// NewAssertion reads the JSON form of what navigator.credentials.get returned.
func NewAssertion(faults *fault.Details, field string, credential json.RawMessage) *Assertion {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		faults.Add(field, "must be the JSON form of what navigator.credentials.get returned")
		return nil
	}
	return &Assertion{parsed}
}

func (a *Assertion) challenge() string { return a.parsed.Response.CollectedClientData.Challenge }
func (a *Assertion) origin() string    { return a.parsed.Response.CollectedClientData.Origin }

// ErrPasskey returns the error for a passkey that does not sign somebody in. It is the same for
// every cause.
func ErrPasskey(cause error) error {
	return fault.New(fault.Unauthorized, "The passkey was not accepted.").Because(cause)
}

var (
	errNoChallenge    = errors.New("factor: the challenge is unknown, expired or used")
	errUnknownPasskey = errors.New("factor: no account has this passkey")
)

// clonedError is a passkey whose counter has not grown: somebody may have a copy of it.
type clonedError struct {
	user, passkey uuid.UUID
	email, name   string
}

func (e *clonedError) Error() string {
	return fmt.Sprintf("factor: the counter of the passkey %s of %s has not grown", e.passkey, e.user)
}

// BeginSignIn returns the options of a sign-in by a passkey alone. Anybody may call it: it tells of
// no account. It returns Unavailable if the server has no address for passkeys.
func (m *Manager) BeginSignIn(ctx context.Context) (_ *PasskeyOptions, err error) {
	defer fault.Wrap(&err, "factor.BeginSignIn")
	if err := m.needRelyingParty(); err != nil {
		return nil, err
	}
	assertion, begun, err := m.party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	_, err = m.db.Shared(ctx).Exec(`INSERT INTO passkey_challenges (id, hash, expires_at) VALUES ($1, $2, $3)`,
		entity.NewID(), token.Hash(begun.Challenge), m.now().Add(challengeLife))
	if err != nil {
		return nil, err
	}
	return passkeyOptions(assertion.Response)
}

// Claimed returns the owner of the passkey of a sign-in by a passkey alone, and uses its challenge
// up. It is called in a transaction of its own, before the signature is verified. It returns
// [ErrPasskey] for a challenge or a passkey that is unknown.
func (m *Manager) Claimed(ctx context.Context, assertion *Assertion) (owner uuid.UUID, err error) {
	if err := m.needRelyingParty(); err != nil {
		return owner, err
	}
	taken, err := m.db.Shared(ctx).Exec(`DELETE FROM passkey_challenges WHERE hash = $1 AND session_id IS NULL AND expires_at > $2`,
		token.Hash(assertion.challenge()), m.now())
	if err != nil {
		return owner, err //nolint:wrapcheck // The caller names the operation.
	}
	if taken == 0 {
		return owner, ErrPasskey(errNoChallenge)
	}
	found, err := m.db.Shared(ctx).Row([]any{&owner}, `SELECT user_id FROM passkeys WHERE credential_id = $1`, assertion.parsed.RawID)
	if err == nil && !found {
		return owner, ErrPasskey(errUnknownPasskey)
	}
	return owner, err //nolint:wrapcheck // as above
}

// UseAlone verifies what a passkey has signed to sign its owner in. The passkey must have verified
// its user. The caller has locked the user, and has called [Manager.Claimed] before. It returns
// [ErrPasskey] for a signature that can't be accepted.
func (m *Manager) UseAlone(ctx context.Context, of uuid.UUID, assertion *Assertion) error {
	person, err := m.holderOf(ctx, of)
	if err != nil {
		return err
	}
	_, credential, err := m.party.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return person, nil },
		webauthn.SessionData{
			Challenge: assertion.challenge(), Origin: m.party.origin(assertion.origin()), UserVerification: protocol.VerificationRequired,
		}, assertion.parsed)
	if err != nil {
		return ErrPasskey(err)
	}
	return m.notePasskey(ctx, of, credential)
}

// notePasskey stores the counter of a passkey that has signed. It returns [ErrPasskey] if the
// counter has not grown.
func (m *Manager) notePasskey(ctx context.Context, of uuid.UUID, credential *webauthn.Credential) error {
	if credential.Authenticator.CloneWarning {
		cloned := &clonedError{user: of}
		_, err := m.db.Shared(ctx).Row([]any{&cloned.passkey, &cloned.name, &cloned.email}, `
SELECT p.id, p.name, u.email FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.user_id = $1 AND p.credential_id = $2`,
			of, credential.ID)
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		return ErrPasskey(cloned)
	}
	_, err := m.db.Shared(ctx).Exec(`
UPDATE passkeys SET sign_count = $1, flags = $2, last_used_at = $3 WHERE user_id = $4 AND credential_id = $5`,
		int64(credential.Authenticator.SignCount), int64(credential.Flags.MsgpByte()), m.now(), of, credential.ID)
	return err //nolint:wrapcheck // as above
}

// Audit records in the audit log of the super-firm that a passkey was refused because its counter
// has not grown, if that is why a sign-in failed. It is called after the transaction of the sign-in
// was rolled back. It returns the error of the sign-in.
func (m *Manager) Audit(ctx context.Context, refused error) error {
	cloned, ok := errors.AsType[*clonedError](refused)
	if !ok {
		return refused
	}
	return errors.Join(refused, m.db.Tx(ctx, func(ctx context.Context) error {
		super, err := audit.SuperFirm(ctx, m.db)
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		return audit.RecordIn(ctx, m.db, super, audit.Change{ //nolint:wrapcheck // as above
			Action: "factor.cloned", Target: audit.Of("user", cloned.user, cloned.email),
			Before: factorState{Factor: MethodPasskey, Name: cloned.name},
		})
	}))
}
