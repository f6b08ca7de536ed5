package factor

import (
	"context"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// maxPasskeys is how many passkeys a person may have.
const maxPasskeys = 20

// Passkey is a WebAuthn credential of a person, as its owner sees it.
type Passkey struct {
	ID         uuid.UUID
	Name       string
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

// Passkeys returns the caller's passkeys, the oldest first. Any signed-in user may call it.
func (m *Manager) Passkeys(ctx context.Context) (all []*Passkey, err error) {
	defer fault.Wrap(&err, "factor.Passkeys")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	all, err = db.All[*Passkey](m.db.Shared(ctx), `
SELECT id, name, created_at AS createdat, last_used_at AS lastusedat FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
		asking.UserID)
	if err == nil && all == nil {
		all = []*Passkey{} // None is a list, too.
	}
	return all, err
}

// holder is a person with all passkeys, for the library. The handle of the person is the id of the
// account, which is random: an authenticator shows it to nobody, and it names nobody.
type holder struct {
	id          uuid.UUID
	email, name string
	credentials []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return h.id[:] }
func (h *holder) WebAuthnName() string                       { return h.email }
func (h *holder) WebAuthnDisplayName() string                { return h.name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// holderOf returns a person with all passkeys, and without the names.
func (m *Manager) holderOf(ctx context.Context, of uuid.UUID) (*holder, error) {
	rows, err := db.All[struct {
		CredentialID, PublicKey []byte
		SignCount, Flags        int64
		Transports              string
	}](m.db.Shared(ctx), `
SELECT credential_id AS credentialid, public_key AS publickey, sign_count AS signcount, flags, transports
FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, of)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	h := &holder{id: of}
	for _, row := range rows {
		credential := webauthn.Credential{
			ID: row.CredentialID, PublicKey: row.PublicKey,
			Flags:         webauthn.NewCredentialFlags(protocol.AuthenticatorFlags(row.Flags)),
			Authenticator: webauthn.Authenticator{SignCount: uint32(row.SignCount)}, //nolint:gosec // 32 bits were stored.
		}
		for transport := range strings.SplitSeq(row.Transports, ",") {
			if transport != "" {
				credential.Transport = append(credential.Transport, protocol.AuthenticatorTransport(transport))
			}
		}
		h.credentials = append(h.credentials, credential)
	}
	return h, nil
}

func (m *Manager) countPasskeys(ctx context.Context, of uuid.UUID) (count int, err error) {
	_, err = m.db.Shared(ctx).Row([]any{&count}, `SELECT count(*) FROM passkeys WHERE user_id = $1`, of)
	return count, err //nolint:wrapcheck // The caller names the operation.
}

func (m *Manager) hasTOTP(ctx context.Context, of uuid.UUID) (bool, error) {
	var count int
	_, err := m.db.Shared(ctx).Row([]any{&count},
		`SELECT count(*) FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL`, of)
	return count > 0, err //nolint:wrapcheck // The caller names the operation.
}

// methods returns the methods of the factors that a person has.
func (m *Manager) methods(ctx context.Context, of uuid.UUID) (all []string, err error) {
	totp, err := m.hasTOTP(ctx, of)
	if err != nil {
		return nil, err
	}
	if totp {
		all = append(all, MethodTOTP)
	}
	passkeys, err := m.countPasskeys(ctx, of)
	if passkeys > 0 {
		all = append(all, MethodPasskey)
	}
	return all, err
}
