package auth_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// try guesses a password from an address ("" is unknown). The caller is gone before the database is asked: the try
// counts all the same, and costs the test no hash.
func (b *bundle) try(email, address string) error {
	var request viewer.Request
	if address != "" {
		request.Address = netip.MustParseAddr(address)
	}
	ctx, leave := context.WithCancel(viewer.NewContext(b.across, &viewer.Viewer{Request: request}))
	leave()
	_, err := b.Login(ctx, auth.LoginInput{Email: email, Password: password})
	return err
}

func requireTooMany(t *testing.T, wait time.Duration, err error) {
	t.Helper()
	after := "1 second"
	if wait > time.Second {
		after = fmt.Sprintf("%.0f seconds", wait.Seconds())
	}
	requireRefusal(t, err, fault.TooManyRequests, "Too many tries. Try again in "+after+".")
	require.Contains(t, []int{10, 60}, fault.From(err).Limit)
	require.Equal(t, wait, fault.From(err).RetryAfter)
}

func requireCounted(t *testing.T, err error) {
	t.Helper()
	require.ErrorIs(t, err, context.Canceled)
}

func TestLoginLimits(t *testing.T) {
	t.Parallel()
	t.Run("Email", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), auth.Config{})
		for range 5 {
			requireCounted(t, b.try("ann@example.com", ""))
			requireCounted(t, b.try(" ANN@example.COM", "192.0.2.1")) // the same, from wherever
		}
		requireTooMany(t, 6*time.Second, b.try(email, ""))
		_, err := b.Login(t.Context(), auth.LoginInput{Email: email, Password: password})
		requireTooMany(t, 6*time.Second, err) // the right password too
		requireCounted(t, b.try("bob@example.com", ""))

		b.clock.advance(6*time.Second - time.Millisecond)
		requireTooMany(t, time.Millisecond, b.try(email, ""))
		b.clock.advance(time.Millisecond)
		_, err = b.Login(t.Context(), auth.LoginInput{Email: email, Password: password})
		require.NoError(t, err)
		requireTooMany(t, 6*time.Second, b.try(email, ""))
		b.clock.advance(time.Minute)
		for range 10 {
			requireCounted(t, b.try(email, ""))
		}
		requireTooMany(t, 6*time.Second, b.try(email, ""))
	})
	t.Run("Address", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), auth.Config{})
		for i := range 60 {
			requireCounted(t, b.try(fmt.Sprintf("user%d@example.com", i), "192.0.2.1"))
		}
		for range 20 { // these don't use up what Ann has
			requireTooMany(t, time.Second, b.try(email, "192.0.2.1"))
			requireTooMany(t, time.Second, b.try(email, "::ffff:192.0.2.1"))
		}
		for range 10 {
			requireCounted(t, b.try(email, "192.0.2.2"))
		}
		requireTooMany(t, 6*time.Second, b.try(email, "192.0.2.2"))
		b.clock.advance(time.Second)
		requireCounted(t, b.try("user0@example.com", "192.0.2.1"))
		requireTooMany(t, time.Second, b.try("user0@example.com", "192.0.2.1"))
	})
	t.Run("Site", func(t *testing.T) { // all of an IPv6 /64 is one customer
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), auth.Config{})
		for i := range 60 {
			requireCounted(t, b.try(fmt.Sprintf("user%d@example.com", i), fmt.Sprintf("2001:db8::%x", i)))
		}
		requireTooMany(t, time.Second, b.try(email, "2001:db8:0:0:ffff::1"))
		requireCounted(t, b.try(email, "2001:db8:0:1::1"))
	})
	t.Run("Invalid", func(t *testing.T) { // what can't be a log-in isn't counted
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), auth.Config{})
		for range 20 {
			_, err := b.Login(t.Context(), auth.LoginInput{Email: email, Password: "weak"})
			requireCode(t, fault.ValidationError, err)
		}
		requireCounted(t, b.try(email, ""))
	})
	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		b := setup(t, dbtest.Open(t, db.SQLite), auth.Config{NoRateLimit: true})
		for range 70 {
			requireCounted(t, b.try(email, "192.0.2.1"))
		}
	})
}
