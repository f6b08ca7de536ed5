package webhook_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// The example is that of the tests of the official libraries of Standard Webhooks.
func TestSign(t *testing.T) {
	t.Parallel()
	header := http.Header{}
	err := webhook.Sign(header, []string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "msg_p5jXN8AQM9LWM0D4loKWxJek",
		time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	require.NoError(t, err)
	require.Equal(t, "1614265330", header.Get("webhook-timestamp"))
	require.Equal(t, "msg_p5jXN8AQM9LWM0D4loKWxJek", header.Get("webhook-id"))
	require.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", header.Get("webhook-signature"))

	require.NoError(t, webhook.Sign(header, []string{"whsec_bmV3", "whsec_b2xk"}, "id", time.Now(), nil))
	require.Regexp(t, `^v1,[^ ]{44} v1,[^ ]{44}$`, header.Get("webhook-signature"))
	require.Error(t, webhook.Sign(header, []string{"whsec_no base64"}, "id", time.Now(), nil))
}
