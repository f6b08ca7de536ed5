package auth

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
)

// What new hashes are made with.
const (
	passwordIterations = 210_000
	passwordSaltSize   = 16
	passwordKeySize    = 32
)

// What hashes of other makers may hold. The upper bounds keep a hash that was brought in from costing seconds at each
// log-in.
const (
	maxPasswordIterations = 2_000_000
	minPasswordPart       = 16
	maxPasswordPart       = 64
)

// ErrPasswordHash is what a stored hash comes to that isn't in the Identity V3 layout, or is beyond its bounds.
var ErrPasswordHash = errors.New("auth: not an Identity V3 password hash of PBKDF2 with SHA-256 or SHA-512")

// prf is the pseudo-random function of a hash, as the layout numbers it.
type prf uint32

const (
	prfSHA256 prf = 1
	prfSHA512 prf = 2
)

func (p prf) hash() func() hash.Hash {
	if p == prfSHA256 {
		return sha256.New
	}
	return sha512.New
}

// passwordHash is the layout of ASP.NET Core Identity V3: a marker byte, then the pseudo-random function, the iteration
// count and the length of the salt as big-endian 32-bit numbers, then the salt, then the derived key.
type passwordHash struct {
	prf        prf
	iterations uint32
	salt, key  []byte
}

const (
	v3Marker     = 0x01
	v3HeaderSize = 13
)

// HashPassword makes the hash to store, base64. It takes about a tenth of a second of CPU: a server goes through
// [Hasher.Hash], which bounds how many run at once.
func HashPassword(password string) (string, error) {
	return hashWithSalt(password, random(passwordSaltSize), passwordIterations)
}

func hashWithSalt(password string, salt []byte, iterations int) (string, error) {
	made := passwordHash{prf: prfSHA512, iterations: uint32(iterations), salt: salt} //nolint:gosec // at most maxPasswordIterations
	key, err := made.derive(password, iterations, passwordKeySize)
	if err != nil {
		return "", err
	}
	made.key = key
	return made.String(), nil
}

// hashOfNobody is one that no password is known for.
func hashOfNobody(iterations int) string {
	return passwordHash{
		prf: prfSHA512, iterations: uint32(iterations), //nolint:gosec // at most maxPasswordIterations
		salt: random(passwordSaltSize), key: random(passwordKeySize),
	}.String()
}

func random(size int) []byte {
	made := make([]byte, size)
	_, _ = rand.Read(made) // never fails
	return made
}

// VerifyPassword tells whether the password is the one of the hash. A hash that can't be read is an error, never a
// match. It takes as long as [HashPassword]; a server goes through [Hasher.Verify].
func VerifyPassword(stored, password string) (bool, error) {
	return verify(stored, password, passwordIterations)
}

// verify is [VerifyPassword] that takes at least as long as so many iterations.
func verify(stored, password string, iterations int) (bool, error) {
	parsed, err := parsePasswordHash(stored)
	if err != nil {
		return false, err
	}
	key, err := parsed.derive(password, int(parsed.iterations), len(parsed.key))
	if err != nil {
		return false, err
	}
	if subtle.ConstantTimeCompare(key, parsed.key) == 1 {
		return true, nil
	}
	return false, parsed.makeUp(password, iterations)
}

// NeedsRehash tells whether a hash is weaker than those we make now, or can't be read.
func NeedsRehash(stored string) bool { return needsRehash(stored, passwordIterations) }

func needsRehash(stored string, iterations int) bool {
	parsed, err := parsePasswordHash(stored)
	return err != nil || parsed.prf != prfSHA512 || int(parsed.iterations) < iterations ||
		len(parsed.salt) < passwordSaltSize || len(parsed.key) < passwordKeySize
}

// String is the layout in base64, as it is stored.
func (h passwordHash) String() string {
	raw := make([]byte, 0, v3HeaderSize+len(h.salt)+len(h.key))
	raw = append(raw, v3Marker)
	raw = binary.BigEndian.AppendUint32(raw, uint32(h.prf))
	raw = binary.BigEndian.AppendUint32(raw, h.iterations)
	raw = binary.BigEndian.AppendUint32(raw, uint32(len(h.salt))) //nolint:gosec // at most maxPasswordPart
	raw = append(raw, h.salt...)
	raw = append(raw, h.key...)
	return base64.StdEncoding.EncodeToString(raw)
}

func parsePasswordHash(stored string) (passwordHash, error) {
	if len(stored) > base64.StdEncoding.EncodedLen(v3HeaderSize+2*maxPasswordPart) {
		return passwordHash{}, ErrPasswordHash
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(stored)
	if err != nil || len(raw) < v3HeaderSize || raw[0] != v3Marker {
		return passwordHash{}, ErrPasswordHash
	}
	parsed := passwordHash{prf: prf(binary.BigEndian.Uint32(raw[1:])), iterations: binary.BigEndian.Uint32(raw[5:])}
	saltSize, rest := binary.BigEndian.Uint32(raw[9:]), raw[v3HeaderSize:]
	if saltSize < minPasswordPart || saltSize > maxPasswordPart || int(saltSize) > len(rest) {
		return passwordHash{}, ErrPasswordHash
	}
	parsed.salt, parsed.key = rest[:saltSize], rest[saltSize:]
	if len(parsed.key) < minPasswordPart || len(parsed.key) > maxPasswordPart {
		return passwordHash{}, ErrPasswordHash
	}
	if parsed.iterations == 0 || parsed.iterations > maxPasswordIterations {
		return passwordHash{}, ErrPasswordHash
	}
	if parsed.prf != prfSHA256 && parsed.prf != prfSHA512 {
		return passwordHash{}, ErrPasswordHash
	}
	return parsed, nil
}

func (h passwordHash) derive(password string, iterations, size int) ([]byte, error) {
	key, err := pbkdf2.Key(h.prf.hash(), password, h.salt, iterations, size)
	if err != nil {
		return nil, fmt.Errorf("auth: derive a password key: %w", err)
	}
	return key, nil
}

// makeUp spends what a weaker hash left of the cost of a current one. Without it a wrong password would be refused
// sooner for users who were brought over than for e-mails that nobody has.
func (h passwordHash) makeUp(password string, iterations int) error {
	spent := int(h.iterations)
	if h.prf == prfSHA256 {
		spent /= 3 // about what an iteration costs beside one of SHA-512, where the CPU helps with SHA-256
	}
	if spent >= iterations {
		return nil
	}
	_, err := passwordHash{prf: prfSHA512, salt: h.salt}.derive(password, iterations-spent, passwordKeySize)
	return err
}
