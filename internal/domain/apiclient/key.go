package apiclient

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"strings"
)

// An API key is a text of 66 characters:
//
//	fh_<12: key id>_<43: secret>_<6: checksum>
//
// All three parts consist of the 62 letters and digits. The 43 characters of the secret have 256
// random bits. The checksum is the CRC-32 (IEEE) of everything before its underscore, as six digits
// of base 62, as in the tokens of GitHub. Because of it, a typo is rejected without a query, and
// scanners for leaked secrets find keys with few false positives by
//
//	fh_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}
const (
	keyPrefix    = "fh_"
	idSize       = 12
	secretSize   = 43
	checksumSize = 6

	idEnd     = len(keyPrefix) + idSize
	secretEnd = idEnd + 1 + secretSize
	keySize   = secretEnd + 1 + checksumSize

	separator = '_'
	digits    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

const hidden = "[secret]"

// Credential is a parsed API key. It prints and logs as [secret]; [Credential.Text] returns the
// key.
type Credential struct{ ID, Secret string }

// NewCredential returns a credential with the id, or a new id if that is empty, and a new secret.
func NewCredential(id string) Credential {
	if id == "" {
		id = random(idSize)
	}
	return Credential{ID: id, Secret: random(secretSize)}
}

// Parse parses a key. It reports false for a text that is not a well-formed key; it does not check
// whether the key exists.
func Parse(text string) (Credential, bool) {
	if len(text) != keySize || text[:len(keyPrefix)] != keyPrefix || text[idEnd] != separator || text[secretEnd] != separator {
		return Credential{}, false
	}
	c := Credential{ID: text[len(keyPrefix):idEnd], Secret: text[idEnd+1 : secretEnd]}
	if !isBase62(c.ID) || !isBase62(c.Secret) || text[secretEnd+1:] != checksum(text[:secretEnd]) {
		return Credential{}, false
	}
	return c, true
}

// IsKey reports whether a text was meant to be an API key, well-formed or not.
func IsKey(text string) bool { return strings.HasPrefix(text, keyPrefix) }

// Text returns the key.
func (c Credential) Text() string {
	body := keyPrefix + c.ID + string(separator) + c.Secret
	return body + string(separator) + checksum(body)
}

// Hash returns the hash of the secret to store. It needs no salt and no work factor, since the
// secret has 256 random bits.
func (c Credential) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(c.Secret)) }

// Format implements fmt.Formatter, for every verb.
func (Credential) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Credential) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON implements json.Marshaler, which logs use for nested values.
func (Credential) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// checksum returns the checksum, the highest digit first. The loop is the one of hash/crc32 for
// short texts, whose own function would allocate.
func checksum(text string) string {
	sum := ^uint32(0)
	for i := range len(text) {
		sum = crc32.IEEETable[byte(sum)^text[i]] ^ sum>>8
	}
	sum = ^sum
	var written [checksumSize]byte
	for i := range written {
		written[checksumSize-1-i] = digits[sum%uint32(len(digits))]
		sum /= uint32(len(digits))
	}
	return string(written[:])
}

func isBase62(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// random returns uniformly distributed digits. Of the 64 values of six random bits, the two without
// a digit are discarded.
func random(size int) string {
	const sixBits = 0x3f
	var (
		text  strings.Builder
		bytes [2 * secretSize]byte
	)
	text.Grow(size)
	for text.Len() < size {
		_, _ = rand.Read(bytes[:]) // It never fails: without randomness the program ends.
		for _, b := range bytes {
			if b &= sixBits; int(b) < len(digits) && text.Len() < size {
				text.WriteByte(digits[b])
			}
		}
	}
	return text.String()
}
