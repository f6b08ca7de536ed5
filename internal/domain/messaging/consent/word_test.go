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

func TestWordWithEmoji(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"STOP ✖️", "Stop ‼️", "STOP ☹️", "stop ❤️", "STOP 🙅‍♀️", "⚠️ STOP", "⚠️✖️ STOP ✖️❤️", "STOP 🛑", "STOP 👎🏽",
	} {
		word, state, ok := consent.Word(body, nil)
		require.True(t, ok, body)
		require.Equal(t, consent.OptedOut, state, body)
		require.Equal(t, "STOP", word, body)
	}
}

func TestOwnWord(t *testing.T) {
	t.Parallel()
	for _, of := range []struct{ own, body string }{
		{"IPTAL", "İptal"},
		{"İPTAL", "iptal"},
		{"IPTAL", "ıptal"},
		{"ΔΙΑΓΡΑΦΗ", "διαγραφή"},
		{"ΣΤΟΠΟΣ", "στόπος"},
		{"CANCELACIÓN", "cancelacion"},
		{"CANCELACION", "Cancelación ✖️"},
		{"NÃO", "nao"},
		{"إلغاء", "الغاء"},
		{"NO MORE", "no  more"},
		{"SCHLUSS", "schluß"},
		{"CHEGA!", "chega"},
	} {
		word, state, ok := consent.Word(of.body, []string{"BASTA", of.own})
		require.True(t, ok, of)
		require.Equal(t, consent.OptedOut, state, of)
		require.Equal(t, of.own, word, of)
	}
	for _, of := range []struct{ own, body string }{{"DỪNG", "Đúng"}, {"DỪNG", "Dũng"}, {"PARE", "Para"}} {
		_, _, ok := consent.Word(of.body, []string{of.own})
		require.False(t, ok, of)
	}
	_, _, ok := consent.Word("✖️", []string{"🛑"})
	require.False(t, ok, "a symbol alone is no word")
}
