package importer

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	entcontact "github.com/firmhub/firmhub/ent/contact"
)

// The spellings of genders, as word returns them. Letters with different meanings in different
// languages are in genderLetters.
var genders = values(map[string]entcontact.Gender{
	"male man masculino homem hombre h mannlich mann masculin homme maschio maschile uomo " +
		"mr mister herr monsieur sr senor senhor sig signor signore": entcontact.GenderMale,
	"female f woman feminino femenino mulher mujer weiblich w frau feminin femme femmina femminile donna " +
		"mrs ms miss mme madame mlle mademoiselle fraulein sra srta senora senorita senhora sigra signora": entcontact.GenderFemale,
	"other o outro outra otro otra divers autre altro": entcontact.GenderOther,
})

// genderLetters are the genders that letters mean under a heading. M is masculino or mujer in
// Spanish, D divers or donna.
var genderLetters = values(map[string]map[string]entcontact.Gender{
	"gender sex sexe genre civilite salutation": {"m": entcontact.GenderMale},
	"geschlecht geschl anrede":                  {"m": entcontact.GenderMale, "d": entcontact.GenderOther},
	"sesso genere":                              {"m": entcontact.GenderMale, "u": entcontact.GenderMale, "d": entcontact.GenderFemale},
})

// portuguese are headings that only files in Portuguese have.
var portuguese = values(map[string]bool{
	"nome nomecompleto primeironome sobrenome telefone telemovel endereco morada cidade aniversario observacoes": true,
})

// lettersOf returns the genders that letters mean in a column. Sexo and Género are Spanish, unless
// they or other headings are Portuguese.
func lettersOf(header []string, column int) map[string]entcontact.Gender {
	heading := word(header[column])
	if letters, ok := genderLetters[heading]; ok {
		return letters
	}
	isPortuguese := func(name string) bool { return portuguese[word(name)] }
	if heading == "genero" && strings.ContainsAny(norm.NFC.String(header[column]), "êÊ") ||
		(heading == "genero" || heading == "sexo") && slices.ContainsFunc(header, isPortuguese) {
		return genderLetters["gender"]
	}
	return nil
}

// gender returns the gender of a row, and nil for a text that means none.
func (p *parser) gender(cells []string) *entcontact.Gender {
	text := word(p.cell(cells, gender))
	if found, ok := genders[text]; ok {
		return &found
	}
	if found, ok := p.letters[text]; ok {
		return &found
	}
	return nil
}
