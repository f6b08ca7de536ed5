package contact

import (
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

// table describes the rows of a table, for both reading and writing them.
type table[R any] struct {
	name string
	// columns are the columns other than ids, times, and the position in a list. fields returns
	// pointers to their values, in the same order.
	columns []string
	fields  func(*R) []any
	// derived are columns that are only written: their values are computed from the others.
	derived []string
}

var (
	contactTable = table[Contact]{
		name: contact.Table,
		columns: []string{
			contact.FieldFirstName, contact.FieldLastName, contact.FieldGender, contact.FieldIsActive, contact.FieldProfilePic,
		},
		fields:  func(c *Contact) []any { return []any{&c.FirstName, &c.LastName, &c.Gender, &c.IsActive, &c.ProfilePic} },
		derived: []string{contact.FieldFirstNameKey, contact.FieldLastNameKey, contact.FieldSearch, contact.FieldMarks},
	}
	phoneTable = table[Phone]{
		name: contactphone.Table,
		columns: []string{
			contactphone.FieldType, contactphone.FieldIsPrimary, contactphone.FieldPhone, contactphone.FieldPhoneCc, contactphone.FieldE164,
			contactphone.FieldMatchKey,
		},
		fields:  func(p *Phone) []any { return []any{&p.Type, &p.IsPrimary, &p.Text, &p.CC, &p.E164, &p.MatchKey} },
		derived: []string{contactphone.FieldDigits},
	}
	emailTable = table[Email]{
		name: contactemail.Table,
		columns: []string{
			contactemail.FieldType, contactemail.FieldIsPrimary, contactemail.FieldEmail, contactemail.FieldEmailKey,
		},
		fields:  func(e *Email) []any { return []any{&e.Type, &e.IsPrimary, &e.Address, &e.Key} },
		derived: []string{contactemail.FieldPersonKey},
	}
	addressTable = table[Address]{
		name:    contactaddress.Table,
		columns: append([]string{contactaddress.FieldType}, addressColumns[:]...),
		fields: func(a *Address) []any {
			all := append(make([]any, 0, 1+len(AddressTexts)), &a.Type)
			for _, text := range a.Texts() {
				all = append(all, text)
			}
			return all
		},
	}
	tagTable = table[tags.Tag]{
		name:    tag.Table,
		columns: []string{tag.FieldName, tag.FieldNameKey, tag.FieldMark, tag.FieldMergedMarks},
		fields:  func(t *tags.Tag) []any { return []any{&t.Name, &t.Key, &t.Mark, &t.Merged} },
	}
)
