package segment_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/segment"
)

func TestOf(t *testing.T) {
	t.Parallel()
	repeat := strings.Repeat
	for name, c := range map[string]struct {
		text     string
		encoding segment.Encoding
		segments int
		left     int
	}{
		"empty":                            {"", segment.GSM, 0, 160},
		"one letter":                       {"a", segment.GSM, 1, 159},
		"full":                             {repeat("a", 160), segment.GSM, 1, 0},
		"one more":                         {repeat("a", 161), segment.GSM, 2, 145},
		"two full":                         {repeat("a", 306), segment.GSM, 2, 0},
		"three":                            {repeat("a", 307), segment.GSM, 3, 152},
		"1,600":                            {repeat("a", 1600), segment.GSM, 11, 83},
		"the whole table":                  {"@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà", segment.GSM, 1, 33},
		"extension counts twice":           {"^{}\\[~]|€\f", segment.GSM, 1, 140},
		"extension full":                   {repeat("€", 80), segment.GSM, 1, 0},
		"extension is not split":           {repeat("a", 152) + "€" + repeat("a", 8), segment.GSM, 2, 143},
		"a letter that GSM does not have":  {"ç", segment.UCS2, 1, 69},
		"capital C with cedilla":           {"Ç", segment.GSM, 1, 159},
		"Portuguese":                       {"Olá, não", segment.UCS2, 1, 62},
		"backtick":                         {"`", segment.UCS2, 1, 69},
		"UCS-2 full":                       {repeat("ж", 70), segment.UCS2, 1, 0},
		"UCS-2 one more":                   {repeat("ж", 71), segment.UCS2, 2, 63},
		"UCS-2 two full":                   {repeat("ж", 134), segment.UCS2, 2, 0},
		"an emoji takes two":               {"👍", segment.UCS2, 1, 68},
		"an emoji is not split":            {repeat("ж", 66) + "👍" + repeat("ж", 3), segment.UCS2, 2, 62},
		"invalid UTF-8 is one character":   {"a\xff", segment.UCS2, 1, 68},
		"a GSM text with one other letter": {repeat("a", 70) + "ж", segment.UCS2, 2, 63},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, segment.Count{Encoding: c.encoding, Segments: c.segments, CharactersLeft: c.left}, segment.Of(c.text))
		})
	}
}
