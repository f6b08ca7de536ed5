package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LoginMFAInput is the token of a challenge, and either a code or a recovery code.
type LoginMFAInput struct {
	secret.Hidden

	MfaToken           string
	Code, RecoveryCode *string
}

// Validate returns every fault.
func (in *LoginMFAInput) Validate() fault.Details {
	var faults fault.Details
	if in.MfaToken == "" {
		faults.Add("mfaToken", "is required")
	}
	code, recovery := text(in.Code), text(in.RecoveryCode)
	switch {
	case code != "" && recovery != "":
		faults.Add("recoveryCode", "must be left out where there is a code")
	case code == "" && recovery == "":
		faults.Add("code", "or recoveryCode is required")
	}
	return faults
}

func text(given *string) string {
	if given == nil {
		return ""
	}
	return *given
}

var errWrongFactor = errors.New("session: wrong code of a second factor")

// badFactor returns the error for a wrong code. It does not say how it is wrong.
func badFactor() error {
	return fault.New(fault.Unauthorized, "The code is wrong or was used before.").Because(errWrongFactor)
}

// LoginMFA begins the session of a log-in that waited for a second factor. Anybody may call it.
//
// It returns Unauthorized for a wrong or used code, and for a token that is unknown, expired, used,
// tried five times, or older than the password. It returns TooManyRequests after ten wrong codes of
// the account in an hour. It opens its own transactions: a try counts even if it fails.
func (m *Manager) LoginMFA(ctx context.Context, in LoginMFAInput) (login *Login, err error) {
	defer fault.Wrap(&err, "session.LoginMFA")
	by := ByTOTP
	if text(in.RecoveryCode) != "" {
		by = ByRecoveryCode
	}
	defer func() { m.tried(by, login, err) }()
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	id, err := m.factors.Try(ctx, in.MfaToken)
	if err != nil {
		return nil, err
	}
	proof := factor.NewProof(text(in.Code), text(in.RecoveryCode))
	return m.pass(ctx, in.MfaToken, id, func(ctx context.Context, _ *factor.Passed) error {
		ok, err := m.factors.Use(ctx, id, proof)
		if err == nil && !ok {
			return badFactor()
		}
		return err //nolint:wrapcheck // LoginMFA names the operation.
	})
}

// pass begins the session of a log-in that waited for a second factor, in its own transaction. use
// checks the factor, and uses it up. A try was counted before.
func (m *Manager) pass(
	ctx context.Context, token string, id uuid.UUID, use func(context.Context, *factor.Passed) error,
) (login *Login, err error) {
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		known, err := m.lockActive(ctx, id)
		if err != nil {
			return err
		}
		passed, err := m.factors.Pass(ctx, token, known)
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		if err := use(ctx, passed); err != nil {
			return err
		}
		login, err = m.begin(ctx, known, viewer.From(ctx).Request)
		if err != nil || passed.Provider == "" {
			return err
		}
		return m.recordSignOn(ctx, login, passed.Provider, true)
	})
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	return login, nil
}

// lockActive locks an account and returns it if it is active.
func (m *Manager) lockActive(ctx context.Context, id uuid.UUID) (*ent.User, error) {
	if err := m.db.LockUsers(ctx, id); err != nil {
		return nil, err //nolint:wrapcheck // LoginMFA names the operation.
	}
	known, err := m.db.Client.User.Query().Where(user.ID(id), user.IsActive(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, badLogin(errInactiveUser)
	}
	return known, err //nolint:wrapcheck // as above
}

// beginOrChallenge begins a session, or the wait for a second factor if the user has one. The
// caller has locked the user, whom the provider has identified unless it is "". A user without
// firms is refused in both cases.
func (m *Manager) beginOrChallenge(ctx context.Context, known *ent.User, provider string, request viewer.Request) (*Login, error) {
	has, err := m.db.Client.User.Query().Where(user.ID(known.ID), user.HasFactor(true)).Exist(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	if !has {
		return m.begin(ctx, known, request)
	}
	if _, _, err := m.start(ctx, known); err != nil {
		return nil, err
	}
	// The stored hash may be stronger by now than the one that was read.
	if known, err = m.db.Client.User.Get(ctx, known.ID); err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	challenge, err := m.factors.Challenge(ctx, known, provider)
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	return &Login{Challenge: challenge}, nil
}
