package consent

import (
	"slices"
	"strings"
)

// stops and starts are the words by which people end marketing messages and get them again. They
// are those of the carriers, of WhatsApp, and of Portuguese and Spanish.
var (
	stops = []string{
		"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "PARE", "PARAR", "SAIR", "BAJA", "ALTO",
	}
	starts = []string{"START", "UNSTOP", "YES"}
)

// Word returns the state that a message asks for, if it is one of the known words alone, in any
// case, or one of the firm's own words to opt out, which are in capitals. Spaces around it and a
// full stop or exclamation mark after it don't matter.
func Word(body string, own []string) (word string, state State, ok bool) {
	word = strings.ToUpper(strings.TrimSpace(strings.TrimRight(strings.TrimSpace(body), ".!")))
	switch {
	case slices.Contains(stops, word), slices.Contains(own, word):
		return word, OptedOut, true
	case slices.Contains(starts, word):
		return word, OptedIn, true
	}
	return "", "", false
}
