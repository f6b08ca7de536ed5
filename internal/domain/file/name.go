package file

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxName is the maximum length of a name in bytes.
	maxName = 255
	// maxExtension is the maximum length of an extension that is kept when a name is cut.
	maxExtension = 16
)

// CleanName returns a name that can be shown and saved anywhere: without folders, control
// characters, invisible characters, and characters that change the direction of the text. If
// nothing is left it returns "file".
func CleanName(name string) string {
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

// cut returns at most limit bytes of a text, in whole characters.
func cut(text string, limit int) string {
	for limit > 0 && limit < len(text) && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:min(limit, len(text))]
}
