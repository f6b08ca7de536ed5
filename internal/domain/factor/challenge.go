package factor

import (
	"context"
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// challengeLife is how long a log-in may wait for its second factor.
	challengeLife = 5 * time.Minute
	// challengeTries is how many codes it may try.
	challengeTries = 5
)

// The methods of a challenge, named as the fields that pass it.
const (
	MethodTOTP         = "totp"
	MethodRecoveryCode = "recoveryCode"
	MethodPasskey      = "passkey"
)

// Challenge is a log-in with the right password that waits for a second factor.
type Challenge struct {
	secret.Hidden

	Token   string
	Methods []string
}

var (
	errUnknownChallenge = errors.New("factor: the token is unknown, expired, used or tried too often")
	errOtherPassword    = errors.New("factor: the password has changed since the token was issued")
)

// ErrChallenge returns the error for a token that can't be used. It is the same for every cause.
func ErrChallenge(cause error) error {
	return fault.New(fault.Unauthorized, "The mfaToken is not valid any more. Log in again.").Because(cause)
}

// providerMark comes before the name of the provider in a token. It is in no opaque token.
const providerMark = "."

// Challenge begins the wait of a log-in for a second factor. The token ends with the name of the
// provider that has identified the user, if there is one. Nobody can change it there, as the hash
// of the token includes it.
func (m *Manager) Challenge(ctx context.Context, of *ent.User, provider string) (*Challenge, error) {
	text, hash := token.NewOpaque()
	if provider != "" {
		text += providerMark + provider
		hash = token.Hash(text)
	}
	_, err := m.db.Shared(ctx).Exec(`
INSERT INTO login_challenges (id, user_id, hash, password, tries, expires_at) VALUES ($1, $2, $3, $4, 0, $5)`,
		entity.NewID(), of.ID, hash, token.Hash(of.PasswordHash), m.now().Add(challengeLife))
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	methods, err := m.methods(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	left, err := m.recoveryCodesLeft(ctx, of.ID)
	if left > 0 {
		methods = append(methods, MethodRecoveryCode)
	}
	return &Challenge{Token: text, Methods: methods}, err
}

// Try counts a try of a challenge and of its user, and returns the user. It is called in a
// transaction of its own, before the code is looked at. It returns [ErrChallenge] for a token that
// can't be used, and TooManyRequests as [Manager.CountTry] does.
func (m *Manager) Try(ctx context.Context, mfaToken string) (user uuid.UUID, err error) {
	// An unknown token takes no transaction, and so does not occupy the one writer of SQLite.
	var waits int
	found, err := m.db.Shared(ctx).Row([]any{&waits},
		`SELECT 1 FROM login_challenges WHERE hash = $1 AND tries < $2 AND expires_at > $3`, token.Hash(mfaToken), challengeTries, m.now())
	switch {
	case err != nil:
		return user, err //nolint:wrapcheck // The caller names the operation.
	case !found:
		return user, ErrChallenge(errUnknownChallenge)
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		found, err := m.db.Shared(ctx).Row([]any{&user}, `
UPDATE login_challenges SET tries = tries + 1 WHERE hash = $1 AND tries < $2 AND expires_at > $3 RETURNING user_id`,
			token.Hash(mfaToken), challengeTries, m.now())
		switch {
		case err != nil:
			return err //nolint:wrapcheck // The caller names the operation.
		case !found:
			return ErrChallenge(errUnknownChallenge)
		}
		return m.CountTry(ctx, user)
	})
	return user, err //nolint:wrapcheck // as above
}

// Pass ends a challenge whose factor was right, so that it is passed once. It returns
// [ErrChallenge] if another request has passed it, or if the password has changed since. The caller
// has locked the user, and passes what it returns on to [Manager.UsePasskey].
func (m *Manager) Pass(ctx context.Context, mfaToken string, of *ent.User) (*Passed, error) {
	var password, passkey []byte
	found, err := m.db.Shared(ctx).Row([]any{&password, &passkey},
		`DELETE FROM login_challenges WHERE hash = $1 AND user_id = $2 RETURNING password, passkey`, token.Hash(mfaToken), of.ID)
	switch {
	case err != nil:
		return nil, err //nolint:wrapcheck // The caller names the operation.
	case !found:
		return nil, ErrChallenge(errUnknownChallenge)
	case subtle.ConstantTimeCompare(password, token.Hash(of.PasswordHash)) != 1:
		return nil, ErrChallenge(errOtherPassword)
	}
	_, provider, _ := strings.Cut(mfaToken, providerMark)
	return &Passed{Provider: provider, passkey: passkey}, nil
}

// Passed is a challenge that was passed but for its factor.
type Passed struct {
	// Provider is the provider that has identified the user, and "" for a log-in by password.
	Provider string
	// passkey is the hash of what a passkey had to sign, and nil if none was asked.
	passkey []byte
}
