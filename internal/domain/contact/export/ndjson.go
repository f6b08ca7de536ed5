package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// writeLine writes a contact as a line of NDJSON, in the form of the fragment Contact of the REST
// API. A test compares them.
func writeLine(rows *stream.Rows, c *ent.Contact) error {
	line := newText()
	line.encoder.SetEscapeHTML(false)
	line.members(c.ID, contact.Values(c))
	line.member("phones")
	list(line, c.Edges.Phones, func(p *ent.ContactPhone) { line.members(p.ID, contact.PhoneValues(p)) })
	line.member("emails")
	list(line, c.Edges.Emails, func(e *ent.ContactEmail) { line.members(e.ID, contact.EmailValues(e)) })
	line.member("addresses")
	line.addresses(c.Edges.Addresses)
	line.member("identities")
	list(line, c.Identities, line.identity)
	line.member("tags")
	line.value(tagNames(c))
	line.member("createdAt")
	line.value(c.CreatedAt.UTC())
	line.member("updatedAt")
	line.value(c.UpdatedAt.UTC())
	line.buf.WriteByte('}')
	if line.err != nil {
		return fmt.Errorf("encode a contact: %w", line.err)
	}
	rows.Line(line.buf.Bytes())
	return nil
}

// text is a text of JSON while it is written.
type text struct {
	buf     bytes.Buffer
	encoder *json.Encoder
	err     error
}

func newText() *text {
	t := &text{}
	t.encoder = json.NewEncoder(&t.buf)
	return t
}

// members begins an object with an id and values.
func (t *text) members(id uuid.UUID, values iter.Seq2[string, any]) {
	t.buf.WriteString(`{"id":`)
	t.value(id)
	for name, value := range values {
		t.member(name)
		t.value(value)
	}
}

func (t *text) member(name string) { t.buf.WriteString(`,"` + name + `":`) }

func (t *text) value(value any) {
	if err := t.encoder.Encode(value); err != nil {
		t.err = err
		return
	}
	t.buf.Truncate(t.buf.Len() - 1) // a line break
}

// identity begins an identity.
func (t *text) identity(i *ent.ContactIdentity) {
	t.buf.WriteString(`{"kind":`)
	t.value(i.Kind)
	t.member("value")
	t.value(i.Value)
}

func (t *text) addresses(all []*ent.ContactAddress) {
	list(t, all, func(a *ent.ContactAddress) { t.members(a.ID, contact.AddressValues(a)) })
}

// list writes a list of objects, which begin writes without their ends.
func list[P any](t *text, entries []*P, begin func(*P)) {
	t.buf.WriteByte('[')
	for i, entry := range entries {
		if i > 0 {
			t.buf.WriteByte(',')
		}
		begin(entry)
		t.buf.WriteByte('}')
	}
	t.buf.WriteByte(']')
}
