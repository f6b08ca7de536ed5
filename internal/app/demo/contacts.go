package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

// FillContacts creates n contacts of the mix in the viewer's firm, all or none; see [Mix.Contacts].
func FillContacts(ctx context.Context, d *db.DB, mix Mix, n int) error {
	if _, err := contact.CreateMany(ctx, d, mix.Contacts(1, n)); err != nil {
		return fmt.Errorf("demo contacts: %w", err)
	}
	return nil
}

// Contacts returns n made-up contacts of [World]; see [Mix.Contacts].
func Contacts(seed uint64, n int) []contact.CreateInput { return World.Contacts(seed, n) }

// Contacts returns n made-up contacts: people with names in their own scripts, telephone numbers
// that are valid in their countries, and e-mail addresses that reach nobody. The same seed returns
// the same contacts. No two share a mobile number or an e-mail address; colleagues may share a
// landline.
func (m Mix) Contacts(seed uint64, n int) []contact.CreateInput {
	maker := newMaker(m, seed)
	contacts := make([]contact.CreateInput, n)
	for i := range contacts {
		contacts[i] = maker.person()
	}
	return contacts
}

// answering returns the contact whose number the sandbox answers from.
func answering() contact.CreateInput {
	return contact.CreateInput{
		FirstName: "Ada", LastName: "Sandbox", Tags: []string{"Sandbox"},
		Phones: []contact.PhoneInput{{Phone: "+15005550009", Type: new(mobile), IsPrimary: new(true)}},
	}
}

// maker makes up people.
type maker struct {
	*rand.Rand

	origins []land
	tags    []string
	// taken are the numbers and e-mail addresses already used.
	taken map[string]bool
}

func newMaker(mix Mix, seed uint64) *maker {
	m := &maker{
		Rand:  rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // not meant to be unpredictable
		tags:  mix.tags(),
		taken: make(map[string]bool),
	}
	lands := make(map[string]land)
	for code := range strings.FieldsSeq(mix.countries()) {
		if _, parsed := lands[code]; !parsed {
			origin, found := latin[code]
			if !found {
				origin = others[code]
			}
			lands[code] = origin.parse()
		}
		m.origins = append(m.origins, lands[code])
	}
	return m
}

func (m *maker) person() contact.CreateInput {
	origin := pick(m, m.origins)
	given, family, gender := pick(m, origin.women), pick(m, origin.families), entcontact.GenderFemale
	in := contact.CreateInput{FirstName: given.woman, LastName: family.woman}
	if m.chance(50) {
		given, gender = pick(m, origin.men), entcontact.GenderMale
		in = contact.CreateInput{FirstName: given.man, LastName: family.man}
	}
	switch {
	case m.chance(2):
		in.Gender = new(entcontact.GenderOther)
	case m.chance(80):
		in.Gender = &gender
	}
	if m.chance(4) {
		in.IsActive = new(false)
	}
	in.Phones = m.phones(origin)
	in.Emails = m.emails(given.latin, family.latin)
	in.Addresses = m.addresses(origin)
	for i, tag := range m.tags {
		if m.chance(40 / (i + 1)) {
			in.Tags = append(in.Tags, tag)
		}
	}
	return in
}

// The kinds of phones, e-mails and addresses.
const (
	mobile, personal, home = 1, 1, 1
	work                   = 2
)

func (m *maker) phones(of land) []contact.PhoneInput {
	if m.chance(4) {
		return nil
	}
	number := m.untaken(func(int) string { return of.cc + " " + m.digits(pick(m, of.mobiles)) })
	phones := []contact.PhoneInput{m.written(number, mobile)}
	if m.chance(15) && len(of.landlines) > 0 {
		phones = append(phones, m.written(of.cc+" "+m.digits(pick(m, of.landlines)), work))
	}
	phones[m.IntN(len(phones))].IsPrimary = new(true)
	return phones
}

// written returns a number in one of the notations that people use.
func (m *maker) written(number string, kind int) contact.PhoneInput {
	cc, national, _ := strings.Cut(number, " ")
	switch {
	case m.chance(30):
		return contact.PhoneInput{Phone: number, Type: &kind}
	case m.chance(20):
		national = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "").Replace(national)
	}
	return contact.PhoneInput{Phone: national, PhoneCC: cc, Type: &kind}
}

func (m *maker) emails(given, family string) []contact.EmailInput {
	if m.chance(12) {
		return nil
	}
	emails := []contact.EmailInput{{Email: m.email(given, family, "example.com", "example.org"), Type: new(personal)}}
	if m.chance(20) {
		emails = append(emails, contact.EmailInput{Email: m.email(given, family, "work.example.com", "office.example.org"), Type: new(work)})
	}
	return emails
}

func (m *maker) email(given, family string, hosts ...string) string {
	host := pick(m, hosts)
	form := pick(m, []string{given + "." + family, given + family, given[:1] + "." + family, family + "." + given})
	return m.untaken(func(try int) string {
		if try == 0 {
			return form + "@" + host
		}
		return fmt.Sprint(form, try+1, "@", host)
	})
}

func (m *maker) addresses(of land) []contact.AddressInput {
	if m.chance(35) {
		return nil
	}
	place := pick(m, of.places)
	return []contact.AddressInput{{Type: new(home), PostalAddress: contact.PostalAddress{
		Line1: m.digits(pick(m, of.streets)), City: place.city, State: place.state, Country: of.name, PinCode: m.digits(place.pinCode),
	}}}
}

// untaken calls try until it returns a text that is not taken.
func (m *maker) untaken(try func(n int) string) string {
	for n := 0; ; n++ {
		if text := try(n); !m.taken[text] {
			m.taken[text] = true
			return text
		}
	}
}

// digits replaces the placeholders of a pattern with random digits.
func (m *maker) digits(pattern string) string {
	text := []byte(pattern)
	for i, c := range text {
		switch c {
		case '#':
			text[i] = '0' + byte(m.IntN(10))
		case '%':
			text[i] = '1' + byte(m.IntN(9))
		}
	}
	return string(text)
}

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](m *maker, from []T) T { return from[m.IntN(len(from))] }
