package importer

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// kinds are the types of phones, e-mail addresses and addresses by words in English, Portuguese,
// Spanish, French, Italian and German, as word returns them. Other words mean 0.
var kinds = values(map[string]map[field]int{
	"mobile cell cellphone mobilephone celular telemovel movel movil portable cellulare handy mobil": {phoneType: 1},
	"work office business trabalho dotrabalho comercial doenderecocomercial empresa daempresa escritorio " +
		"profissional " + //nolint:misspell // Portuguese
		"profesional trabajo deltrabajo detrabajo oficina " +
		"bureau professionnel pro travail ufficio uff lavoro geschaftlich arbeit buro dienstlich": {
		phoneType: 2, emailType: 2, addressType: 2,
	},
	"home house personal private casa residencial residencia pessoal " + //nolint:misspell // Portuguese
		"doenderecoresidencial daresidencia deresidencia particular hogar domicilio deldomicilio " +
		"dedomicilio domicile personnel personnelle perso abitazione ab privato privat": {
		phoneType: 3, emailType: 1, addressType: 1,
	},
	"billing invoice cobranca faturamento faturacao facturacion facturation fatturazione rechnung": {addressType: 3},
	"other outro outra dooutroendereco otro otra autre altro altra altri weitere weiterer weiteres weiteresr weiterese andere": {
		phoneType: 0, emailType: 0, addressType: 0,
	},
})

// kind returns the type of a phone, e-mail address or address. The text is a number or a word. Nil
// is the default, which is the type in the name of the column. Google's export has an asterisk
// before the type of the primary one.
func (p *parser) kind(r *row, cells []string, of field, column, byDefault int) *int {
	if column < 0 || plaintext.IsBlank(cells[column]) {
		return given(byDefault)
	}
	text := plaintext.Trim(cells[column])
	number, err := strconv.Atoi(text)
	switch {
	case err == nil || errors.Is(err, strconv.ErrRange): // which the contact refuses
		return &number
	case strings.ContainsFunc(text, unicode.IsDigit) && !strings.ContainsFunc(text, unicode.IsLetter):
		r.skip(column, "must be a whole number or a word")
		return given(byDefault)
	}
	if known, ok := kinds[word(text)][of]; ok {
		return &known
	}
	return given(byDefault)
}

// given returns nil for the type 0, which is the default.
func given(kind int) *int {
	if kind == 0 {
		return nil
	}
	return &kind
}
