package password_test

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/password"
)

const correct = "Correct-horse-1"

// Hashes in the Identity V3 layout that another implementation of PBKDF2 made.
const (
	// sha256Hash is weaker than ours: HMAC-SHA256, 100,000 iterations.
	sha256Hash = "AQAAAAEAAYagAAAAEAABAgMEBQYHCAkKCwwNDg+My/vXbt9QgsAXpNP1u2Tn+SxW0uo5uvGFgh/asIbLyw=="
	// longHash is as strong as ours: HMAC-SHA512, 210,000 iterations, 64 bytes of salt and of key.
	longHash = "AQAAAAIAAzRQAAAAQAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj/" +
		"M5im4JEjyL87SQSXIHDj2F5m9qPqQTHc7MOBjbXvg19Hzy/gWnkQAW3BIbUocp5sGyI1nnOGfEGpwDVmarLLm"
)

func TestVerifyPassword(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hash, password string
		weak           bool
	}{
		"SHA512":           {"AQAAAAIAAzRQAAAAEAABAgMEBQYHCAkKCwwNDg9Udchki4D99/PcdemRg4WqzVI/6rldvNeqO3mvrcd9Fg==", correct, false},
		"SHA512Long":       {longHash, correct, false},
		"SHA512DotNet7":    {"AQAAAAIAAYagAAAAEBAREhMUFRYXGBkaGxwdHh/NAYfSwwc5ZUJmLj2YaUOBx5eyvfwq3txB8lt465cSvA==", correct, true},
		"SHA512Once":       {"AQAAAAIAAAABAAAAGAABAgMEBQYHCAkKCwwNDg8QERITFBUWF/z4YZPaTVcQYdy2cUu/xx4=", correct, true},
		"SHA512Unicode":    {"AQAAAAIAAAPoAAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fxBwSJrUSfMAAZ92Wry8ncVKSOsBiT8ugZJAJAROoamY=", "Pässwörter-1-日本", true},
		"SHA256":           {sha256Hash, correct, true},
		"SHA256DotNetCore": {"AQAAAAEAACcQAAAAEBAREhMUFRYXGBkaGxwdHh/Fj/g1iCfYu1FjCRgWpXbT8vAR2HGR3qrMNJ7UweOwug==", correct, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.weak, password.NeedsRehash(c.hash))
			same, err := password.Verify(c.hash, c.password)
			require.NoError(t, err)
			require.True(t, same)
			same, err = password.Verify(c.hash, c.password+" ")
			require.NoError(t, err)
			require.False(t, same)
		})
	}
}

func TestHashPassword(t *testing.T) {
	t.Parallel()
	first, err := password.Hash(correct)
	require.NoError(t, err)
	second, err := password.Hash(correct)
	require.NoError(t, err)
	require.NotEqual(t, first, second, "each has its own salt")

	raw, err := base64.StdEncoding.DecodeString(first)
	require.NoError(t, err)
	require.Len(t, raw, 1+3*4+16+32)
	require.Equal(t, []byte{
		1,          // V3
		0, 0, 0, 2, // HMAC-SHA512
		0, 3, 0x34, 0x50, // 210,000 iterations
		0, 0, 0, 16, // of the salt
	}, raw[:13])
	require.False(t, password.NeedsRehash(first))
	same, err := password.Verify(first, correct)
	require.NoError(t, err)
	require.True(t, same)
}

// v3 writes a hash with any numbers in it.
func v3(marker byte, prf, iterations, saltSize uint32, rest int) string {
	raw := []byte{marker}
	for _, number := range []uint32{prf, iterations, saltSize} {
		raw = binary.BigEndian.AppendUint32(raw, number)
	}
	return base64.StdEncoding.EncodeToString(append(raw, make([]byte, rest)...))
}

func TestPasswordHashBounds(t *testing.T) {
	t.Parallel()
	for name, hash := range map[string]string{
		"Usual":          v3(1, 2, 210_000, 16, 16+32),
		"SmallestParts":  v3(1, 2, 1, 16, 16+16),
		"LargestParts":   v3(1, 2, 1, 64, 64+64),
		"MostIterations": v3(1, 1, 2_000_000, 16, 16+32),
	} {
		t.Run("OK"+name, func(t *testing.T) {
			t.Parallel()
			_, _, _, again, err := password.ParseHash(hash)
			require.NoError(t, err)
			require.Equal(t, hash, again)
		})
	}
	good := v3(1, 2, 1, 16, 16+32)
	for name, hash := range map[string]string{
		"Empty":             "",
		"Text":              correct,
		"BCrypt":            "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
		"IdentityV2":        base64.StdEncoding.EncodeToString(make([]byte, 49)),
		"Marker":            v3(2, 2, 1, 16, 16+32),
		"SHA1":              v3(1, 0, 1, 16, 16+32),
		"PRF":               v3(1, 3, 1, 16, 16+32),
		"NoIterations":      v3(1, 2, 0, 16, 16+32),
		"TooManyIterations": v3(1, 2, 2_000_001, 16, 16+32),
		"MaxIterations":     v3(1, 2, math.MaxUint32, 16, 16+32),
		"NoSalt":            v3(1, 2, 1, 0, 32),
		"ShortSalt":         v3(1, 2, 1, 15, 15+32),
		"LongSalt":          v3(1, 2, 1, 65, 65+16),
		"SaltBeyondEnd":     v3(1, 2, 1, 64, 63),
		"HugeSalt":          v3(1, 2, 1, math.MaxUint32, 16+32),
		"NoKey":             v3(1, 2, 1, 16, 16),
		"ShortKey":          v3(1, 2, 1, 16, 16+15),
		"LongKey":           v3(1, 2, 1, 16, 16+65),
		"HeaderAlone":       v3(1, 2, 1, 16, 0),
		"HalfHeader":        base64.StdEncoding.EncodeToString([]byte{1, 0, 0, 0, 2}),
		"Unpadded":          strings.TrimRight(v3(1, 2, 1, 16, 16+33), "="),
		"URLAlphabet":       strings.ReplaceAll(base64.StdEncoding.EncodeToString(append([]byte{1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 16}, strings.Repeat("\xff", 48)...)), "/", "_"),
		"Space":             good + " ",
		"LooseBits":         v3(1, 2, 1, 16, 16+33)[:66] + "B=",
		"Huge":              strings.Repeat("A", 1<<20),
	} {
		t.Run("Err"+name, func(t *testing.T) {
			t.Parallel()
			require.True(t, password.NeedsRehash(hash))
			for _, given := range []string{"", correct, hash} {
				same, err := password.Verify(hash, given)
				require.ErrorIs(t, err, password.ErrHash)
				require.False(t, same)
			}
		})
	}
}
