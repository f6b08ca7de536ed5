package privacy

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestUnescaped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                            "",
		`{"a":"b"}`:                   `{"a":"b"}`,
		`"a\nb\rc\td\be\ff"`:          "\"a\nb\rc\td\be\ff\"",
		`\u003cana@example.com\u003E`: "<ana@example.com>",
		`\"\\n\/`:                     `"\n/`,
		`\ud83d\ude00\u00e9`:          "😀é",
		`\ud83d x \ud83d\n \ude00`:    "\uFFFD x \uFFFD\n \uFFFD",
		`\u12`:                        "u12",
		`\uwxyz\`:                     `uwxyz\`,
	} {
		require.Equal(t, want, unescaped(text), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		encoded, err := json.Marshal(text)
		require.NoError(t, err)
		var decoded string
		require.NoError(t, json.Unmarshal(encoded, &decoded))
		require.Equal(t, `"`+decoded+`"`, unescaped(string(encoded)))
	})
}
