package factor

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// maxPasskeyName is the maximum length of the name of a passkey in characters.
const maxPasskeyName = 100

// PasskeyOptions are what the browser makes or uses a passkey by. They hold a challenge.
type PasskeyOptions struct {
	secret.Hidden

	// PublicKey is the JSON form of the options of navigator.credentials.
	PublicKey json.RawMessage
}

// BeginPasskey returns the options of a new passkey of the caller. They are good for five minutes,
// once, in this session, and replace those before them. Any signed-in user may call it. It returns
// Conflict for the 21st passkey, and Unavailable if the server has no address for passkeys.
func (m *Manager) BeginPasskey(ctx context.Context) (_ *PasskeyOptions, err error) {
	defer fault.Wrap(&err, "factor.BeginPasskey")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.needRelyingParty(); err != nil {
		return nil, err
	}
	across := rule.AcrossFirms(ctx, "a person's factors are the same in all firms")
	caller, err := m.db.Client.User.Query().Where(user.ID(asking.UserID)).Only(across)
	if err != nil {
		return nil, err
	}
	of, err := m.holderOf(ctx, caller.ID)
	if err != nil {
		return nil, err
	}
	if len(of.credentials) >= maxPasskeys {
		return nil, tooMany()
	}
	of.email, of.name = caller.Email, strings.TrimSpace(caller.FirstName+" "+caller.LastName)
	known := make([]protocol.CredentialDescriptor, 0, len(of.credentials))
	for _, credential := range of.credentials {
		known = append(known, credential.Descriptor())
	}
	creation, begun, err := m.party.BeginRegistration(of, webauthn.WithExclusions(known))
	if err != nil {
		return nil, err
	}
	if err := m.storeSessionChallenge(ctx, asking, begun.Challenge); err != nil {
		return nil, err
	}
	return passkeyOptions(creation.Response)
}

func passkeyOptions(options any) (*PasskeyOptions, error) {
	text, err := json.Marshal(options)
	return &PasskeyOptions{PublicKey: text}, err
}

func tooMany() error {
	return fault.New(fault.Conflict, "You have %d passkeys, and can't have more. Remove one first.", maxPasskeys)
}

// FinishPasskeyInput is a new passkey.
type FinishPasskeyInput struct {
	secret.Hidden

	Name string
	// Credential is the JSON form of what navigator.credentials.create returned.
	Credential json.RawMessage
}

// Validate trims the name and returns every fault.
func (in *FinishPasskeyInput) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "name", &in.Name, maxPasskeyName)
	return faults
}

// NewPasskey is a passkey that was added, with the recovery codes if it is the person's first
// factor. They are shown once.
type NewPasskey struct {
	secret.Hidden

	Passkey       *Passkey
	RecoveryCodes []string
}

// FinishPasskey adds a passkey of the caller. Any signed-in user may call it. It returns
// ValidationError for a passkey that was not made by the options of [Manager.BeginPasskey], and
// Conflict for one that somebody has. It opens its own transactions: options are used up even if it
// fails.
func (m *Manager) FinishPasskey(ctx context.Context, in FinishPasskeyInput) (added *NewPasskey, err error) {
	defer fault.Wrap(&err, "factor.FinishPasskey")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.needRelyingParty(); err != nil {
		return nil, err
	}
	faults := in.Validate()
	parsed, err := protocol.ParseCredentialCreationResponseBytes(in.Credential)
	if err != nil {
		faults.Add("credential", "must be the JSON form of what navigator.credentials.create returned")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	challenge := parsed.Response.CollectedClientData.Challenge
	if err := m.takeSessionChallenge(ctx, asking, challenge); err != nil {
		return nil, err
	}
	credential, err := m.party.CreateCredential(&holder{id: asking.UserID}, webauthn.SessionData{
		Challenge: challenge, UserID: asking.UserID[:], UserVerification: protocol.VerificationRequired,
		CredParams: webauthn.CredentialParametersDefault(), Origin: m.party.origin(parsed.Response.CollectedClientData.Origin),
	}, parsed)
	if err != nil {
		return nil, badCredential("was not made for this server by this person", err)
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		added, err = m.addPasskey(ctx, asking, in.Name, credential)
		return err
	})
	return added, err
}

// badCredential returns the error for what a passkey has answered that can't be accepted.
func badCredential(message string, cause error) error {
	refusal := fault.New(fault.ValidationError, "Invalid request: credential %s.", message)
	refusal.Details = fault.Details{{Field: "credential", Message: message}}
	return refusal.Because(cause)
}

func (m *Manager) addPasskey(
	ctx context.Context, asking *viewer.Viewer, name string, credential *webauthn.Credential,
) (added *NewPasskey, err error) {
	if err := m.db.LockUsers(ctx, asking.UserID); err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	before, err := m.methods(ctx, asking.UserID)
	if err != nil {
		return nil, err
	}
	count, err := m.countPasskeys(ctx, asking.UserID)
	if err != nil {
		return nil, err
	}
	if count >= maxPasskeys {
		return nil, tooMany()
	}
	added = &NewPasskey{Passkey: &Passkey{ID: entity.NewID(), Name: name, CreatedAt: m.now()}, RecoveryCodes: []string{}}
	if err := m.storePasskey(ctx, asking.UserID, added.Passkey, credential); err != nil {
		return nil, err
	}
	if len(before) == 0 {
		if err := m.mark(ctx, asking.UserID, true); err != nil {
			return nil, err
		}
		if added.RecoveryCodes, err = m.newRecoveryCodes(ctx, asking.UserID); err != nil {
			return nil, err
		}
	}
	return added, m.announce(ctx, asking, Added, factorState{Factor: MethodPasskey, Name: name})
}

func (m *Manager) storePasskey(ctx context.Context, of uuid.UUID, added *Passkey, credential *webauthn.Credential) error {
	transports := make([]string, 0, len(credential.Transport))
	for _, transport := range credential.Transport {
		transports = append(transports, string(transport))
	}
	stored, err := m.db.Shared(ctx).Exec(`
INSERT INTO passkeys (id, user_id, name, credential_id, public_key, sign_count, flags, transports, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING`,
		added.ID, of, added.Name, credential.ID, credential.PublicKey, int64(credential.Authenticator.SignCount),
		int64(credential.Flags.MsgpByte()), strings.Join(transports, ","), added.CreatedAt)
	if err == nil && stored == 0 {
		return fault.New(fault.Conflict, "This passkey was added before.")
	}
	return err //nolint:wrapcheck // The caller names the operation.
}
