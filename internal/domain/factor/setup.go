package factor

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"

	"github.com/google/uuid"
	"rsc.io/qr"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Setup is the secret of a new authenticator, which is shown once.
type Setup struct {
	secret.Hidden

	// Secret is in base32, to be typed, and URI the address to be read as a QR code.
	Secret, URI string
}

// QRCode returns a data URL with a picture of the QR code of the address.
func (s *Setup) QRCode(context.Context) (string, error) {
	code, err := qr.Encode(s.URI, qr.M)
	if err != nil {
		return "", fmt.Errorf("factor: encode a QR code: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG()), nil
}

// Begin stores the secret of a new authenticator of the caller. It replaces one that was not
// confirmed. Any signed-in user may call it. It returns Conflict if the caller has an
// authenticator, and Unavailable if the server can't seal secrets.
func (m *Manager) Begin(ctx context.Context) (_ *Setup, err error) {
	defer fault.Wrap(&err, "factor.Begin")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.needKey(); err != nil {
		return nil, err
	}
	raw := make([]byte, secretSize)
	_, _ = rand.Read(raw) // never fails
	across := rule.AcrossFirms(ctx, "a person's factors are the same in all firms")
	caller, err := m.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(across)
	if err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		// Confirm locks as well: it must not confirm this secret by a code of the one before.
		if err := m.db.LockUsers(ctx, caller.ID); err != nil {
			return err //nolint:wrapcheck // Wrapped above.
		}
		stored, err := m.db.Shared(ctx).Exec(`
INSERT INTO totp_factors (id, user_id, secret, last_step) VALUES ($1, $2, $3, 0)
ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret WHERE totp_factors.confirmed_at IS NULL`,
			entity.NewID(), caller.ID, m.key.Seal(raw, Owner(caller.ID)))
		if err == nil && stored == 0 {
			return fault.New(fault.Conflict, "You have an authenticator already. Remove it first.")
		}
		return err //nolint:wrapcheck // Wrapped above.
	})
	if err != nil {
		return nil, err
	}
	return &Setup{Secret: encoded(raw), URI: uri(raw, caller.Email)}, nil
}

// Owner names the row to which the sealed secret of a user belongs.
func Owner(id uuid.UUID) string { return "totp:" + id.String() }

// ConfirmInput is a code of the new authenticator.
type ConfirmInput struct {
	secret.Hidden

	Code string
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	secret.Hidden

	RecoveryCodes []string
}

// Confirm begins to ask for the codes of the caller's new authenticator, and returns the recovery
// codes. Any signed-in user may call it. It returns ValidationError for a wrong code, and Conflict
// if there is no authenticator to be confirmed.
func (m *Manager) Confirm(ctx context.Context, in ConfirmInput) (codes *RecoveryCodes, err error) {
	defer fault.Wrap(&err, "factor.Confirm")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	var faults fault.Details
	trim(&in.Code)
	if in.Code == "" {
		faults.Add("code", "is required")
		return nil, faults.Err()
	}
	if err := m.needKey(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := m.db.LockUsers(ctx, asking.UserID); err != nil {
			return err //nolint:wrapcheck // Wrapped above, like those below.
		}
		ok, err := m.useCode(ctx, asking.UserID, in.Code, false)
		switch {
		case err != nil:
			return err
		case !ok:
			return fault.Details{{Field: "code", Message: "is wrong"}}.Err()
		}
		_, err = m.db.Shared(ctx).Exec(`UPDATE totp_factors SET confirmed_at = $1 WHERE user_id = $2`, m.now(), asking.UserID)
		if err != nil {
			return err //nolint:wrapcheck // as above
		}
		if err := m.mark(ctx, asking.UserID, true); err != nil {
			return err
		}
		texts, err := m.newRecoveryCodes(ctx, asking.UserID)
		if err != nil {
			return err
		}
		codes = &RecoveryCodes{RecoveryCodes: texts}
		return m.announce(ctx, asking, Added, factorState{Factor: MethodTOTP})
	})
	return codes, err
}

// mark stores whether the user has a factor.
func (m *Manager) mark(ctx context.Context, of uuid.UUID, has bool) error {
	ctx = rule.AcrossFirms(ctx, "a person's factors are the same in all firms")
	return m.db.Client.User.Update().Where(user.ID(of)).SetHasFactor(has).Exec(ctx) //nolint:wrapcheck // as in Confirm
}
