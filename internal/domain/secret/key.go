package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/newfile"
)

// KeySize is the size of a key in bytes.
const KeySize = 32

// Key seals secrets that the database stores, by AES-256-GCM (NIST SP 800-38D) with a random nonce.
// It may have older keys, which only open. It is safe for concurrent use.
type Key struct {
	aead  cipher.AEAD
	raw   []byte
	older []*Key
}

// ErrSealed is returned for a secret that neither this key nor an older one sealed for this owner.
var ErrSealed = errors.New("secret: sealed by another key or for another owner")

// ParseKey returns the key that is written as base64 of 32 bytes. Older keys may follow, separated
// by commas or lines: they open what they have sealed.
func ParseKey(text string) (*Key, error) {
	var all []*Key
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		raw, err := base64.StdEncoding.DecodeString(one)
		if err != nil || len(raw) != KeySize {
			return nil, errNotKey
		}
		key, err := newKey(raw)
		if err != nil {
			return nil, err
		}
		all = append(all, key)
	}
	if len(all) == 0 {
		return nil, errNotKey
	}
	all[0].older = all[1:]
	return all[0], nil
}

var errNotKey = fmt.Errorf("secret: a key is base64 of %d bytes", KeySize)

func newKey(raw []byte) (*Key, error) {
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Key{aead: aead, raw: raw}, err
}

// keyMode lets only the account of the server read the key.
const keyMode = 0o600

// FileKey returns the key in a file. If there is no such file, it creates one with a random key.
// Two processes that do so at the same time get the same key.
func FileKey(path string) (*Key, error) {
	text, err := os.ReadFile(path) //nolint:gosec // The operator chooses the folder.
	if errors.Is(err, fs.ErrNotExist) {
		if err := createKey(path); err != nil {
			return nil, err
		}
		text, err = os.ReadFile(path) //nolint:gosec // as above
	}
	if err != nil {
		return nil, err
	}
	key, err := ParseKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// createKey writes a random key, unless another process has done so. The file appears with its
// whole content.
func createKey(path string) error {
	raw := make([]byte, KeySize)
	_, _ = rand.Read(raw)                                    // never fails
	file, err := os.CreateTemp(filepath.Dir(path), ".key-*") // with keyMode
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // its other name stays
	_, writing := file.WriteString(base64.StdEncoding.EncodeToString(raw) + "\n")
	if err := errors.Join(writing, file.Chmod(keyMode), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := newfile.Name(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// HasOlder reports whether there are older keys.
func (k *Key) HasOlder() bool { return len(k.older) > 0 }

// Derive returns another key, for a purpose: by HKDF-SHA256 (RFC 5869). It does not reveal this
// one. Older keys have no part in it.
func (k *Key) Derive(purpose string) []byte {
	derived, err := hkdf.Key(sha256.New, k.raw, nil, purpose, KeySize)
	if err != nil {
		panic(err) // only a size that is too large is refused
	}
	return derived
}

// Seal returns the secret in a form that only [Key.Open] with the same owner reads. The owner names
// the row that the secret is stored in, so that a sealed secret can't be moved to another row.
func (k *Key) Seal(plain []byte, owner string) []byte {
	return k.aead.Seal(nil, nil, plain, []byte(owner))
}

// Open returns a secret that this key or an older one sealed for the owner, or [ErrSealed].
func (k *Key) Open(sealed []byte, owner string) ([]byte, error) {
	plain, _, err := k.open(sealed, owner)
	return plain, err
}

// Reseal returns a secret sealed by this key, and true if an older one had sealed it. Otherwise it
// returns the secret as it was, or [ErrSealed].
func (k *Key) Reseal(sealed []byte, owner string) (again []byte, changed bool, err error) {
	plain, isOlder, err := k.open(sealed, owner)
	if err != nil || !isOlder {
		return sealed, false, err
	}
	return k.Seal(plain, owner), true, nil
}

func (k *Key) open(sealed []byte, owner string) (plain []byte, isOlder bool, err error) {
	if plain, err := k.aead.Open(nil, nil, sealed, []byte(owner)); err == nil {
		return plain, false, nil
	}
	for _, one := range k.older {
		if plain, err := one.aead.Open(nil, nil, sealed, []byte(owner)); err == nil {
			return plain, true, nil
		}
	}
	return nil, false, ErrSealed
}
