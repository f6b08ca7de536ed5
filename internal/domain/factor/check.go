package factor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// triesPerHour is how often somebody may send a wrong code for an account.
const triesPerHour = 10

// Proof is a code of the authenticator, or a recovery code.
type Proof struct{ Code, RecoveryCode string }

// NewProof returns the proof that somebody has typed.
func NewProof(code, recoveryCode string) Proof {
	trim(&code)
	return Proof{Code: code, RecoveryCode: recoveryCode}
}

// trim removes the spaces that people type between the digits.
func trim(code *string) { *code = strings.ReplaceAll(strings.TrimSpace(*code), " ", "") }

// CountTry counts a try of the user's factors before the code is looked at. It returns
// TooManyRequests after ten wrong ones in an hour.
func (m *Manager) CountTry(ctx context.Context, user uuid.UUID) error {
	if !m.isLimited {
		return nil
	}
	now := m.now()
	counted, err := m.db.Shared(ctx).Exec(`
INSERT INTO factor_tries (id, user_id, tries, since) VALUES ($1, $2, 1, $3)
ON CONFLICT (user_id) DO UPDATE SET
	tries = CASE WHEN factor_tries.since > $4 THEN factor_tries.tries + 1 ELSE 1 END,
	since = CASE WHEN factor_tries.since > $4 THEN factor_tries.since ELSE excluded.since END
WHERE factor_tries.since <= $4 OR factor_tries.tries < $5`, entity.NewID(), user, now, now.Add(-time.Hour), triesPerHour)
	if err != nil || counted > 0 {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	var since time.Time
	found, err := m.db.Shared(ctx).Row([]any{&since}, `SELECT since FROM factor_tries WHERE user_id = $1`, user)
	if err != nil || !found {
		return err //nolint:wrapcheck // as above
	}
	wait := max(since.Add(time.Hour).Sub(now), time.Second)
	refusal := fault.Retry(fault.TooManyRequests, wait, "Too many wrong codes. Try again in %.0f minutes.", max(wait.Minutes(), 1))
	refusal.Limit = triesPerHour
	return refusal
}

// Use checks a code or a recovery code of the user, uses it up, and reports whether it was right.
// The caller has locked the user, has called [Manager.CountTry] in a transaction before this one,
// and rolls back when the answer is no.
func (m *Manager) Use(ctx context.Context, user uuid.UUID, proof Proof) (ok bool, err error) {
	if proof.RecoveryCode != "" {
		ok, err = m.useRecoveryCode(ctx, user, proof.RecoveryCode)
	} else {
		ok, err = m.useCode(ctx, user, proof.Code, true)
	}
	if err != nil || !ok {
		return false, err
	}
	return true, m.succeed(ctx, user)
}

// UsePasskey does the same as [Manager.Use] with what a passkey has signed, and returns
// [ErrPasskey] when it can't be accepted.
func (m *Manager) UsePasskey(ctx context.Context, user uuid.UUID, passed *Passed, assertion *Assertion) error {
	if err := m.useSecond(ctx, user, assertion, passed.passkey); err != nil {
		return err
	}
	return m.succeed(ctx, user)
}

// succeed takes back a try that has succeeded.
func (m *Manager) succeed(ctx context.Context, user uuid.UUID) error {
	_, err := m.db.Shared(ctx).Exec(`UPDATE factor_tries SET tries = tries - 1 WHERE user_id = $1 AND tries > 0`, user)
	return err //nolint:wrapcheck // The caller names the operation.
}

// useCode checks a code of the user's authenticator, and stores its time step, so that neither this
// code nor an older one is accepted again. Whether the authenticator is confirmed must be as said;
// it returns Conflict if there is none to be confirmed.
func (m *Manager) useCode(ctx context.Context, user uuid.UUID, typed string, confirmed bool) (bool, error) {
	if err := m.needKey(); err != nil {
		return false, err
	}
	var sealed []byte
	var last int64
	found, err := m.db.Shared(ctx).Row([]any{&sealed, &last},
		`SELECT secret, last_step FROM totp_factors WHERE user_id = $1 AND (confirmed_at IS NOT NULL) = $2`, user, confirmed)
	switch {
	case err != nil:
		return false, err //nolint:wrapcheck // The caller names the operation.
	case !found && confirmed:
		return false, nil
	case !found:
		return false, fault.New(fault.Conflict, "There is no new authenticator to be confirmed.")
	}
	plain, err := m.key.Open(sealed, Owner(user))
	if err != nil {
		return false, fmt.Errorf("open the secret of the authenticator of %s: %w", user, err)
	}
	step, ok := match(plain, typed, m.now(), last)
	if !ok {
		return false, nil
	}
	stored, err := m.db.Shared(ctx).Exec(`UPDATE totp_factors SET last_step = $1 WHERE user_id = $2 AND last_step < $1`, step, user)
	return stored > 0, err //nolint:wrapcheck // The caller names the operation.
}
