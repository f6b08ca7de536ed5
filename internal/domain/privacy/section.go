package privacy

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// section is a list of the export: rows of a table.
type section struct {
	// name is that of the list.
	name, table string
	// columns are the exported columns, each with a kind after a colon unless it is a text: int,
	// time, bool, json or id.
	columns []string
}

// record is a row as the export has it.
type record map[string]any

// rows returns the rows of a section that a condition with the arguments $2, $3… selects. In the
// condition the table is t.
func (s *section) rows(ctx context.Context, d *db.DB, condition string, args ...any) (all []record, err error) {
	expressions := make([]string, len(s.columns))
	for i, column := range s.columns {
		name, kind, _ := strings.Cut(column, ":")
		expressions[i] = `t."` + name + `"`
		if kind == "id" || kind == "json" {
			expressions[i] = "CAST(" + expressions[i] + " AS text)"
		}
	}
	rows, err := d.InFirm(ctx).Query(
		"SELECT "+strings.Join(expressions, ", ")+" FROM "+s.table+" t WHERE t.firm_id = $1 AND "+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s.table, err)
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	all = []record{}
	for rows.Next() {
		into := make([]any, len(s.columns))
		for i, column := range s.columns {
			into[i] = variable(column)
		}
		if err := rows.Scan(into...); err != nil {
			return nil, fmt.Errorf("read %s: %w", s.table, err)
		}
		r := make(record, len(into))
		for i, column := range s.columns {
			name, _, _ := strings.Cut(column, ":")
			r[camelCase(name)] = valueOf(into[i])
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// byIDs returns the rows of a section with the ids, in batches.
func (s *section) byIDs(ctx context.Context, d *db.DB, column string, ids []uuid.UUID) ([]record, error) {
	all := []record{}
	for len(ids) > 0 {
		n := min(len(ids), db.MaxIDs)
		among, list := d.AmongIDs("t."+column, 2, ids[:n])
		some, err := s.rows(ctx, d, among+" ORDER BY t.id", list)
		if err != nil {
			return nil, err
		}
		all, ids = append(all, some...), ids[n:]
	}
	return all, nil
}

// encoded is a column with JSON.
type encoded struct{ text *string }

func variable(column string) any {
	switch _, kind, _ := strings.Cut(column, ":"); kind {
	case "int":
		return new(*int64)
	case "time":
		return new(*time.Time)
	case "bool":
		return new(*bool)
	case "json":
		return &encoded{}
	}
	return new(*string)
}

// Scan implements sql.Scanner.
func (e *encoded) Scan(value any) error {
	switch value := value.(type) {
	case nil:
	case string:
		e.text = &value
	case []byte:
		e.text = new(string(value))
	default:
		return fmt.Errorf("a column of JSON has a %T", value)
	}
	return nil
}

func valueOf(variable any) any {
	switch v := variable.(type) {
	case **int64:
		return *v
	case **time.Time:
		if *v == nil {
			return nil
		}
		return (*v).UTC()
	case **bool:
		return *v
	case **string:
		return *v
	case *encoded:
		if v.text == nil || *v.text == "" {
			return nil
		}
		return json.RawMessage(*v.text)
	}
	return nil
}

// camelCase is the form of names in the API.
func camelCase(column string) string {
	words := strings.Split(column, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
