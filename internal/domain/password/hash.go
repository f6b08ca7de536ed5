package password

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

// The parameters of new hashes.
const (
	defaultIterations = 210_000
	saltSize          = 16
	keySize           = 32
)

// The limits of hashes created by other programs. The upper limits prevent an imported hash from
// taking seconds at each log-in.
const (
	maxIterations = 2_000_000
	minPart       = 16
	maxPart       = 64
)

// ErrHash is returned for a stored hash that does not have the Identity V3 layout, or exceeds its
// limits.
var ErrHash = errors.New("password: not an Identity V3 password hash of PBKDF2 with SHA-256 or SHA-512")

// prf is the pseudo-random function of a hash, numbered as in the layout.
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

// storedHash is the layout of ASP.NET Core Identity V3: a marker byte, then the pseudo-random
// function, the iteration count and the length of the salt as big-endian 32-bit numbers, then the
// salt, then the derived key.
type storedHash struct {
	prf        prf
	iterations uint32
	salt, key  []byte
}

const (
	v3Marker     = 0x01
	v3HeaderSize = 13
)

// Hash returns the base64-encoded hash of a password, to be stored. It takes about a tenth of a
// second of CPU time. A server uses [Hasher.Hash], which limits how many run at once.
func Hash(password string) (string, error) {
	return hashWithSalt(password, random(saltSize), defaultIterations)
}

func hashWithSalt(password string, salt []byte, iterations int) (string, error) {
	made := storedHash{prf: prfSHA512, iterations: uint32(iterations), salt: salt} //nolint:gosec // at most maxIterations
	key, err := made.derive(password, iterations, keySize)
	if err != nil {
		return "", err
	}
	made.key = key
	return made.String(), nil
}

// hashOfNobody returns a hash for which no password is known.
func hashOfNobody(iterations int) string {
	return storedHash{
		prf: prfSHA512, iterations: uint32(iterations), salt: random(saltSize), key: random(keySize), //nolint:gosec // as above
	}.String()
}

func random(size int) []byte {
	made := make([]byte, size)
	_, _ = rand.Read(made) // never fails
	return made
}

// Verify reports whether the hash is that of the password. It returns [ErrHash] for a hash that
// can't be read. It takes as long as [Hash]. A server uses [Hasher.Verify].
func Verify(stored, password string) (bool, error) {
	return verify(stored, password, defaultIterations)
}

// verify does the same as [Verify], but takes at least as long as a number of iterations.
func verify(stored, password string, iterations int) (bool, error) {
	parsed, err := parseHash(stored)
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

// NeedsRehash reports whether a hash is weaker than the hashes of [Hash], or can't be read.
func NeedsRehash(stored string) bool { return needsRehash(stored, defaultIterations) }

func needsRehash(stored string, iterations int) bool {
	parsed, err := parseHash(stored)
	return err != nil || parsed.prf != prfSHA512 || int(parsed.iterations) < iterations ||
		len(parsed.salt) < saltSize || len(parsed.key) < keySize
}

// String returns the layout in base64, as it is stored.
func (h storedHash) String() string {
	raw := make([]byte, 0, v3HeaderSize+len(h.salt)+len(h.key))
	raw = append(raw, v3Marker)
	raw = binary.BigEndian.AppendUint32(raw, uint32(h.prf))
	raw = binary.BigEndian.AppendUint32(raw, h.iterations)
	raw = binary.BigEndian.AppendUint32(raw, uint32(len(h.salt))) //nolint:gosec // at most maxPart
	raw = append(raw, h.salt...)
	raw = append(raw, h.key...)
	return base64.StdEncoding.EncodeToString(raw)
}

func parseHash(stored string) (storedHash, error) {
	if len(stored) > base64.StdEncoding.EncodedLen(v3HeaderSize+2*maxPart) {
		return storedHash{}, ErrHash
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(stored)
	if err != nil || len(raw) < v3HeaderSize || raw[0] != v3Marker {
		return storedHash{}, ErrHash
	}
	parsed := storedHash{prf: prf(binary.BigEndian.Uint32(raw[1:])), iterations: binary.BigEndian.Uint32(raw[5:])}
	salt, rest := binary.BigEndian.Uint32(raw[9:]), raw[v3HeaderSize:]
	if salt < minPart || salt > maxPart || int(salt) > len(rest) {
		return storedHash{}, ErrHash
	}
	parsed.salt, parsed.key = rest[:salt], rest[salt:]
	if len(parsed.key) < minPart || len(parsed.key) > maxPart {
		return storedHash{}, ErrHash
	}
	if parsed.iterations == 0 || parsed.iterations > maxIterations {
		return storedHash{}, ErrHash
	}
	if parsed.prf != prfSHA256 && parsed.prf != prfSHA512 {
		return storedHash{}, ErrHash
	}
	return parsed, nil
}

func (h storedHash) derive(password string, iterations, size int) ([]byte, error) {
	key, err := pbkdf2.Key(h.prf.hash(), password, h.salt, iterations, size)
	if err != nil {
		return nil, fmt.Errorf("password: derive a password key: %w", err)
	}
	return key, nil
}

// makeUp takes as much time as a weaker hash saves, compared with a current one. Otherwise a wrong
// password would be refused sooner for users with an old hash than for unknown e-mail addresses.
func (h storedHash) makeUp(password string, iterations int) error {
	spent := int(h.iterations)
	if h.prf == prfSHA256 {
		spent /= 3 // about the cost of an iteration compared with one of SHA-512, where the CPU supports SHA-256
	}
	if spent >= iterations {
		return nil
	}
	_, err := storedHash{prf: prfSHA512, salt: h.salt}.derive(password, iterations-spent, keySize)
	return err
}
