package whatsapp

import (
	"encoding/json"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

type (
	// person is a contact of a hook.
	person struct {
		Profile struct {
			Name string `json:"name"`
		} `json:"profile"`
		Phone  httpcall.Text `json:"wa_id"`
		UserID string        `json:"user_id"`
	}
	// contact is a person with the identity that messages name.
	contact struct {
		name, phone, userID string
	}
	// people are the contacts of a hook, with the place of the first one that has a phone number
	// or a user id. A search through all of them for each message would take too long.
	people struct {
		contacts        []contact
		byPhone, byUser map[string]int
	}
)

// readContacts returns the people of a hook. One that can't be read is left out: a message can do
// without.
func readContacts(raw []json.RawMessage) people {
	p := people{byPhone: map[string]int{}, byUser: map[string]int{}}
	for _, text := range raw {
		var read person
		if json.Unmarshal(text, &read) != nil {
			continue
		}
		phone, user := identity(string(read.Phone), read.UserID)
		first(p.byPhone, phone, len(p.contacts))
		first(p.byUser, user, len(p.contacts))
		p.contacts = append(p.contacts, contact{name: read.Profile.Name, phone: phone, userID: user})
	}
	return p
}

// first keeps the first place of an id.
func first(places map[string]int, id string, place int) {
	if _, set := places[id]; id != "" && !set {
		places[id] = place
	}
}

// find returns the first contact that has the phone number or the user id of a message. A message
// with neither is from the only contact.
func (p people) find(phone, user string) (found contact, ok bool) {
	if phone == "" && user == "" && len(p.contacts) == 1 {
		return p.contacts[0], true
	}
	place, ok := p.byPhone[phone]
	if other, known := p.byUser[user]; known && (!ok || other < place) {
		place, ok = other, true
	}
	if !ok {
		return contact{}, false
	}
	return p.contacts[place], true
}
