package peers_test

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// checkedPage is the page of the operations.
const checkedPage = 3

// expected is what firmhub answers, before contacts are created.
type expected struct {
	own, others answer // page 3 of the first two firms
	newest      answer // page 1 of the first
}

// target returns the id of the contact that is got.
func (e *expected) target() uuid.UUID { return uuid.MustParse(e.own.contacts[0]["id"].(string)) }

// expected asks firmhub.
func (p *place) expected(firmhub *peer) *expected {
	want := &expected{
		own:    firmhub.read(firmhub.token, firmhub.page(p.firms[0].ID, checkedPage, true)),
		others: firmhub.read(firmhub.stranger, firmhub.page(p.firms[1].ID, checkedPage, true)),
		newest: firmhub.read(firmhub.token, firmhub.page(p.firms[0].ID, 1, true)),
	}
	require.Equal(p, *contacts, want.own.total)
	require.Equal(p, otherContacts, want.others.total)
	require.Len(p, want.own.contacts, pageSize)
	return want
}

// check fails unless the server returns the right contacts to those who may see them, and none to
// anybody else.
func (p *peer) check(want *expected) {
	own, others := p.firms[0].ID, p.firms[1].ID
	target := answer{contacts: want.own.contacts[:1]}
	get := p.get(want.target())
	for _, total := range []bool{false, true} {
		p.expect(p.token, p.page(own, checkedPage, total), want.own, total)
		p.expect(p.stranger, p.page(others, checkedPage, total), want.others, total)
	}
	p.expect(p.token, get, target, false)
	for _, refused := range []struct {
		token string
		call  call
	}{{p.stranger, get}, {"", get}, {"", p.page(own, checkedPage, false)}, {"", p.page(own, 1, true)}, {"", p.create(0)}} {
		found := p.read(refused.token, refused.call)
		require.Empty(p, found.contacts, "%s answers others", p.name)
		require.LessOrEqual(p, found.total, 0, "%s answers others", p.name) // -1 is none.
	}
	for _, seen := range plain(p.read(p.stranger, p.page(own, checkedPage, false)).contacts) {
		require.NotContains(p, plain(want.own.contacts), seen, "%s answers others", p.name)
	}
}

// checkCreated fails unless the contacts that were created are there, with all of their parts.
func (p *peer) checkCreated(want *expected) {
	created := answer{total: *contacts + *p.made}
	for n := *p.made - 1; n >= 0 && len(created.contacts) < pageSize; n-- {
		created.contacts = append(created.contacts, newContact(n))
	}
	created.contacts = append(created.contacts, want.newest.contacts...)[:pageSize]
	p.expect(p.token, p.page(p.firms[0].ID, 1, true), created, true)
}

// expect fails unless an answer has these contacts in this order, and this total.
func (p *peer) expect(token string, c call, want answer, total bool) {
	found := p.read(token, c)
	require.Equal(p, plain(want.contacts), plain(found.contacts), "%s: %s %s", p.name, c.method, c.path)
	if total {
		require.Equal(p, want.total, found.total, p.name)
	}
}

// read returns what is in an answer: nothing if the request was refused.
func (p *peer) read(token string, c call) answer {
	status, body, err := p.send(p.request(token, c))
	require.NoError(p, err)
	if status >= http.StatusBadRequest {
		return answer{}
	}
	found, err := read(body)
	require.NoError(p, err, "%s: %s", p.name, body)
	return found
}
