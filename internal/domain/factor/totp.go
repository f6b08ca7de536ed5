package factor

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238, and what every authenticator app computes by default.
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	// secretSize is that of SHA-1, as RFC 4226 recommends.
	secretSize = sha1.Size
	// stepSeconds is how long a code is valid. Codes of the step before and of the step after are
	// accepted as well, since clocks differ.
	stepSeconds = 30
	codeDigits  = 6
	codeModulus = 1_000_000
)

// code returns the code of a time step (RFC 6238, RFC 4226).
func code(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, step) // A hash never fails.
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	value := binary.BigEndian.Uint32(sum[at:at+4]) & 0x7fffffff
	return fmt.Sprintf("%0*d", codeDigits, value%codeModulus)
}

// match returns the time step of a code that is valid now, and reports whether there is one after
// the last accepted step.
func match(secret []byte, typed string, now time.Time, last int64) (step int64, ok bool) {
	present := now.Unix() / stepSeconds
	for candidate := present - 1; candidate <= present+1; candidate++ {
		same := subtle.ConstantTimeCompare([]byte(code(secret, candidate)), []byte(typed)) == 1
		if same && candidate > last {
			step, ok = candidate, true
		}
	}
	return step, ok
}

// encoded returns the secret as authenticator apps take it.
func encoded(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// uri returns the address that authenticator apps read from a QR code.
func uri(secret []byte, email string) string {
	query := url.Values{"secret": {encoded(secret)}, "issuer": {issuer}}
	return "otpauth://totp/" + issuer + ":" + url.PathEscape(email) + "?" + query.Encode()
}

const issuer = "firmhub"
