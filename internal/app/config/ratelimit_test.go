package config_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestRateLimits(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for text, want := range map[string][]int{
			"on":                           {100, 200, 10, 60, 100},
			"off":                          {100, 200, 10, 60, 100},
			"calls=7/9":                    {7, 9, 10, 60, 100},
			"login=1/2/3":                  {100, 200, 1, 2, 3},
			"calls=50/60,login=4/5/6":      {50, 60, 4, 5, 6},
			"login=4/5/6, calls=1/1000000": {1, 1_000_000, 4, 5, 6},
		} {
			limits, err := config.Config{RateLimit: text}.RateLimits()
			require.NoError(t, err, text)
			logins := limits.Logins
			got := []int{
				limits.Calls.PerSecond, limits.Calls.Burst, logins.PerEmailAndAddress, logins.PerAddress, logins.PerEmail,
			}
			require.Equal(t, want, got, text)
			require.Equal(t, text == "off", limits.Off, text)
		}
	})

	t.Run("Err", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{
			"no", "ON", "calls", "calls=", "calls=1", "calls=1/2/3", "calls=0/2", "calls=1/-2", "calls=1/x", "login=1/2",
			"calls=1/2,", "calls=1/2,calls=1/2", "calls=1/1000001", "on,off", "speed=1",
		} {
			err := config.Config{RateLimit: text}.Validate()
			require.ErrorAs(t, err, new(*config.Error), text)
			require.ErrorContains(t, err, "FIRMHUB_RATE_LIMIT must be on, off or limits such as calls=100/200,login=10/60/100")
		}
	})

	t.Run("Counted", func(t *testing.T) {
		t.Parallel()
		a := firmhubtest.New(t, db.SQLite, func(c *config.Config) { c.RateLimit = "calls=1/3" })
		for range 3 {
			answer := a.REST(http.MethodGet, "/api/v1/auth/me", "", nil)
			require.Equal(t, http.StatusUnauthorized, answer.Status)
			require.Equal(t, "3", answer.Header.Get("RateLimit-Limit"))
		}
		answer := a.REST(http.MethodGet, "/api/v1/auth/me", "", nil)
		require.Equal(t, http.StatusTooManyRequests, answer.Status)
		require.Contains(t, string(answer.Body), "1 a second")
	})
}
