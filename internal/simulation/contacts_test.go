package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/page"
)

// faultyOfContacts are the tables whose writes fail at times while contacts are changed.
var faultyOfContacts = []string{"contacts", "contact_tags", "contact_counts"}

// tagNames are the tags of all firms.
var tagNames = []string{"VIP", "Trial", "Madrid"}

// stepOfContacts changes contacts of one of the firms at every second step. It draws from a source
// of its own, so that the other steps of a seed are the same without it.
func (w *world) stepOfContacts(t testing.TB) {
	t.Helper()
	f := w.firms[w.drawn.IntN(len(w.firms))]
	what, fails := w.drawn.IntN(8), w.drawn.IntN(4) == 0 && w.broken == ""
	if what > 3 {
		return
	}
	if fails {
		w.breakTable(t, faultyOfContacts[w.drawn.IntN(len(faultyOfContacts))])
	}
	switch what {
	case 0, 1:
		w.createContacts(t, f)
	case 2:
		w.deleteContacts(t, f)
	case 3:
		w.changeTags(t, f)
	}
	if fails {
		w.breakTable(t, "")
	}
	w.checkContacts(t, f)
}

// someTags returns none, one or two of the tags.
func (w *world) someTags() []string {
	from := w.drawn.IntN(len(tagNames))
	return slices.Clone(tagNames[from:min(from+w.drawn.IntN(3), len(tagNames))])
}

// someContacts returns contacts that the firm has created, of which some may be deleted.
func (w *world) someContacts(f *firm) (ids []uuid.UUID) {
	for _, id := range f.created {
		if w.drawn.IntN(2) == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w *world) createContacts(t testing.TB, f *firm) {
	t.Helper()
	in := make([]contact.CreateInput, 1+w.drawn.IntN(3))
	for i := range in {
		in[i] = contact.CreateInput{
			FirstName: "Ada", LastName: fmt.Sprint("Number ", len(f.created)+i), Tags: w.someTags(),
			Phones: []contact.PhoneInput{{Phone: phones[w.drawn.IntN(len(phones))]}},
		}
	}
	made, err := contact.CreateMany(f.ctx, w.DB, in)
	if !w.failed(t, err) {
		for _, each := range made {
			f.created = append(f.created, each.ID)
			f.contacts[each.ID] = true
		}
	}
	w.note("firm %d: create %d contacts, failed %t", f.number, len(in), err != nil)
}

// deleteContacts deletes contacts of the firm, and tries to delete those of the other one.
func (w *world) deleteContacts(t testing.TB, f *firm) {
	t.Helper()
	ids, present := w.someContacts(f), 0
	if len(ids) == 0 {
		return
	}
	for _, id := range ids {
		if f.contacts[id] {
			present++
		}
	}
	others := w.firms[1-f.number].created
	deleted, err := contact.DeleteMany(f.ctx, w.DB, contact.DeleteManyInput{IDs: slices.Concat(ids, others)})
	if !w.failed(t, err) {
		require.Equal(t, present, deleted.DeletedCount, "firm %d deletes its contacts alone", f.number)
		for _, id := range ids {
			delete(f.contacts, id)
		}
	}
	w.note("firm %d: delete %d contacts, failed %t", f.number, present, err != nil)
}

func (w *world) changeTags(t testing.TB, f *firm) {
	t.Helper()
	add, remove := w.someTags(), w.someTags()
	remove = slices.DeleteFunc(remove, func(name string) bool { return slices.Contains(add, name) })
	ids := w.someContacts(f)
	if len(ids) == 0 || len(add)+len(remove) == 0 {
		return
	}
	_, err := contact.ChangeTagsOfMany(f.ctx, w.DB, contact.ChangeTagsOfManyInput{ContactIDs: ids, TagsToAdd: add, TagsToRemove: remove})
	w.failed(t, err)
	w.note("firm %d: tags of %d contacts, %d and not %d, failed %t", f.number, len(ids), len(add), len(remove), err != nil)
}

// checkContacts checks what must be true after contacts of a firm were changed: the kept counts are
// those of the rows, and each firm lists the contacts that it has created and not deleted.
func (w *world) checkContacts(t testing.TB, changed *firm) {
	t.Helper()
	contacttest.CheckCounts(changed.ctx, t, w.DB)
	for _, f := range w.firms {
		listed, err := query.List(f.ctx, w.DB, query.ListInput{PageSize: new(page.MaxSize)}, page.Selection{})
		require.NoError(t, err)
		items, err := listed.Items(f.ctx)
		require.NoError(t, err)
		found := 0
		for _, each := range items {
			// The server makes contacts too, of people whose messages have arrived.
			require.Equal(t, f.id, each.FirmID, "firm %d lists its contacts alone", f.number)
			if f.contacts[each.ID] {
				found++
			} else {
				require.NotContains(t, f.created, each.ID, "firm %d lists a contact that it has deleted", f.number)
			}
		}
		require.Len(t, f.contacts, found, "firm %d lists its contacts", f.number)
	}
}
