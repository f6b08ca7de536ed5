package provider

import (
	"errors"
	"strings"
	"unicode/utf8"
)

const (
	// MaxProviderID is the maximum length of a provider's id of a message in bytes.
	MaxProviderID = 200
	// maxCode and maxText are the maximum lengths of an error's code and text in bytes.
	maxCode = 100
	maxText = 500
	// maxLink is the maximum length of the link of a file in bytes: signed links are long.
	maxLink = 2000
)

// errLongID is returned for an event about a message with a longer id than any provider has.
var errLongID = errors.New("provider: read an event: the id of the message is too long")

// Clean makes a text of a provider fit for both databases: it is UTF-8, has no zero byte, and has
// at most limit bytes, none for a negative limit. Providers quote what they were sent, so any text
// may be in their answers.
func Clean(text string, limit int) string {
	text, limit = valid(text), max(0, limit)
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

func valid(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// cut returns the first characters of a text.
func cut(text string, characters int) string {
	if len(text) <= characters {
		return text
	}
	for at := range text {
		if characters == 0 {
			return text[:at]
		}
		characters--
	}
	return text
}

// Cleaned returns the outcome with texts that are fit for both databases. A message with an id that
// is too long was taken, but is found by our id alone.
func (o Outcome) Cleaned() Outcome {
	if o.ProviderID = Clean(o.ProviderID, MaxProviderID+1); len(o.ProviderID) > MaxProviderID {
		return Outcome{Result: Unknown, Message: "the provider's id of the message is too long"}
	}
	o.ProviderCode, o.Message = Clean(o.ProviderCode, maxCode), Clean(o.Message, maxText)
	return o
}

// Cleaned returns the result with texts that are fit for both databases and have the same limit as
// those of events.
func (r TestResult) Cleaned() TestResult {
	r.Message, r.Sender = cut(valid(r.Message), maxText), cut(valid(r.Sender), maxText)
	return r
}

// Cleaned returns the event with texts that are fit for both databases. All but the bodies have a
// limit, because people and providers choose names and reasons of any length: 500 characters, and
// 2,000 for the link of a file.
func (e Event) Cleaned() Event {
	var texts []*string
	id := ""
	switch {
	case e.Status != nil:
		s := e.Status
		id = s.ProviderID
		texts = append(texts, &s.ProviderID, &s.OurID, &s.Phone, &s.UserID)
		if s.Error != nil {
			*s.Error = s.Error.Cleaned()
		}
		if p := s.Pricing; p != nil {
			texts = append(texts, &p.Model, &p.Type, &p.Category, &p.Amount, &p.Currency)
		}
	case e.Inbound != nil:
		in := e.Inbound
		id = in.ProviderID
		texts = append(texts, &in.ProviderID, &in.Phone, &in.UserID, &in.To, &in.ProfileName, &in.Kind, &in.ReplyTo)
		in.Body = valid(in.Body)
		for i := range in.Media {
			m := &in.Media[i]
			m.Link = Clean(m.Link, maxLink)
			texts = append(texts, &m.ID, &m.ContentType, &m.FileName, &m.SHA256)
		}
	case e.Template != nil:
		t := e.Template
		texts = append(texts, &t.ProviderID, &t.Name, &t.Language, &t.Reason)
	case e.Preference != nil:
		texts = append(texts, &e.Preference.Phone, &e.Preference.UserID)
	case e.Alert != nil:
		texts = append(texts, &e.Alert.Type, &e.Alert.Message, &e.Alert.Tier)
	}
	if len(id) > MaxProviderID {
		return Event{Err: errLongID, Raw: []byte(id), PhoneNumberID: e.PhoneNumberID, BusinessAccountID: e.BusinessAccountID}
	}
	for _, text := range append(texts, &e.PhoneNumberID, &e.BusinessAccountID) {
		*text = cut(valid(*text), maxText)
	}
	return e
}

// CleanAll returns the events, each [Event.Cleaned].
func CleanAll(events []Event) []Event {
	for i := range events {
		events[i] = events[i].Cleaned()
	}
	return events
}
