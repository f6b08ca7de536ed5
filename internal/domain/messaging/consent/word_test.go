package consent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

func TestWord(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]consent.State{
		"STOP": consent.OptedOut, " stop! ": consent.OptedOut, "*Stop*": consent.OptedOut, "\"stop\",": consent.OptedOut,
		"ＳＴＯＰ": consent.OptedOut, "STOP\u200b": consent.OptedOut, "\ufeffstop": consent.OptedOut, "\u202aSTOP\u202c": consent.OptedOut,
		"stop。": consent.OptedOut, "chega": consent.OptedOut, "Start.": consent.OptedIn,
		"": "", "!": "", "stop it": "", "non-stop": "",
	} {
		_, state, ok := consent.Word(body, []string{"CHEGA!"})
		require.Equal(t, want, state, body)
		require.Equal(t, want != "", ok, body)
	}
}
