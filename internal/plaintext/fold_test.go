package plaintext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/firmhub/firmhub/internal/plaintext"
)

func TestText(t *testing.T) {
	t.Parallel()
	for folded, spellings := range map[string][]string{
		"":                  {"", " ", "\t\n", "\u200b", "\u0301", "´"},
		"ana souza":         {"Ana Souza", "  ANA \t souza\n", "ana\u00a0souza", "Ａｎａ Ｓｏｕｚａ", "ana\u200b souza"},
		"jose conceicao":    {"José Conceição", "JOSE\u0301 CONCEIC\u0327A\u0303O"},
		"lukasz":            {"Łukasz", "łukasz"},
		"soren aeroskobing": {"Søren Ærøskøbing"},
		"strasse":           {"Straße", "STRASSE", "STRAẞE"},
		"istanbul":          {"İstanbul", "ISTANBUL", "ıstanbul"},
		"οδυσσευσ":          {"Ὀδυσσεύς", "ΟΔΥΣΣΕΥΣ"},
		"αδησ":              {"ᾅδης", "ΑΔΗΣ"},
		"елкин":             {"Ёлкин", "елкин"},
		"נועה":              {"נוֹעָה"},
		"محمد":              {"مُحَمَّد"},
		"احمد":              {"أحمد"},
		"ガギ":                {"ｶﾞｷﾞ"},
		"がぎ":                {norm.NFD.String("がぎ")},
		"王小明":               {"王小明"},
		"김민준":               {norm.NFD.String("김민준"), "김민준"},
		"office":            {"oﬃce"},
		"a\ufffdb":          {"A\xffB"},
	} {
		for _, spelling := range spellings {
			require.Equal(t, folded, plaintext.Fold(spelling), "%q", spelling)
		}
	}

	t.Run("words of scripts without case stay apart", func(t *testing.T) {
		t.Parallel()
		for _, words := range [][2]string{{"कल", "काल"}, {"मा", "माँ"}, {"คา", "ค้า"}, {"か", "が"}, {"ハハ", "パパ"}} {
			require.NotEqual(t, plaintext.Fold(words[0]), plaintext.Fold(words[1]))
		}
	})

	t.Run("each character folds once and for all", func(t *testing.T) {
		t.Parallel()
		for r := range rune(0x32000) { // all that is assigned, but for planes 14 to 16
			text, alike := plaintext.Fold(string(r)), plaintext.FoldCase(string(r))
			if plaintext.Fold(text) != text || plaintext.FoldCase(alike) != alike {
				require.Failf(t, "folding again changes", "%U: %q, %q", r, text, alike)
			}
		}
	})

	t.Run("a tower of marks is cut", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "a", plaintext.Fold("a"+strings.Repeat("\u0301", 10_000)))
		require.LessOrEqual(t, utf8.RuneCountInString(plaintext.Fold("क"+strings.Repeat("\u094d", 10_000))), 5)
	})
}

func TestCase(t *testing.T) {
	t.Parallel()
	for folded, spellings := range map[string][]string{
		"josé strasse": {" José  STRASSE", "JOSE\u0301 straße"},
		"οδυσσεύσ":     {"ΟΔΥΣΣΕΎΣ", "οδυσσεύς"},
		"łukasz":       {"ŁUKASZ"},
	} {
		for _, spelling := range spellings {
			require.Equal(t, folded, plaintext.FoldCase(spelling), "%q", spelling)
		}
	}
	require.NotEqual(t, plaintext.FoldCase("año"), plaintext.FoldCase("ano"), "accents tell words apart")
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "José", "Łukasz Straße", "ᾅδης", "نُ", "ｶﾞ", "\u0345", "ŉ", "ﷺ", "\xff", "क़्", "a\u034f\u0301", "İ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, folding := range []func(string) string{plaintext.Fold, plaintext.FoldCase} {
			folded := folding(s)
			require.Equal(t, folded, folding(folded), "folding again changes nothing")
			require.Equal(t, folded, strings.Join(strings.Fields(folded), " "))
			require.True(t, utf8.ValidString(folded))
			require.LessOrEqual(t, len(folded), 20*len(s))
			require.Equal(t, folded, folding(" "+s+" "))
			if utf8.ValidString(s) {
				require.Equal(t, folded, folding(norm.NFC.String(s)), "canonical equivalents fold alike")
			}
		}
		require.Equal(t, plaintext.Fold(s), plaintext.Fold(plaintext.FoldCase(s)), "what differs by case alone reads the same")
	})
}

func BenchmarkText(b *testing.B) {
	for _, s := range []string{"Ana Souza", "José Conceição", "王小明"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				plaintext.Fold(s)
			}
		})
	}
}
