package httpd_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
)

const burst = 200

func from(address string) *viewer.Viewer {
	return &viewer.Viewer{Request: viewer.Request{Address: netip.MustParseAddr(address)}}
}

func user(address string) *viewer.Viewer {
	v := from(address)
	v.Kind, v.UserID = viewer.User, uuid.New()
	return v
}

func TestLimiter(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter, header := httpd.NewLimiter(standardRate), http.Header{}
			caller := from("192.0.2.1")
			require.NoError(t, limiter.Charge(header, caller))
			require.Equal(t, "200", header.Get("RateLimit-Limit"))
			require.Equal(t, "199", header.Get("RateLimit-Remaining"))
			require.Equal(t, "1", header.Get("RateLimit-Reset"))
			for range burst - 1 {
				require.NoError(t, limiter.Charge(header, caller))
			}
			require.Equal(t, "0", header.Get("RateLimit-Remaining"))
			require.Equal(t, "2", header.Get("RateLimit-Reset"))

			time.Sleep(time.Second) //nolint:forbidigo // the bubble's clock
			for range 100 {
				require.NoError(t, limiter.Charge(header, caller))
			}
			require.Error(t, limiter.Charge(header, caller))
		})
	})

	t.Run("TooManyRequests", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter, header := httpd.NewLimiter(standardRate), http.Header{}
			caller := from("192.0.2.1")
			for range burst {
				require.NoError(t, limiter.Charge(header, caller))
			}
			err := limiter.Charge(header, caller)
			require.True(t, fault.Is(err, fault.TooManyRequests))
			require.Positive(t, fault.From(err).RetryAfter)
		})
	})

	t.Run("GivenBack", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter, caller := httpd.NewLimiter(standardRate), from("192.0.2.1")
			for range 2 * burst {
				require.NoError(t, limiter.Allow(caller))
				limiter.GiveBack(caller)
			}
			for range burst {
				require.NoError(t, limiter.Allow(caller))
			}
			require.Error(t, limiter.Allow(caller))
			time.Sleep(time.Hour) //nolint:forbidigo // the bubble's clock
			for range 2 {
				limiter.GiveBack(caller) // more than was taken
			}
			for range burst {
				require.NoError(t, limiter.Allow(caller))
			}
			require.Error(t, limiter.Allow(caller), "a bucket holds a burst at most")
			var none *httpd.Limiter
			none.GiveBack(caller)
		})
	})

	t.Run("CostlyOperation", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter, caller := httpd.NewLimiter(httpd.Rate{PerSecond: 20, Burst: 50}), from("192.0.2.1")
			run := func() error {
				if err := limiter.Charge(http.Header{}, caller); err != nil {
					return err
				}
				return limiter.AllowFurther(caller, 99)
			}
			require.NoError(t, run(), "it takes the whole burst")
			for range 2 {
				time.Sleep(500 * time.Millisecond) //nolint:forbidigo // the bubble's clock
				refused := fault.From(run())
				require.Equal(t, fault.TooManyRequests, refused.Code)
				require.Greater(t, refused.RetryAfter, time.Second)
				require.Contains(t, refused.Message, fmt.Sprintf("Try again in %.0f seconds.", refused.RetryAfter.Seconds()))
			}
			refused := fault.From(run())
			time.Sleep(refused.RetryAfter) //nolint:forbidigo // the bubble's clock
			require.NoError(t, run(), "after as long as it was told to wait")
			refused = fault.From(run())
			require.Equal(t, time.Second, refused.RetryAfter, "only the first call is missing")
			require.Contains(t, refused.Message, "Try again in a second.")

			alone := httpd.NewLimiter(httpd.Rate{PerSecond: 1, Burst: 1})
			require.NoError(t, alone.Charge(http.Header{}, caller))
			require.NoError(t, alone.AllowFurther(caller, 99))
			require.Error(t, alone.Charge(http.Header{}, caller))
		})
	})

	t.Run("EachCallerApart", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter := httpd.NewLimiter(standardRate)
			left := func(v *viewer.Viewer) string {
				header := http.Header{}
				require.NoError(t, limiter.Charge(header, v))
				return header.Get("RateLimit-Remaining")
			}
			ada := user("192.0.2.1")
			require.Equal(t, "199", left(ada))
			require.Equal(t, "199", left(user("192.0.2.1")), "another user at the same address")
			require.Equal(t, "199", left(from("192.0.2.1")), "nobody at the same address")
			require.Equal(t, "199", left(from("192.0.2.2")))
			ada.Request.Address = netip.MustParseAddr("198.51.100.4")
			require.Equal(t, "198", left(ada), "the same user elsewhere")
			require.Equal(t, "199", left(from("2001:db8::1")))
			require.Equal(t, "198", left(from("2001:db8::2")), "the same IPv6 network")
			require.Equal(t, "199", left(from("2001:db8:0:1::1")))

			shop := from("192.0.2.2")
			shop.Kind, shop.APIClientID = viewer.APIClient, uuid.New()
			require.Equal(t, "199", left(shop))
			shop.Request.Address = netip.MustParseAddr("192.0.2.1")
			require.Equal(t, "198", left(shop), "the same key elsewhere")
			shop.Refused = fault.New(fault.Forbidden, "No.")
			require.Equal(t, "198", left(shop), "a key that is good for nothing counts for its address")
		})
	})

	t.Run("ForgetsFullBuckets", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter, busy := httpd.NewLimiter(standardRate), user("192.0.2.1")
			const most = 1 << 16
			for range 1000 {
				require.NoError(t, limiter.Allow(user("192.0.2.1")))
			}
			for range burst {
				require.NoError(t, limiter.Allow(busy))
			}
			for range 10 { // No more comes in meanwhile than is taken, so the bucket stays empty.
				time.Sleep(time.Second) //nolint:forbidigo // the bubble's clock
				for range 100 {
					require.NoError(t, limiter.Allow(busy))
				}
				require.Error(t, limiter.Allow(busy))
			}
			require.Equal(t, 1, limiter.Len(), "the others have been idle")
			for range 2 * most {
				require.NoError(t, limiter.Allow(user("192.0.2.1")))
			}
			require.LessOrEqual(t, limiter.Len(), most)
		})
	})

	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		header := http.Header{}
		for range burst + 1 {
			require.NoError(t, (*httpd.Limiter)(nil).Charge(header, from("192.0.2.1")))
		}
		require.Empty(t, header)
	})
}
