package mail

import "golang.org/x/text/language"

// fallback is the language of a person of whom no other is known.
const fallback = "en"

// languages are the languages of mails.
var languages = []string{fallback, "pt", "es"}

var matcher = language.NewMatcher([]language.Tag{language.English, language.Portuguese, language.Spanish})

// Languages returns the languages that a person can choose.
func Languages() []string { return append([]string(nil), languages...) }

// Language returns the language of mails that suits an Accept-Language header best.
func Language(accepted string) string {
	tags, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(tags) == 0 {
		return fallback
	}
	_, index, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return fallback
	}
	return languages[index]
}
