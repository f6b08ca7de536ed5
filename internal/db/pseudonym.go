package db

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"
)

// pseudonymPrefix begins the texts that stand for erased addresses. No address begins so.
const pseudonymPrefix = "erased:"

// UsePseudonyms sets the key of [DB.Pseudonym]. It must be called before the database is used.
func (d *DB) UsePseudonyms(key []byte) { d.pseudonyms = key }

// HasPseudonyms reports whether there is a key for [DB.Pseudonym].
func (d *DB) HasPseudonyms() bool { return len(d.pseudonyms) > 0 }

// Pseudonym returns what stands for an erased address of a firm: its HMAC-SHA256. It is the same
// whenever the same text is given, and without the key nobody finds the text by trying all
// addresses. Without a key it is "".
func (d *DB) Pseudonym(firm uuid.UUID, text string) string {
	if !d.HasPseudonyms() {
		return ""
	}
	return pseudonymPrefix + base64.RawURLEncoding.EncodeToString(d.KeyedHash([]byte("pseudonym"), firm[:], []byte(text)))
}

// IsPseudonym reports whether a text is one of [DB.Pseudonym].
func IsPseudonym(text string) bool { return strings.HasPrefix(text, pseudonymPrefix) }

// KeyedHash returns the HMAC-SHA256 of parts by the key of the pseudonyms. The first part names
// what it is the hash of. Each part is preceded by its length.
func (d *DB) KeyedHash(parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, d.pseudonyms)
	for _, part := range parts {
		length := len(part)
		_, _ = mac.Write([]byte{byte(length >> 24), byte(length >> 16), byte(length >> 8), byte(length)})
		_, _ = mac.Write(part)
	}
	return mac.Sum(nil)
}
