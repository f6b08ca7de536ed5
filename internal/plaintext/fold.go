package plaintext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// FoldCase folds case: "  José  STRASSE " and "josé straße" become "josé strasse".
func FoldCase(s string) string { return folded(s, false) }

// Fold folds case and accents: it returns the same text for texts that differ only in these.
// "  José  ŁUKASZ " becomes "jose lukasz". It keeps vowel signs, tones and voicing marks, which
// distinguish words in scripts without case (Devanagari, Thai, kana …). It drops the optional
// points of Hebrew and Arabic.
func Fold(s string) string { return folded(s, true) }

func folded(s string, accents bool) string {
	if folded, ok := ascii(s); ok {
		return folded
	}
	s = norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(norm.NFC.String(letters(s, accents))), " ")
}

// ascii folds text that has only ASCII characters, much faster than letters does.
func ascii(s string) (folded string, ok bool) {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			return "", false
		case c == ' ' || '\t' <= c && c <= '\r':
			space = true
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteByte(c)
	}
	return b.String(), true
}

// maxMarks is how many marks of one letter are kept; no orthography needs more.
const maxMarks = 4

// letters folds the case of decomposed text and drops invisible characters and, if asked, accents.
func letters(decomposed string, dropAccents bool) string {
	var b strings.Builder
	b.Grow(len(decomposed))
	marks := 0
	for _, r := range decomposed {
		if isInvisible(r) {
			continue
		}
		if class := combiningClass(r); class != 0 {
			if marks == maxMarks || dropAccents && isAccent(class) {
				continue
			}
			marks++
			b.WriteRune(r)
			continue
		}
		marks = 0
		r = lower(r)
		switch plain := strokes[r]; {
		case r == 'ß':
			b.WriteString("ss")
		case dropAccents && plain != "":
			b.WriteString(plain)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// lower converts to upper case first, which maps σ and ς to the same letter. Some foldings lengthen
// text; after decomposition only that of ß does. cases.Fold of x/text does the same, but is not
// idempotent for Cherokee.
func lower(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

func combiningClass(r rune) uint8 {
	if r < 0x300 {
		return 0
	}
	return norm.NFD.PropertiesString(string(r)).CCC()
}

// isAccent reports whether people leave out a mark when they type. It decides by the canonical
// combining class of the mark: overlays (1), the points of Hebrew and Arabic (10 to 36), and marks
// placed around a letter (200 and above). Nuktas, kana voicing, viramas, and the vowels and tones
// of Thai, Lao and Tibetan have the classes between.
func isAccent(class uint8) bool {
	return class == 1 || 10 <= class && class <= 36 || class >= 200
}

// isInvisible reports whether a character only affects layout: joiners, direction marks, variation
// selectors, the soft hyphen.
func isInvisible(r rune) bool {
	if r < 0x80 {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// strokes are letters that Unicode does not decompose, although people type them without the stroke
// or as two letters.
var strokes = map[rune]string{
	'æ': "ae", 'đ': "d", 'ð': "d", 'ħ': "h", 'ł': "l", 'ø': "o", 'œ': "oe", 'þ': "th", 'ŧ': "t",
}

// Words returns the different words of a text, folded by [Fold], in the order of their first use.
func Words(s string) []string {
	all := strings.Fields(Fold(s))
	different := all[:0]
	for _, word := range all {
		if !slices.Contains(different, word) {
			different = append(different, word)
		}
	}
	return different
}
