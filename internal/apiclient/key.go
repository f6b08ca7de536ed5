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

// An API key is a text of 66 characters in which each part has its place:
//
//	fh_<12: key id>_<43: secret>_<6: checksum>
//
// All three parts are of the 62 letters and digits. The 43 of the secret carry 256 bits. The checksum is the CRC-32 (IEEE)
// of all before its underscore, as six digits of base 62, as GitHub has it in its tokens: a typo is refused without a
// look-up, and a scanner for leaked secrets finds keys, and hardly anything else, by
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

// Credential is an API key in its parts. It keeps itself out of prints and logs; [Credential.Text] is the key.
type Credential struct{ ID, Secret string }

// NewCredential makes one of an id, or of a new id when that is empty, and a new secret.
func NewCredential(id string) Credential {
	if id == "" {
		id = random(idSize)
	}
	return Credential{ID: id, Secret: random(secretSize)}
}

// Parse takes a key apart. It is false for a text that is not a key to the letter; whether there is such a key is another
// question.
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

// Text is the whole key.
func (c Credential) Text() string {
	body := keyPrefix + c.ID + string(separator) + c.Secret
	return body + string(separator) + checksum(body)
}

// Hash is what is kept of the secret. It needs no salt and no work factor: nobody can guess 256 random bits.
func (c Credential) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(c.Secret)) }

// Format implements fmt.Formatter, for every verb.
func (Credential) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Credential) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON implements json.Marshaler: JSON is how logs write what is nested.
func (Credential) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// checksum is written with the highest digit first. The loop is that of hash/crc32 for short texts, which would take the
// text to the heap.
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

// random gives so many digits, each as likely as any other: of the 64 values of six random bits the two without a digit
// are thrown away.
func random(size int) string {
	const sixBits = 0x3f
	var (
		text  strings.Builder
		bytes [2 * secretSize]byte
	)
	text.Grow(size)
	for text.Len() < size {
		_, _ = rand.Read(bytes[:]) // It never fails; where there is no randomness the program ends.
		for _, b := range bytes {
			if b &= sixBits; int(b) < len(digits) && text.Len() < size {
				text.WriteByte(digits[b])
			}
		}
	}
	return text.String()
}
