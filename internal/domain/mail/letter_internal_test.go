package mail

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Every mail exists in every language, as text and as HTML that shows what people entered as text.
func TestCompose(t *testing.T) {
	t.Parallel()
	of := facts{FirmName: "A<b>\r\nBcc: x@evil.example", Detail: "<i>x</i>", Email: "ana@example.com", Address: "192.0.2.1", At: time.Unix(0, 0).UTC()}
	links := []Notice{resetPassword, verifyEmail, invitation}
	notices := append([]Notice{
		NewSignIn, PasswordChanged, EmailChangeRequested, EmailChanged, FactorAdded, FactorRemoved, RecoveryCodesRenewed,
	}, links...)
	seen := map[string]bool{}
	for _, language := range languages {
		for i, notice := range notices {
			link := ""
			if i >= len(notices)-len(links) {
				link = "https://hub.example.com/console/x?token=abc"
			}
			letter, err := compose("ana@example.com", language, notice, of, link)
			require.NoError(t, err)
			require.NotContains(t, letter.Subject, "\n")
			require.NotContains(t, letter.Subject, "\r")
			require.False(t, seen[letter.Subject], letter.Subject)
			seen[letter.Subject] = true
			require.NotContains(t, letter.HTML, "A<b>")
			require.NotContains(t, letter.HTML, "<i>")
			require.Contains(t, letter.HTML, `<html lang="`+language+`">`)
			if link != "" {
				require.Contains(t, letter.Text, link)
				require.Contains(t, letter.HTML, `<a href="`+link+`"`)
			}
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for accepted, want := range map[string]string{
		"": "en", "pt-BR,pt;q=0.9": "pt", "de, es-AR;q=0.5": "es", "ja": "en", "\x00": "en",
	} {
		require.Equal(t, want, Language(accepted), accepted)
	}
}

func TestParseServer(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"smtp://user:p%40ss@mail.example.com?from=hub@example.com", "smtps://mail.example.com:465?from=hub@example.com",
		"smtp://127.0.0.1:25?tls=off&from=Hub+<hub@example.com>",
	} {
		_, err := ParseServer(text, nil)
		require.NoError(t, err, text)
	}
	for _, text := range []string{
		"", "http://mail.example.com?from=hub@example.com", "smtp://?from=hub@example.com", "smtp://mail.example.com",
		"smtp://mail.example.com?from=x", "smtps://mail.example.com?tls=off&from=hub@example.com",
		"smtp://mail.example.com:0?from=hub@example.com", "smtp://mail.example.com?from=hub@example.com&x=y",
	} {
		_, err := ParseServer(text, nil)
		require.Equal(t, errURL, err, text)
	}
}
