// Package factortest is the authenticator app of tests.
package factortest

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Code returns the code of a secret in base32 at a time.
func Code(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	require.NoError(t, err)
	mac := hmac.New(sha1.New, key)
	require.NoError(t, binary.Write(mac, binary.BigEndian, at.Unix()/30))
	sum := mac.Sum(nil)
	at4 := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at4:])&0x7fffffff)%1_000_000)
}
