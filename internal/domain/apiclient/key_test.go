package apiclient_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/apiclient"
)

// form is the pattern for secret scanners.
var form = regexp.MustCompile(`^fh_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`)

func TestCredential(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		made := apiclient.NewCredential("")
		text := made.Text()
		require.Regexp(t, form, text)
		parsed, ok := apiclient.Parse(text)
		require.True(t, ok)
		require.True(t, made == parsed) //nolint:testifylint // Equal would print a secret, or rather nothing.
		require.Equal(t, sha256.Sum256([]byte(made.Secret)), parsed.Hash())
		again := apiclient.NewCredential(made.ID)
		require.Equal(t, made.ID, again.ID)
		require.NotEqual(t, made.Secret, again.Secret)
	})
	t.Run("OKChecksum", func(t *testing.T) {
		t.Parallel()
		text := apiclient.NewCredential("").Text()
		body, sum := text[:59], 0
		for _, digit := range text[60:] {
			sum = sum*62 + strings.IndexRune(base62, digit)
		}
		require.Equal(t, int(crc32.ChecksumIEEE([]byte(body))), sum)
	})
	t.Run("OKEveryDigitEverywhere", func(t *testing.T) {
		t.Parallel()
		var counts [128]int
		const keys = 5000
		for range keys {
			for _, c := range []byte(apiclient.NewCredential("").Secret) {
				counts[c]++
			}
		}
		expected := float64(keys*43) / 62
		for _, digit := range base62 {
			require.InEpsilon(t, expected, counts[digit], 0.15, "%c", digit) // the standard deviation is 0.017
		}
	})
	t.Run("ErrTypo", func(t *testing.T) {
		t.Parallel()
		text := apiclient.NewCredential("").Text()
		for i := range text {
			for _, c := range []byte("0Az_-é \x00") {
				if changed := text[:i] + string(rune(c)) + text[i+1:]; changed != text {
					_, ok := apiclient.Parse(changed)
					require.False(t, ok, "%d %q", i, c)
				}
			}
			if i > 0 && text[i] != text[i-1] {
				_, ok := apiclient.Parse(text[:i-1] + text[i:i+1] + text[i-1:i] + text[i+1:])
				require.False(t, ok, "swapped at %d", i)
			}
		}
		for _, changed := range []string{
			"", "fh_", text[1:], text[:len(text)-1], text + "0", " " + text, text + "\n", strings.ToUpper(text), strings.ToLower(text),
			strings.ReplaceAll(text, "_", "-"), "gh" + text[2:],
		} {
			_, ok := apiclient.Parse(changed)
			require.False(t, ok, changed)
		}
	})
}

func TestSecretsStayOutOfLogs(t *testing.T) {
	t.Parallel()
	credential := apiclient.NewCredential("")
	key := apiclient.Key{APIKey: credential.Text(), Client: apiclient.Client{Name: "shop"}}
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("made", "credential", credential, "key", key, "pointer", &key, "nested", map[string]any{"key": key, "c": &credential})
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "credential", credential, "key", key, "pointer", &key, "list", []any{credential})
	encoded, err := json.Marshal([]any{credential, key, &key})
	require.NoError(t, err)
	log.Write(encoded)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&log, verb, credential)
		fmt.Fprintf(&log, verb, key)
		fmt.Fprintf(&log, verb, &key)
		fmt.Fprintf(&log, verb, []any{&credential, key})
	}
	require.NotContains(t, log.String(), credential.Secret)
	require.NotContains(t, log.String(), credential.ID)
	require.NotContains(t, log.String(), fmt.Sprintf("%x", credential.Secret))
}

func BenchmarkParse(b *testing.B) {
	text := apiclient.NewCredential("").Text()
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := apiclient.Parse(text); !ok {
			b.Fatal("refused")
		}
	}
}
