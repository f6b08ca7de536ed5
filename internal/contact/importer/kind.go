package importer

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/line"
)

// kinds are the types of phones, e-mails and addresses that words mean, in English, Portuguese and Spanish, as word makes them. Other
// words mean 0.
var kinds = values(map[string]map[field]int{
	"mobile cell cellphone mobilephone celular telemovel movel movil": {phoneType: 1},
	"work office business trabalho comercial empresa escritorio profissional trabajo oficina profesional": { //nolint:misspell // Portuguese
		phoneType: 2, emailType: 2, addressType: 2,
	},
	"home house personal private casa residencial residencia pessoal particular hogar domicilio": { //nolint:misspell // Portuguese
		phoneType: 3, emailType: 1, addressType: 1,
	},
	"billing invoice cobranca faturamento faturacao facturacion": {addressType: 3},
})

// kind returns the type of a phone, e-mail or address, which is a number or a word. Nil is the default. Google's export has an asterisk
// before the type of the primary one.
func (p *parser) kind(r *row, cells []string, of field, column int) *int {
	if column < 0 {
		return nil
	}
	text := line.Trim(cells[column])
	number, err := strconv.Atoi(text)
	switch {
	case err == nil || errors.Is(err, strconv.ErrRange): // which the contact refuses
		return &number
	case strings.ContainsFunc(text, unicode.IsDigit) && !strings.ContainsFunc(text, unicode.IsLetter):
		r.reject(strings.TrimSpace(p.header[column]), "must be a whole number or a word")
		return nil
	}
	if known, ok := kinds[word(text)][of]; ok {
		return &known
	}
	return nil
}
