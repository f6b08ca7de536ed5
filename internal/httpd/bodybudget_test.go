package httpd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
)

func TestBodyBudget(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		budget := httpd.NewBodyBudget(100, 60, 2)
		for range 3 { // what is released can be had again
			ada, err := budget.Begin("192.0.2.1")
			require.NoError(t, err)
			require.NoError(t, ada.Grow(60))
			bob, err := budget.Begin("192.0.2.2")
			require.NoError(t, err)
			require.NoError(t, bob.Grow(40))
			for range 2 {
				ada.Done()
				bob.Done()
			}
			require.Zero(t, budget.Senders())
		}
	})

	t.Run("ErrTooManyArriving", func(t *testing.T) {
		t.Parallel()
		budget := httpd.NewBodyBudget(100, 60, 2)
		first, err := budget.Begin("2001:db8::1")
		require.NoError(t, err)
		_, err = budget.Begin("2001:db8::2")
		require.NoError(t, err)
		_, err = budget.Begin("2001:db8::3")
		require.True(t, fault.Is(err, fault.TooManyRequests), "one network counts as one sender")
		require.Positive(t, fault.From(err).RetryAfter)
		_, err = budget.Begin("2001:db8:0:1::1")
		require.NoError(t, err)
		first.Done()
		_, err = budget.Begin("2001:db8::3")
		require.NoError(t, err)
	})

	t.Run("ErrShareUsedUp", func(t *testing.T) {
		t.Parallel()
		budget := httpd.NewBodyBudget(100, 60, 2)
		for range 2 {
			body, err := budget.Begin("192.0.2.1")
			require.NoError(t, err)
			err = body.Grow(40)
			if err != nil {
				require.True(t, fault.Is(err, fault.TooManyRequests))
				return
			}
		}
		require.Fail(t, "80 of 60 bytes")
	})

	t.Run("ErrPart", func(t *testing.T) {
		t.Parallel()
		budget := httpd.NewBodyBudget(100, 60, 4)
		begin := func(address string) *httpd.BodyReservation {
			body, err := budget.Begin("192.0.2.0", address)
			require.NoError(t, err)
			return body
		}
		one := begin("192.0.2.1")
		require.NoError(t, one.Grow(30))
		begin("192.0.2.1").Done()
		other := begin("192.0.2.1")
		require.True(t, fault.Is(other.Grow(1), fault.TooManyRequests), "half of the share")
		_, err := budget.Begin("192.0.2.0", "192.0.2.1")
		require.True(t, fault.Is(err, fault.TooManyRequests), "half of those at the same time")
		second := begin("192.0.2.2")
		require.NoError(t, second.Grow(30))
		third := begin("192.0.2.3")
		require.True(t, fault.Is(third.Grow(1), fault.TooManyRequests), "the whole share")
		for _, body := range []*httpd.BodyReservation{one, other, second, third} {
			body.Done()
		}
		require.Zero(t, budget.Senders())
	})

	t.Run("ErrBudgetUsedUp", func(t *testing.T) {
		t.Parallel()
		budget := httpd.NewBodyBudget(100, 60, 2)
		ada, err := budget.Begin("192.0.2.1")
		require.NoError(t, err)
		require.NoError(t, ada.Grow(60))
		bob, err := budget.Begin("192.0.2.2")
		require.NoError(t, err)
		err = bob.Grow(60)
		require.True(t, fault.Is(err, fault.Unavailable))
		require.Positive(t, fault.From(err).RetryAfter)
		ada.Done()
		require.NoError(t, bob.Grow(60))
	})
}
