package main

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// The operations. Those that write come last.
const (
	list      = "list"
	listTotal = "list + total"
	get       = "get"
	create    = "create"
)

var operations = []string{list, listTotal, get, create}

const pageSize = 20

// form is an API of a server: firmhub has two, each of the others one.
type form struct {
	*server

	name, version string
	own           bool // of firmhub
	// postgres is whether the database is PostgreSQL, otherwise it is a part of the server.
	postgres bool
	// token belongs to the owner of the first firm, and stranger to the owner of the second.
	token, stranger string

	// page requests a page of the contacts of a firm. The token determines the firm.
	page   func(firm uuid.UUID, number int, total bool) call
	get    func(c *dataset.Contact) call
	create func(n int) call
	// read returns the contacts in the response to page or get, and the number of contacts on all
	// pages if the response contains it.
	read func(body []byte) (contacts []dataset.Contact, total int, err error)
	// always is whether an answer always has a total, so that the operation list is list + total.
	always bool

	target *dataset.Contact  // the one that is got
	newest []dataset.Contact // of the firm
	count  int               // contacts of the firm
	made   *int              // contacts created so far; the APIs of firmhub share them
}

// next returns the next request of an operation, nil where there is none.
func (f *form) next(operation string) *call {
	var c call
	switch {
	case operation == list && f.always:
		return nil
	case operation == list, operation == listTotal:
		c = f.page(f.target.FirmID, 3, operation == listTotal)
	case operation == get:
		c = f.get(f.target)
	case operation == create:
		c = f.create(*f.made)
		*f.made++
	}
	return &c
}

// newContact is the nth contact that is created, with tags that exist.
func newContact(n int) dataset.Contact {
	return dataset.Contact{
		FirstName: "Maria", LastName: fmt.Sprint("Benchmark ", n), IsActive: true,
		Phones: []dataset.Phone{{Type: 1, PhoneCC: "+55", Phone: fmt.Sprintf("119%08d", 70000000+n), IsPrimary: true}},
		Emails: []dataset.Email{{Type: 2, Email: fmt.Sprintf("maria.%d@example.com", n), IsPrimary: true}},
		Tags:   []string{"Customer", "Newsletter"},
	}
}

// tagIDs returns the ids of the tags of a contact.
func tagIDs(data *dataset.Data, c dataset.Contact) (ids []uuid.UUID) {
	for _, name := range c.Tags {
		ids = append(ids, data.TagID(data.Firms[0].ID, name))
	}
	return ids
}
