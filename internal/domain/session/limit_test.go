package session_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// try guesses a password from an address ("" is unknown). Its context is cancelled before the
// database is queried: the attempt is counted, but the test needs no hash.
func (b *bundle) try(email, address string) error {
	var request viewer.Request
	if address != "" {
		request.Address = netip.MustParseAddr(address)
	}
	ctx, leave := context.WithCancel(viewer.NewContext(b.across, &viewer.Viewer{Request: request}))
	leave()
	_, err := b.Login(ctx, session.LoginInput{Email: email, Password: annPassword})
	return err
}

func requireTooMany(t *testing.T, wait time.Duration, err error) {
	t.Helper()
	after := "1 second"
	if wait > time.Second {
		after = fmt.Sprintf("%.0f seconds", wait.Seconds())
	}
	requireRefusal(t, err, fault.TooManyRequests, "Too many tries. Try again in "+after+".")
	require.Contains(t, []int{10, 60, 5}, fault.From(err).Limit)
	require.Equal(t, wait, fault.From(err).RetryAfter)
}

func requireCounted(t *testing.T, err error) {
	t.Helper()
	require.ErrorIs(t, err, context.Canceled)
}

func TestLoginLimits(t *testing.T) {
	t.Parallel()
	t.Run("EmailAndAddress", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), config{})
		for range 5 {
			requireCounted(t, b.try("ann@example.com", "192.0.2.1"))
			requireCounted(t, b.try(" ANN@example.COM", "::ffff:192.0.2.1")) // the same
		}
		requireTooMany(t, 6*time.Second, b.try(email, "192.0.2.1"))
		_, err := b.Login(from(t, "192.0.2.1"), session.LoginInput{Email: email, Password: annPassword})
		requireTooMany(t, 6*time.Second, err) // also with the right password
		requireCounted(t, b.try("bob@example.com", "192.0.2.1"))
		_, err = b.Login(from(t, "192.0.2.2"), session.LoginInput{Email: email, Password: annPassword})
		require.NoError(t, err, "the owner, from elsewhere")

		b.clock.advance(6*time.Second - time.Millisecond)
		requireTooMany(t, time.Millisecond, b.try(email, "192.0.2.1"))
		b.clock.advance(time.Millisecond)
		_, err = b.Login(from(t, "192.0.2.1"), session.LoginInput{Email: email, Password: annPassword})
		require.NoError(t, err)
		requireTooMany(t, 6*time.Second, b.try(email, "192.0.2.1"))
		b.clock.advance(time.Minute)
		for range 10 {
			requireCounted(t, b.try(email, "192.0.2.1"))
		}
		requireTooMany(t, 6*time.Second, b.try(email, "192.0.2.1"))
	})
	t.Run("Address", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), config{})
		for i := range 60 {
			requireCounted(t, b.try(fmt.Sprintf("user%d@example.com", i), "192.0.2.1"))
		}
		requireTooMany(t, time.Second, b.try(email, "192.0.2.1"))
		requireTooMany(t, time.Second, b.try(email, "::ffff:192.0.2.1"))
		requireCounted(t, b.try(email, "192.0.2.2"))
		b.clock.advance(time.Second)
		requireCounted(t, b.try("user0@example.com", "192.0.2.1"))
		requireTooMany(t, time.Second, b.try("user0@example.com", "192.0.2.1"))
	})
	t.Run("Site", func(t *testing.T) { // an IPv6 /64 is one site
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), config{})
		for i := range 60 {
			requireCounted(t, b.try(fmt.Sprintf("user%d@example.com", i), fmt.Sprintf("2001:db8::%x", i)))
		}
		requireTooMany(t, time.Second, b.try(email, "2001:db8:0:0:ffff::1"))
		requireCounted(t, b.try(email, "2001:db8:0:1::1"))
	})
	t.Run("Invalid", func(t *testing.T) { // invalid input is not counted
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), config{})
		for range 20 {
			_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: "weak"})
			requireCode(t, fault.ValidationError, err)
		}
		requireCounted(t, b.try(email, ""))
	})
	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), config{NoRateLimit: true})
		for range 70 {
			requireCounted(t, b.try(email, "192.0.2.1"))
		}
	})
}

// Attempts from all addresses together are limited, except those from addresses where Ann has
// logged in.
func TestLoginLimits_Known(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const most = 5
		b := setup(t, d, config{HashQueue: 1, Logins: session.LoginLimits{PerEmail: most}})
		for _, address := range []string{"203.0.113.7", "2001:db8:0:1::a"} {
			_, err := b.SignIn(from(t, address), b.ann)
			require.NoError(t, err)
		}
		// The queue of hashes is full, so that an attempt that is counted needs no hash.
		release := b.passwords.Pause()
		ctx, leave := context.WithCancel(from(t, "198.51.100.1"))
		last := make(chan error, 1)
		go func() { last <- b.passwords.Pretend(ctx, annPassword) }()
		b.waiting(t, 1)
		defer func() { leave(); <-last; release() }()
		try := func(email, address string) error {
			_, err := b.Login(from(t, address), session.LoginInput{Email: email, Password: annPassword})
			return err
		}
		for _, who := range []string{email, "nobody@example.com"} {
			for i := range most {
				requireCode(t, fault.Unavailable, try(who, fmt.Sprintf("192.0.2.%d", i)))
			}
			requireTooMany(t, 12*time.Second, try(who, "192.0.2.100"))
			requireTooMany(t, 12*time.Second, try(who, "2001:db8:0:2::a"))
		}
		requireTooMany(t, 12*time.Second, try("nobody@example.com", "203.0.113.7"))
		for _, address := range []string{"203.0.113.7", "::ffff:203.0.113.7", "2001:db8:0:1::b"} {
			requireCode(t, fault.Unavailable, try(email, address))
		}
		b.clock.advance(12 * time.Second)
		requireCode(t, fault.Unavailable, try(email, "203.0.113.7")) // is not counted for other addresses
		requireCode(t, fault.Unavailable, try(email, "192.0.2.100"))
		requireTooMany(t, 12*time.Second, try(email, "192.0.2.100"))
		for range 9 {
			requireCode(t, fault.Unavailable, try(email, "203.0.113.7"))
		}
		requireTooMany(t, 6*time.Second, try(email, "203.0.113.7")) // the limit of any address

		b.clock.advance(31 * 24 * time.Hour)
		for i := range most {
			requireCode(t, fault.Unavailable, try(email, fmt.Sprintf("192.0.2.%d", i)))
		}
		requireTooMany(t, 12*time.Second, try(email, "203.0.113.7"))
	})
}

// Attempts with many other e-mails do not reset the limit of an e-mail.
func TestLoginLimits_Crowd(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), config{Logins: session.LoginLimits{PerAddress: 1 << 20}})
	for range 10 {
		requireCounted(t, b.try(email, "192.0.2.1"))
	}
	for i := range 1 << 16 {
		_ = b.try(fmt.Sprintf("%d@example.com", i), "192.0.2.1")
	}
	requireTooMany(t, 6*time.Second, b.try(email, "192.0.2.1"))
}

// from returns the context of a request without a credential from an address.
func from(t *testing.T, address string) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{Address: netip.MustParseAddr(address)}})
}
