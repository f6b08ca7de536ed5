package contact_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// world is the contacts that the operations of a property test may change.
type world struct {
	mu  sync.Mutex
	ids []uuid.UUID
}

func (w *world) add(id uuid.UUID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ids = append(w.ids, id)
}

// some returns up to n ids, from a position on.
func (w *world) some(at, n int) []uuid.UUID {
	w.mu.Lock()
	defer w.mu.Unlock()
	picked := []uuid.UUID{uuid.New()} // one that nobody has
	for i := range min(n, len(w.ids)) {
		picked = append(picked, w.ids[(at+i)%len(w.ids)])
	}
	return picked
}

// operation is a random change of contacts or tags.
type operation struct {
	Kind, At, N int
	Tags, Other []string
}

func operations() *rapid.Generator[operation] {
	name := rapid.Map(rapid.IntRange(0, 7), func(n int) string { return "Tag" + strconv.Itoa(n) })
	return rapid.Custom(func(t *rapid.T) operation {
		return operation{
			Kind: rapid.IntRange(0, 8).Draw(t, "kind"), At: rapid.IntRange(0, 50).Draw(t, "at"), N: rapid.IntRange(1, 6).Draw(t, "n"),
			Tags: rapid.SliceOfN(name, 1, 3).Draw(t, "tags"), Other: rapid.SliceOfN(name, 1, 2).Draw(t, "other"),
		}
	})
}

// run runs an operation. A refusal is no error.
func (w *world) run(ctx context.Context, d *db.DB, o operation) error {
	var err error
	ids := w.some(o.At, o.N)
	last := ids[len(ids)-1]
	switch o.Kind {
	case 0, 1:
		many := make([]contact.CreateInput, o.N)
		for i := range many {
			many[i] = contact.CreateInput{FirstName: "A", LastName: strconv.Itoa(o.At), Tags: o.Tags}
			if o.At%2 == 0 {
				many[i].Phones = []contact.PhoneInput{{Phone: "+5511987654321"}}
			}
		}
		made, failed := contact.CreateMany(ctx, d, many)
		for _, c := range made {
			w.add(c.ID)
		}
		err = failed
	case 2:
		changed := contact.UpdateInput{ID: last, LastName: new(fmt.Sprint("B", o.At)), Tags: o.Tags}
		if o.At%2 == 0 {
			changed.Phones = []contact.UpdatePhoneInput{}
		}
		_, err = contact.Update(ctx, d, changed)
	case 3:
		err = contact.Delete(ctx, d, last)
	case 4:
		_, err = contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: ids})
	case 5:
		_, err = contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{ContactIDs: ids, TagsToAdd: o.Tags, TagsToRemove: o.Other})
	case 6:
		_, err = tags.Rename(ctx, d, tags.RenameInput{Tag: o.Tags[0], Name: o.Other[0], Merge: new(o.At%2 == 0)})
	case 7:
		_, err = tags.Merge(ctx, d, tags.MergeInput{Tags: o.Tags, Into: o.Other[0]})
	default:
		_, err = tags.Delete(ctx, d, o.Tags[0])
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok && refused.Code.Status() < 500 {
		return nil
	}
	return err
}

// The kept counts are those of the rows after any operations, side by side on PostgreSQL: none
// waits for another forever, and none fails.
func TestCounts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		all := &world{}
		rapid.Check(t, func(rt *rapid.T) {
			lanes := rapid.SliceOfN(rapid.SliceOfN(operations(), 1, 8), 1, 4).Draw(rt, "lanes")
			errs := make([]error, len(lanes))
			var running sync.WaitGroup
			for i, lane := range lanes {
				running.Go(func() {
					for _, o := range lane {
						if err := all.run(ctx, d, o); err != nil {
							errs[i] = fmt.Errorf("%+v: %w", o, err)
							return
						}
					}
				})
			}
			running.Wait()
			require.NoError(rt, errors.Join(errs...))
			contacttest.CheckCounts(ctx, rt, d)
		})
		rows, err := db.All[int](dbtest.SQL(ctx, d), "SELECT count(*) FROM contact_counts WHERE firm_id = $1", viewer.From(ctx).FirmID)
		require.NoError(t, err)
		require.Less(t, rows[0], 3000, "rows are folded")
	})
}

// Transactions that fold the same counts at the same time lose none, and wait for none that is
// still open.
func TestCounts_folds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		create := func(ctx context.Context) error {
			_, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: []string{"x"}})
			return err
		}
		require.NoError(t, create(ctx), "others would wait for a new tag")
		const writers, rounds = 8, 40
		side := func() {
			errs := make([]error, writers)
			var all sync.WaitGroup
			for w := range writers {
				all.Go(func() {
					for range rounds {
						errs[w] = errors.Join(errs[w], create(ctx))
					}
				})
			}
			all.Wait()
			require.NoError(t, errors.Join(errs...))
		}
		if d.Dialect() == db.SQLite {
			side()
		} else {
			require.NoError(t, d.Tx(ctx, func(open context.Context) error {
				for range rounds { // it folds, and stays open
					require.NoError(t, create(open))
				}
				side()
				return nil
			}))
		}
		contacttest.CheckCounts(ctx, t, d)
		require.Positive(t, d.Client.ContactTag.Query().Where(contacttag.ContactDeletedAtIsNil()).CountX(ctx))
	})
}
