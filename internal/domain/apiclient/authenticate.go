package apiclient

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/cidr"
	"github.com/firmhub/firmhub/internal/viewer"
)

// knownKeys is the size of the cache. A full cache takes about 6 MB.
const knownKeys = 1 << 14

// Keys authenticates API keys. It caches the data of a key together with the firm's policy version.
// Every change of a key raises that version, and each request reads it. So a change takes effect on
// the next request, on every instance.
type Keys struct {
	db    *db.DB
	admit func(viewer.Request) error
	known *lru.Cache[[idSize]byte, *entry]
}

// NewKeys returns Keys for a migrated database. It calls admit before it reads a key that is not
// cached, since anybody can invent keys; Authenticate returns its error.
func NewKeys(d *db.DB, admit func(viewer.Request) error) *Keys {
	known, err := lru.New[[idSize]byte, *entry](knownKeys)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &Keys{db: d, admit: admit, known: known}
}

// entry is the data that decides about a key, at a version of the firm's policy.
type entry struct {
	clientID, firmID uuid.UUID
	version          int64 // of the firm
	secretHash       [sha256.Size]byte
	allowed          []netip.Prefix
	expires          time.Time // zero means never
	revoked          bool
}

// firmState is the current state of the firm of a key.
type firmState struct {
	version  viewer.PolicyVersion
	isActive bool
}

// Authenticate returns the viewer of a key in its present state. The firm is the X-Firm-Id of the
// request, or empty if the request has none.
//
// It returns Unauthorized for a malformed or unknown key, the error from admit, and Unavailable
// when the database fails. For a known key that may not be used it returns a viewer with the error
// in Refused: Unauthorized for a key that is expired or revoked or whose firm is not active, and
// Forbidden for another address or another firm.
func (k *Keys) Authenticate(ctx context.Context, key, firm string, req viewer.Request) (*viewer.Viewer, error) {
	return k.AuthenticateIf(ctx, key, firm, req, nil)
}

// AuthenticateIf does what [Keys.Authenticate] does, for a caller whom admit does not refuse. It
// returns the error of admit, which it calls, unless admit is nil, with the client of a key that is
// cached and before it asks the database.
func (k *Keys) AuthenticateIf(
	ctx context.Context, key, firm string, req viewer.Request, admit func(*viewer.Viewer) error,
) (*viewer.Viewer, error) {
	credential, ok := Parse(key)
	if !ok && strings.Count(key, ".") == 2 { // as the three parts of a JSON web token have between them
		return nil, refuse("This is an access token and no API key: send it as Authorization, after Bearer and a space.")
	}
	if !ok {
		return nil, refuse("The API key is malformed: check that it was copied as a whole.")
	}
	hash := credential.Hash()
	switch cached, known := k.known.Peek([idSize]byte([]byte(credential.ID))); {
	case !known:
		if err := k.admit(req); err != nil {
			return nil, err
		}
	case admit != nil && subtle.ConstantTimeCompare(hash[:], cached.secretHash[:]) == 1:
		err := admit(&viewer.Viewer{Kind: viewer.APIClient, APIClientID: cached.clientID, FirmID: cached.firmID, Request: req})
		if err != nil {
			return nil, err
		}
	}
	found, now, err := k.look(ctx, credential.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	// For an unknown key a hash is compared too, so that the time does not reveal which ids exist.
	if subtle.ConstantTimeCompare(hash[:], found.secretHash[:]) != 1 || found.clientID == uuid.Nil {
		return nil, badKey()
	}
	v := &viewer.Viewer{
		Kind: viewer.APIClient, APIClientID: found.clientID, FirmID: found.firmID, PolicyVersion: now.version, Request: req,
		Refused: found.refusal(now, firm, req.Address),
	}
	if v.Refused == nil {
		v.Expires = found.expires // an error response is not cut short
	}
	return v, nil
}

// refusal returns why a key with the right secret may not be used, or nil if it may.
func (e *entry) refusal(firm firmState, named string, address netip.Addr) error {
	switch {
	case e.revoked:
		return refuse("The API key has been revoked.")
	case !e.expires.IsZero() && !time.Now().Before(e.expires):
		return refuse("The API key has expired.")
	case !firm.isActive:
		return refuse("The firm of the API key is not active.")
	case !allows(e.allowed, address):
		return fault.New(fault.Forbidden, "The API key may not be used from this address.")
	case named != "" && !names(named, e.firmID):
		return fault.New(fault.Forbidden, "X-Firm-Id is not the firm of the API key.")
	}
	return nil
}

func names(text string, id uuid.UUID) bool {
	parsed, err := uuid.Parse(text)
	return err == nil && parsed == id
}

var nobody = &entry{}

// look returns the entry of a key at the current version of the firm's policy. It returns an empty
// entry for an unknown id.
func (k *Keys) look(ctx context.Context, id string) (*entry, firmState, error) {
	name := [idSize]byte([]byte(id))
	if remembered, ok := k.known.Get(name); ok {
		now, found, err := k.state(ctx, remembered.firmID)
		if err != nil {
			return nil, firmState{}, err
		}
		if found && remembered.version == now.version.Firm {
			return remembered, now, nil
		}
	}
	read, now, err := k.read(ctx, id)
	if err != nil || read == nil {
		k.known.Remove(name)
		return nobody, firmState{}, err
	}
	k.known.Add(name, read)
	return read, now, nil
}

// state returns the current state of a firm, and false if there is none.
func (k *Keys) state(ctx context.Context, firmID uuid.UUID) (now firmState, found bool, err error) {
	found, err = k.inFirm(ctx, firmID).Row([]any{&now.version.Firm, &now.version.Global, &now.isActive},
		"SELECT f.policy_version, g.version, f.is_active FROM firms f CROSS JOIN policy_versions g WHERE f.id = $1")
	return now, found, err
}

// inFirm returns the scope of the firm that a key names, before it is known whether the key is
// right.
func (k *Keys) inFirm(ctx context.Context, firm uuid.UUID) db.Scope {
	return k.db.InFirm(rule.ForFirm(ctx, firm, "authenticate an API client"))
}

// read returns the data that decides about a key, or nil if there is none. One statement finds the
// firm of the key. Another reads the key with the version of the firm's policy, so that an entry is
// never older than its version.
func (k *Keys) read(ctx context.Context, id string) (*entry, firmState, error) {
	var (
		e                entry
		now              firmState
		hash, allowed    []byte
		expires, revoked sql.NullTime
	)
	found, err := k.db.Shared(ctx).Row([]any{&e.firmID, &e.clientID}, "SELECT firm_id, id FROM api_keys WHERE key_id = $1", id)
	if err != nil || !found {
		return nil, firmState{}, err
	}
	found, err = k.inFirm(ctx, e.firmID).Row([]any{
		&e.clientID, &e.firmID, &hash, &allowed, &expires, &revoked, &now.version.Firm, &now.version.Global, &now.isActive,
	}, `
SELECT c.id, c.firm_id, c.secret_hash, c.allowed_ips, c.expires_at, c.revoked_at, f.policy_version, g.version,
	f.is_active
FROM api_clients c JOIN firms f ON f.id = c.firm_id CROSS JOIN policy_versions g
WHERE c.firm_id = $1 AND c.id = $2`, e.clientID)
	if err != nil || !found {
		return nil, firmState{}, err
	}
	e.version, e.expires, e.revoked = now.version.Firm, expires.Time, revoked.Valid
	if len(hash) != len(e.secretHash) {
		return nil, firmState{}, fmt.Errorf("apiclient: the hash of key %s has %d bytes", id, len(hash))
	}
	copy(e.secretHash[:], hash)
	e.allowed, err = prefixes(allowed)
	return &e, now, err
}

// prefixes parses the stored list of addresses. An invalid list allows no address.
func prefixes(kept []byte) ([]netip.Prefix, error) {
	var texts []string
	if err := json.Unmarshal(kept, &texts); err != nil {
		return nil, fmt.Errorf("apiclient: read the allowed addresses: %w", err)
	}
	allowed := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		prefix, err := cidr.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("apiclient: the allowed address %q: %w", text, err)
		}
		allowed = append(allowed, prefix)
	}
	return allowed, nil
}

// badKey returns the same error for an unknown id and for a wrong secret.
func badKey() *fault.Error { return refuse("The API key is not valid.") }

var errKey = errors.New("apiclient: the API key is not accepted")

func refuse(message string) *fault.Error { return viewer.RefuseCredential(errKey, message) }

// unavailable returns the error for a failed query.
func unavailable(cause error) *fault.Error {
	return fault.Retry(fault.Unavailable, time.Second, "The API key can't be checked right now. Try again.").Because(cause)
}
