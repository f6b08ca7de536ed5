package db

import (
	"context"
	"slices"
)

// maxRows is the number of rows that one statement inserts. Times the columns of the widest table,
// it stays below the number of parameters that SQLite accepts.
const maxRows = 1000

// CreateBulk saves ent's builders, up to a thousand rows in one statement, and returns the rows in
// the same order. The second argument is the method of ent's client:
//
//	tags, err := db.CreateBulk(ctx, d.Client.Tag.CreateBulk, builders)
func CreateBulk[Builder, Row any, Bulk interface {
	Save(ctx context.Context) ([]Row, error)
}](ctx context.Context, create func(...Builder) Bulk, builders []Builder) ([]Row, error) {
	rows := make([]Row, 0, len(builders))
	for chunk := range slices.Chunk(builders, maxRows) {
		saved, err := create(chunk...).Save(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, saved...)
	}
	return rows, nil
}
