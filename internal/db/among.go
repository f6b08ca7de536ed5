package db

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// Among returns a condition for the rows whose column has one of the values, for any number of
// values, and the argument for its placeholder. The values are texts or integers.
//
//	among, list := d.Among("name_key", 2, keys)
//	d.InFirm(ctx).Exec("DELETE FROM tags WHERE firm_id = $1 AND "+among, list)
func (d *DB) Among(column string, placeholder int, values any) (condition string, list any) {
	if d.Dialect() == SQLite {
		return fmt.Sprintf("%s IN (SELECT value FROM json_each($%d))", column, placeholder), encode(values)
	}
	return fmt.Sprintf("%s = ANY($%d)", column, placeholder), values
}

// TableOf returns a table of texts for FROM, with one column called key, and the argument for its
// placeholder.
func (d *DB) TableOf(placeholder int, texts []string) (table string, list any) {
	if d.Dialect() == SQLite {
		return fmt.Sprintf("(SELECT value AS key FROM json_each($%d))", placeholder), encode(texts)
	}
	return fmt.Sprintf("(SELECT unnest($%d::text[]) AS key)", placeholder), texts
}

// TableOfIDs does the same as [DB.TableOf] for ids.
func (d *DB) TableOfIDs(placeholder int, ids []uuid.UUID) (table string, list any) {
	if d.Dialect() == SQLite {
		return fmt.Sprintf("(SELECT value AS key FROM json_each($%d))", placeholder), encode(ids)
	}
	return fmt.Sprintf("(SELECT unnest($%d::uuid[]) AS key)", placeholder), pgtype.FlatArray[uuid.UUID](ids)
}

// AmongIDs does the same as [DB.Among] for a column of ids.
func (d *DB) AmongIDs(column string, placeholder int, ids []uuid.UUID) (condition string, list any) {
	if d.Dialect() == SQLite {
		return d.Among(column, placeholder, ids) // their texts
	}
	return d.Among(column, placeholder, pgtype.FlatArray[uuid.UUID](ids))
}

// AmongPairs does the same as [DB.Among] for two columns of ids: the first and the second of each
// pair.
func (d *DB) AmongPairs(first, second string, placeholder int, pairs [][2]uuid.UUID) (condition string, list any) {
	of := "SELECT (pair->>0)::uuid, (pair->>1)::uuid FROM json_array_elements($%d::json) AS pair"
	if d.Dialect() == SQLite {
		of = "SELECT value->>0, value->>1 FROM json_each($%d)"
	}
	return fmt.Sprintf("(%s, %s) IN ("+of+")", first, second, placeholder), encode(pairs)
}

// AmongSelected returns a condition for the rows whose column has one of the values that a query
// selects. PostgreSQL runs the query first, and once. With IN it might join the table with the
// query, and if its statistics are wrong compare each row with each value.
func (d *DB) AmongSelected(column, query string) string {
	if d.Dialect() == SQLite {
		return column + " IN (" + query + ")"
	}
	return column + " = ANY (ARRAY(" + query + "))"
}

func encode(list any) string {
	encoded, err := json.Marshal(list)
	if err != nil {
		panic(err) // texts, integers and ids can be encoded
	}
	return string(encoded)
}
