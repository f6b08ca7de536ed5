package contact

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/page"
)

// AddFirstEdges reads the selected edges for the first contacts: for as many as have edges of at
// most limit bytes together, and for at least one. It returns these contacts. It never keeps more,
// however large the others are.
func AddFirstEdges(
	ctx context.Context, d *db.DB, contacts []*ent.Contact, sel page.Selection, most int,
) (first []*ent.Contact, err error) {
	f := firstEdges{contacts: contacts, sizes: make([]int, len(contacts)), free: most}
	if err := eachEdge(ctx, d, contacts, sel, f.add); err != nil {
		return nil, err
	}
	for _, c := range f.contacts {
		sortEdges(c)
	}
	return f.contacts, nil
}

// firstEdges keeps the edges of the first contacts. They arrive in any order. As soon as all
// together are too large, it drops the edges of the last contact, and all that arrive for it later.
type firstEdges struct {
	contacts []*ent.Contact
	sizes    []int // of the edges of each contact
	free     int
}

func (f *firstEdges) add(i int, r *edgeRow) {
	if i >= len(f.contacts) {
		return
	}
	r.addTo(f.contacts[i])
	size := r.size()
	f.sizes[i] += size
	f.free -= size
	for f.free < 0 && len(f.contacts) > 1 {
		last := len(f.contacts) - 1
		f.contacts[last].Edges, f.contacts[last].Identities = ent.ContactEdges{}, nil
		f.free += f.sizes[last]
		f.contacts = f.contacts[:last]
	}
}

// size returns about how many bytes a row takes in memory.
func (r *edgeRow) size() int {
	size := rowBytes
	for _, text := range r.texts[:len(edges[r.edge].texts)] {
		size += len(text)
	}
	return size
}
