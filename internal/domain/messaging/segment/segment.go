// Package segment counts the segments of text messages. A text whose characters are all in GSM
// 03.38 is encoded in 7 bits a character, else in UCS-2 of 16 bits. A message of one segment has
// 140 bytes. Of several, each gives 6 bytes to a header that joins them.
package segment

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how a text is encoded.
type Encoding string

// The encodings.
const (
	GSM  Encoding = "Gsm"
	UCS2 Encoding = "Ucs2"
)

// The number of units in a message of one segment, and in each segment of a longer one.
const (
	oneGSM, eachGSM   = 160, 153
	oneUCS2, eachUCS2 = 70, 67
)

// Text is a text to count.
type Text struct{ Body string }

// Count is the number of segments of a text.
type Count struct {
	Encoding Encoding `json:"encoding"`
	Segments int      `json:"segments"`
	// CharactersLeft is how many more units the last segment has room for. Characters of the
	// extension table and those outside the basic plane of Unicode take two.
	CharactersLeft int `json:"charactersLeft"`
}

// Of counts the segments of a text. An empty one has none.
func Of(text string) Count {
	if isGSM(text) {
		return count(text, GSM, oneGSM, eachGSM, unitsGSM)
	}
	return count(text, UCS2, oneUCS2, eachUCS2, unitsUCS2)
}

// count fills the segments. A character of two units is never split between two segments.
func count(text string, encoding Encoding, one, each int, units func(rune) int) Count {
	total := 0
	for _, r := range text {
		total += units(r)
	}
	switch {
	case total == 0:
		return Count{Encoding: encoding, CharactersLeft: one}
	case total <= one:
		return Count{Encoding: encoding, Segments: 1, CharactersLeft: one - total}
	}
	segments, used := 1, 0
	for _, r := range text {
		n := units(r)
		if used+n > each {
			segments, used = segments+1, 0
		}
		used += n
	}
	return Count{Encoding: encoding, Segments: segments, CharactersLeft: each - used}
}

// The tables of GSM 03.38 (3GPP TS 23.038, section 6.2.1). A character of the extension table is
// written after an escape character.
const (
	basic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
		"¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	extension = "\f^{}\\[~]|€"
)

// gsm has the number of units of each character of GSM 03.38.
var gsm = table()

func table() map[rune]int {
	units := make(map[rune]int, utf8.RuneCountInString(basic)+utf8.RuneCountInString(extension))
	for _, r := range basic {
		units[r] = 1
	}
	for _, r := range extension {
		units[r] = 2
	}
	return units
}

func isGSM(text string) bool {
	for _, r := range text {
		if gsm[r] == 0 {
			return false
		}
	}
	return true
}

func unitsGSM(r rune) int { return gsm[r] }

func unitsUCS2(r rune) int {
	if n := utf16.RuneLen(r); n > 0 {
		return n
	}
	return 1 // it is sent as the replacement character
}
