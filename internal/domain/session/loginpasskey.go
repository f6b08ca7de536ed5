package session

import (
	"context"
	"encoding/json"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// BeginMFAPasskeyInput is the token of a challenge.
type BeginMFAPasskeyInput struct {
	secret.Hidden

	MfaToken string
}

// BeginLoginMFAPasskey returns the options by which a passkey is the second factor of a log-in.
// They are good as long as the token, and replace those before them. Who has the token may call it.
// It returns Unauthorized for a token that can't be used, Conflict for a person without passkeys,
// and Unavailable if the server has no address for passkeys.
func (m *Manager) BeginLoginMFAPasskey(ctx context.Context, in BeginMFAPasskeyInput) (_ *factor.PasskeyOptions, err error) {
	defer fault.Wrap(&err, "session.BeginLoginMFAPasskey")
	var faults fault.Details
	if in.MfaToken == "" {
		faults.Add("mfaToken", "is required")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return m.factors.BeginSecond(ctx, in.MfaToken)
}

// LoginMFAPasskeyInput is the token of a challenge, and what a passkey has signed.
type LoginMFAPasskeyInput struct {
	secret.Hidden

	MfaToken string
	// Credential is the JSON form of what navigator.credentials.get returned.
	Credential json.RawMessage
}

// Validate returns every fault.
func (in *LoginMFAPasskeyInput) Validate() fault.Details {
	_, faults := in.validate()
	return faults
}

// validate returns what the passkey has signed, and every fault.
func (in *LoginMFAPasskeyInput) validate() (*factor.Assertion, fault.Details) {
	var faults fault.Details
	if in.MfaToken == "" {
		faults.Add("mfaToken", "is required")
	}
	assertion := factor.NewAssertion(&faults, "credential", in.Credential)
	return assertion, faults
}

// LoginMFAPasskey begins the session of a log-in that waited for a second factor, by a passkey that
// has signed the challenge of [factor.Manager.BeginSecond]. Anybody may call it. It refuses what
// [Manager.LoginMFA] refuses, and passkeys as [Manager.LoginPasskey] does. It opens its own
// transactions.
func (m *Manager) LoginMFAPasskey(ctx context.Context, in LoginMFAPasskeyInput) (login *Login, err error) {
	defer fault.Wrap(&err, "session.LoginMFAPasskey")
	defer func() { m.tried(ByPasskey, login, err) }()
	assertion, faults := in.validate()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	id, err := m.factors.Try(ctx, in.MfaToken)
	if err != nil {
		return nil, err
	}
	login, err = m.pass(ctx, in.MfaToken, id, func(ctx context.Context, passed *factor.Passed) error {
		return m.factors.UsePasskey(ctx, id, passed, assertion)
	})
	return login, m.factors.Audit(ctx, err)
}

// BeginLoginPasskey returns the options of a log-in by a passkey alone. Anybody may call it. It
// returns TooManyRequests for an address with too many log-ins, and Unavailable if the server has
// no address for passkeys.
func (m *Manager) BeginLoginPasskey(ctx context.Context) (_ *factor.PasskeyOptions, err error) {
	defer fault.Wrap(&err, "session.BeginLoginPasskey")
	if err := m.CountLogin(ctx); err != nil {
		return nil, err
	}
	return m.factors.BeginSignIn(ctx)
}

// LoginPasskeyInput is what a passkey has signed.
type LoginPasskeyInput struct {
	secret.Hidden

	// Credential is the JSON form of what navigator.credentials.get returned.
	Credential json.RawMessage
}

// LoginPasskey begins a session by a passkey alone, which has verified its user: no second factor
// is asked for. Anybody may call it.
//
// It returns Unauthorized, with the same text, for a passkey that no account has, that has not
// verified its user, whose counter has not grown or whose signature is wrong, for a challenge that
// is unknown, expired or used, and for a user who can't log in. It opens its own transactions: a
// challenge is used up even if it fails.
func (m *Manager) LoginPasskey(ctx context.Context, in LoginPasskeyInput) (login *Login, err error) {
	defer fault.Wrap(&err, "session.LoginPasskey")
	defer func() { m.tried(ByPasskeyAlone, login, err) }()
	var faults fault.Details
	assertion := factor.NewAssertion(&faults, "credential", in.Credential)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	id, err := m.factors.Claimed(ctx, assertion)
	if err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		known, err := m.lockActive(ctx, id)
		if err != nil {
			return err
		}
		if err := m.factors.UseAlone(ctx, id, assertion); err != nil {
			return err //nolint:wrapcheck // Wrapped above.
		}
		login, err = m.begin(ctx, known, viewer.From(ctx).Request)
		return err
	})
	switch {
	case fault.Is(err, fault.Unauthorized):
		return nil, m.factors.Audit(ctx, factor.ErrPasskey(err))
	case err != nil:
		return nil, err
	}
	return login, nil
}
