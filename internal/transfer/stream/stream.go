// Package stream writes tables that are too long to be kept in memory, as CSV or as NDJSON. A
// domain prepares a [Table], and writes its rows page by page. The server sends each page before it
// asks for the next one.
package stream

import (
	"context"
	"encoding/json"
	"fmt"
)

// Format is how a table is written.
type Format string

// The formats.
const (
	CSV    Format = "csv"
	NDJSON Format = "ndjson"
)

// ContentType returns the media type of the format.
func (f Format) ContentType() string {
	if f == NDJSON {
		return "application/x-ndjson; charset=utf-8"
	}
	return "text/csv; charset=utf-8; header=present"
}

// Table is a prepared table: its input is valid, and no row has been read yet.
type Table struct {
	// Columns are the names of the cells of each row.
	Columns []string
	// Keys are the names in NDJSON. They are set where they differ from the columns, because
	// several columns have the same name. No two keys are the same.
	Keys []string
	// Next writes the next page of rows, and reports whether there may be more. It holds no
	// connection to the database when it returns, since the client may take long to read the page.
	// If rows can be large, the page ends at about [PageBytes], and no more of what is read is
	// kept.
	Next func(ctx context.Context, rows *Rows) (more bool, err error)
}

// Rows returns Rows for the table, without rows yet, as [NewRows] does.
func (t *Table) Rows(format Format) *Rows {
	if format == NDJSON && t.Keys != nil {
		return NewRows(format, t.Keys)
	}
	return NewRows(format, t.Columns)
}

// Source prepares the table for the variables of an operation. The variables are bound to the types
// of the schema.
type Source func(ctx context.Context, variables map[string]any) (*Table, error)

// Of returns a source that decodes the variables into In. If there is a variable named input, it
// decodes that one instead. The names are the names of In's fields in any letter case, as in
// encoding/json.
func Of[In any](prepare func(context.Context, In) (*Table, error)) Source {
	return func(ctx context.Context, variables map[string]any) (*Table, error) {
		var in In
		var given any = variables
		if input, ok := variables["input"]; ok {
			given = input
		}
		text, err := json.Marshal(given)
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			return nil, fmt.Errorf("stream: decode the variables: %w", err)
		}
		return prepare(ctx, in)
	}
}
