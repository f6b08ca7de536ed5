package factor

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
)

const (
	// recoveryCodes is how many codes a user gets.
	recoveryCodes = 10
	// recoverySize is the size of a code in bytes. No hash of so many random bits can be searched.
	recoverySize = 10
	// recoveryGroup is how many characters are written together.
	recoveryGroup = 4
)

// newRecoveryCodes replaces the recovery codes of a user, and returns the new ones.
func (m *Manager) newRecoveryCodes(ctx context.Context, user uuid.UUID) ([]string, error) {
	if err := m.forgetRecoveryCodes(ctx, user); err != nil {
		return nil, err
	}
	codes := make([]string, recoveryCodes)
	for i := range codes {
		raw := make([]byte, recoverySize)
		_, _ = rand.Read(raw) // never fails
		text := strings.ToLower(base32.StdEncoding.EncodeToString(raw))
		groups := make([]string, 0, len(text)/recoveryGroup)
		for at := 0; at < len(text); at += recoveryGroup {
			groups = append(groups, text[at:at+recoveryGroup])
		}
		codes[i] = strings.Join(groups, "-")
		_, err := m.db.Shared(ctx).Exec(`INSERT INTO recovery_codes (id, user_id, hash) VALUES ($1, $2, $3)`,
			entity.NewID(), user, recoveryHash(user, codes[i]))
		if err != nil {
			return nil, err //nolint:wrapcheck // The caller names the operation.
		}
	}
	return codes, nil
}

func (m *Manager) forgetRecoveryCodes(ctx context.Context, user uuid.UUID) error {
	_, err := m.db.Shared(ctx).Exec(`DELETE FROM recovery_codes WHERE user_id = $1`, user)
	return err //nolint:wrapcheck // The caller names the operation.
}

// useRecoveryCode marks a recovery code as used, and reports whether the user had it unused.
func (m *Manager) useRecoveryCode(ctx context.Context, user uuid.UUID, typed string) (bool, error) {
	used, err := m.db.Shared(ctx).Exec(
		`UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND hash = $3 AND used_at IS NULL`,
		m.now(), user, recoveryHash(user, typed))
	return used > 0, err //nolint:wrapcheck // The caller names the operation.
}

// recoveryHash returns the hash by which a code is stored. People may type it in capitals, with
// spaces or without hyphens.
func recoveryHash(user uuid.UUID, typed string) []byte {
	typed = strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(typed))
	sum := sha256.Sum256(append(user[:], typed...))
	return sum[:]
}
