package factor

import (
	"context"
	"encoding/json"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// BeginRenewal returns the options by which a passkey of the caller confirms new recovery codes.
// They are good for five minutes, once, in this session, and replace those before them, also those
// of [Manager.BeginPasskey]. Any signed-in user may call it. It returns Conflict for a person
// without passkeys, and Unavailable if the server has no address for passkeys.
func (m *Manager) BeginRenewal(ctx context.Context) (_ *PasskeyOptions, err error) {
	defer fault.Wrap(&err, "factor.BeginRenewal")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.needRelyingParty(); err != nil {
		return nil, err
	}
	person, err := m.holderOf(ctx, asking.UserID)
	if err != nil {
		return nil, err
	}
	if len(person.credentials) == 0 {
		return nil, fault.New(fault.Conflict, "You have no passkey.")
	}
	assertion, begun, err := m.party.BeginLogin(person, webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return nil, err
	}
	if err := m.storeSessionChallenge(ctx, asking, begun.Challenge); err != nil {
		return nil, err
	}
	return passkeyOptions(assertion.Response)
}

// RenewInput is the caller's password, and either a code of the authenticator or what a passkey has
// signed.
type RenewInput struct {
	secret.Hidden

	CurrentPassword string
	Code            *string
	// Credential is the JSON form of what navigator.credentials.get returned.
	Credential json.RawMessage
}

// Validate trims the code and returns every fault.
func (in *RenewInput) Validate() fault.Details {
	_, faults := in.validate()
	return faults
}

// validate trims the code, and returns what a passkey has signed, if anything, and every fault.
func (in *RenewInput) validate() (assertion *Assertion, faults fault.Details) {
	password.CheckGiven(&faults, "currentPassword", in.CurrentPassword)
	if in.Code == nil {
		in.Code = new("")
	}
	trim(in.Code)
	signed := len(in.Credential) > 0 && string(in.Credential) != "null"
	switch {
	case signed && *in.Code != "":
		faults.Add("credential", "must be left out where there is a code")
	case signed:
		assertion = NewAssertion(&faults, "credential", in.Credential)
	case *in.Code == "":
		faults.Add("code", "is required, unless there is a credential")
	}
	return assertion, faults
}

// RenewRecoveryCodes replaces the caller's recovery codes, and returns the new ones. Any signed-in
// user may call it. It returns ValidationError for a wrong password or code, and for what the
// caller's passkeys have not signed by the options of [Manager.BeginRenewal]; Conflict for a person
// without a factor, and TooManyRequests after too many tries. It opens its own transactions: a try
// counts, and options are used up, even if it fails.
func (m *Manager) RenewRecoveryCodes(ctx context.Context, in RenewInput) (codes *RecoveryCodes, err error) {
	defer fault.Wrap(&err, "factor.RenewRecoveryCodes")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	assertion, faults := in.validate()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := m.passwords.Attempt(asking.UserID); err != nil {
		return nil, err
	}
	has, err := m.methods(ctx, asking.UserID)
	switch {
	case err != nil:
		return nil, err
	case len(has) == 0:
		return nil, fault.New(fault.Conflict, "You have no second factor.")
	}
	if err := m.checkPassword(ctx, asking.UserID, in.CurrentPassword); err != nil {
		return nil, err
	}
	if err := m.CountTry(ctx, asking.UserID); err != nil {
		return nil, err
	}
	if assertion != nil {
		if err := m.needRelyingParty(); err != nil {
			return nil, err
		}
		if err := m.takeSessionChallenge(ctx, asking, assertion.challenge()); err != nil {
			return nil, err
		}
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		codes, err = m.renew(ctx, asking, *in.Code, assertion)
		return err
	})
	if err != nil {
		return nil, m.Audit(ctx, err)
	}
	return codes, nil
}

func (m *Manager) renew(ctx context.Context, asking *viewer.Viewer, code string, assertion *Assertion) (*RecoveryCodes, error) {
	if err := m.db.LockUsers(ctx, asking.UserID); err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	if assertion != nil {
		if err := m.verifySecond(ctx, asking.UserID, assertion); err != nil {
			return nil, badAssertion(err)
		}
		if err := m.succeed(ctx, asking.UserID); err != nil {
			return nil, err
		}
	} else {
		ok, err := m.Use(ctx, asking.UserID, Proof{Code: code})
		switch {
		case err != nil:
			return nil, err
		case !ok:
			return nil, fault.Details{{Field: "code", Message: "is wrong"}}.Err()
		}
	}
	texts, err := m.newRecoveryCodes(ctx, asking.UserID)
	if err != nil {
		return nil, err
	}
	return &RecoveryCodes{RecoveryCodes: texts}, m.announce(ctx, asking, Renewed, factorState{Factor: MethodRecoveryCode})
}

// badAssertion returns the error for what the caller's passkeys have not signed. It is no
// Unauthorized, by which clients end the session. Other errors are returned as they are.
func badAssertion(err error) error {
	if fault.Is(err, fault.Unauthorized) {
		return badCredential("was not signed by a passkey of yours", err)
	}
	return err
}
