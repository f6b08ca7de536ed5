package demo

import (
	"strings"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// country is a country in which contacts live. Its lists are written as one text, separated by
// commas.
//
// In patterns # stands for any digit and % for a digit from 1 to 9.
type country struct {
	// name is the name of the country in its own language.
	name string
	// cc is the country calling code.
	cc string
	// women, men and families are names. A name that is not in Latin letters is followed by a colon
	// and its romanization for e-mail addresses. A family name with another form for women is
	// followed by a slash and that form.
	women, men, families string
	// mobiles and landlines are patterns of numbers, as they are written after the country calling
	// code.
	mobiles, landlines string
	// places are towns: name | state or region | pattern of the postal code.
	places string
	// streets are patterns of the first address line, separated by semicolons.
	streets string
}

// name is a person's given or family name.
type name struct {
	woman, man string
	// latin is the form for e-mail addresses: a to z.
	latin string
}

func parseNames(list string) []name {
	names := make([]name, 0)
	for text := range strings.SplitSeq(list, ",") {
		native, latin, romanised := strings.Cut(strings.TrimSpace(text), ":")
		man, woman, gendered := strings.Cut(native, "/")
		if !gendered {
			woman = man
		}
		if !romanised {
			latin = plaintext.Fold(man)
		}
		names = append(names, name{woman: woman, man: man, latin: onlyLetters(latin)})
	}
	return names
}

func onlyLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

// place is a town.
type place struct{ city, state, pinCode string }

func parsePlaces(list string) []place {
	places := make([]place, 0)
	for text := range strings.SplitSeq(list, ",") {
		city, rest, _ := strings.Cut(strings.TrimSpace(text), "|")
		state, pinCode, _ := strings.Cut(rest, "|")
		places = append(places, place{city: city, state: state, pinCode: pinCode})
	}
	return places
}

func parseList(list, separator string) []string {
	items := make([]string, 0)
	for text := range strings.SplitSeq(list, separator) {
		if item := strings.TrimSpace(text); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// land is a [country] with its lists split.
type land struct {
	name, cc                    string
	women, men, families        []name
	mobiles, landlines, streets []string
	places                      []place
}

func (c country) parse() land {
	return land{
		name: c.name, cc: c.cc,
		women: parseNames(c.women), men: parseNames(c.men), families: parseNames(c.families),
		mobiles: parseList(c.mobiles, ","), landlines: parseList(c.landlines, ","), streets: parseList(c.streets, ";"),
		places: parsePlaces(c.places),
	}
}
