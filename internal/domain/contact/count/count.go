// Package count keeps the number of a firm's contacts, and of those with each tag, so that nobody
// needs to count them.
package count

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contactcount"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Changes are the changes that a transaction makes to the number of contacts: of all, under the id
// zero, and of those with a tag. If what searches find changes, the count of all is there, even if
// it is 0.
type Changes map[uuid.UUID]int

// combineEvery is the average number of changes after which the rows of a count are combined into
// one.
const combineEvery = 16

// Add stores the changes. It waits for no other transaction. Each transaction that adds, deletes,
// tags or untags contacts calls it. A transaction that changes the count of a tag has called
// tags.Share or locked the tags before.
func Add(ctx context.Context, d *db.DB, changes Changes) error {
	firm, err := scope.Firm(ctx, "ContactCount")
	if err != nil {
		return err
	}
	if rand.N(combineEvery) == 0 { //nolint:gosec // no secret
		if err := combine(ctx, d, changes); err != nil {
			return err
		}
	}
	maps.DeleteFunc(changes, func(tag uuid.UUID, n int) bool { return n == 0 && tag != uuid.Nil })
	tags, now := slices.Collect(maps.Keys(changes)), entity.Now()
	return d.InFirm(ctx).Insert(contactcount.Table, countColumns, len(tags), func(i int) []any {
		var of *uuid.UUID
		if tags[i] != uuid.Nil {
			of = &tags[i]
		}
		return []any{entity.NewID(), now, now, firm, of, changes[tags[i]]}
	})
}

var countColumns = []string{
	contactcount.FieldID, contactcount.FieldCreatedAt, contactcount.FieldUpdatedAt, contactcount.FieldFirmID,
	contactcount.FieldTagID, contactcount.FieldN,
}

// combine deletes the rows of the counts that change, and adds their sums to the changes. It
// leaves rows that another transaction is combining to that transaction. It does not touch other
// counts: the counts of a tag may be about to be deleted with the tag.
func combine(ctx context.Context, d *db.DB, changes Changes) error {
	for tags := range slices.Chunk(slices.Collect(maps.Keys(changes)), db.MaxIDs) {
		if err := combineRows(ctx, d, tags, changes); err != nil {
			return fmt.Errorf("combine the counts of contacts: %w", err)
		}
	}
	return nil
}

func combineRows(ctx context.Context, d *db.DB, tags []uuid.UUID, sums Changes) error {
	args, of := make([]any, 0, len(tags)), "FALSE"
	places := make([]string, 0, len(tags))
	for _, tag := range tags {
		if tag == uuid.Nil {
			of = "tag_id IS NULL"
			continue
		}
		args = append(args, tag)
		places = append(places, "$"+strconv.Itoa(1+len(args))) // $1 is the firm.
	}
	if len(places) > 0 {
		of += " OR tag_id IN (" + strings.Join(places, ", ") + ")"
	}
	lock := " FOR UPDATE SKIP LOCKED"
	if d.Dialect() == db.SQLite {
		lock = ""
	}
	gone, err := db.All[struct {
		Tag *uuid.UUID
		N   int
	}](d.InFirm(ctx), "DELETE FROM contact_counts WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM contact_counts WHERE firm_id = $1 AND ("+of+")"+lock)+" RETURNING tag_id AS tag, n", args...)
	if err != nil {
		return err
	}
	for _, row := range gone {
		if row.Tag == nil {
			sums[uuid.Nil] += row.N
		} else {
			sums[*row.Tag] += row.N
		}
	}
	return nil
}

// SearchVersion returns a text that differs after each change of what searches of the viewer's firm
// find, and never repeats.
func SearchVersion(ctx context.Context, d *db.DB) (string, error) {
	ids := "string_agg(id::text, '')"
	if d.Dialect() == db.SQLite {
		ids = "group_concat(id, '')"
	}
	found, err := db.All[string](d.InFirm(ctx), "SELECT coalesce("+ids+", '') FROM contact_counts WHERE firm_id = $1 AND tag_id IS NULL")
	if err != nil {
		return "", fmt.Errorf("read the version of searches: %w", err)
	}
	sum := sha256.Sum256([]byte(found[0]))
	return string(sum[:]), nil
}

// All adds the number of contacts of the firm to a batch, and returns whether it was read.
func All(batch *db.Batch, total *int) (found *bool) {
	return batch.Row([]any{total}, "SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM contact_counts WHERE firm_id = $1 AND tag_id IS NULL")
}

// OfTag returns the number of contacts that have a tag of the viewer's firm.
func OfTag(ctx context.Context, d *db.DB, id uuid.UUID) (n int, err error) {
	_, err = d.InFirm(ctx).Row([]any{&n},
		"SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM contact_counts WHERE firm_id = $1 AND tag_id = $2", id)
	if err != nil {
		return 0, fmt.Errorf("count the contacts of a tag: %w", err)
	}
	return n, nil
}
