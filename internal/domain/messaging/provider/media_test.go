package provider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

func TestLimitsOf(t *testing.T) {
	t.Parallel()
	for _, each := range []struct {
		kind        provider.Kind
		contentType string
		want        int
	}{
		{provider.WhatsApp, "image/png", 5 << 20},
		{provider.WhatsApp, "video/mp4", 16 << 20},
		{provider.WhatsApp, "audio/ogg; codecs=opus", 16 << 20},
		{provider.WhatsApp, "application/pdf", 100 << 20},
		{provider.WhatsApp, "", 100 << 20},
		{provider.Email, "image/png", 15 << 20},
		{provider.SMS, "text/plain", 5_000_000},
		{provider.Sandbox, "video/mp4", provider.MaxMedia},
	} {
		require.Equal(t, each.want, provider.LimitsOf(each.kind).Of(each.contentType), "%s by %s", each.contentType, each.kind)
	}
}
