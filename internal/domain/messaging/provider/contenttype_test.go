package provider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

func TestMedia_HeaderType(t *testing.T) {
	t.Parallel()
	const unknown = "application/octet-stream"
	for text, want := range map[string]string{
		"image/png": "image/png", "Text/Plain; charset=UTF-8": "text/plain; charset=UTF-8", `a/b; c="d e"`: `a/b; c="d e"`,
		"": unknown, "text": unknown, "a/b/c": unknown, "text/plain\r\nBcc: a@b.example": unknown, "a/b; c=\"d\r\nX: y\"": unknown, "a/b;c": unknown,
		"text/plain\n": "text/plain",
	} {
		require.Equal(t, want, provider.Media{ContentType: text}.HeaderType(), "%q", text)
	}
}
