package file

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxName is the length of the longest name, in bytes.
	maxName = 255
	// maxExtension is the length of the longest extension that a name keeps when it is cut.
	maxExtension = 16
)

// cleanName returns a name that can be shown and saved anywhere: without folders, control characters, and characters that
// are not seen or change the direction of the text. Where nothing is left it is "file".
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimFunc(name, unicode.IsSpace)
	name = strings.TrimRight(name, ". ")
	if len(name) > maxName {
		extension := path.Ext(name)
		if len(extension) > maxExtension {
			extension = ""
		}
		name = cut(strings.TrimSuffix(name, extension), maxName-len(extension)) + extension
	}
	if name == "" {
		return "file"
	}
	return name
}

// cut returns at most limit bytes of a text, whole characters only.
func cut(text string, limit int) string {
	for limit > 0 && limit < len(text) && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:min(limit, len(text))]
}
