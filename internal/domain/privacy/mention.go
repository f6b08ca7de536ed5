package privacy

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// mentions is a table whose rows may name a person in texts, so that all rows of the firm have to
// be read.
type mentions struct {
	section

	// at is the column with the time when a row was stored. exact reports whether that is when it
	// came, so that none is late.
	at    string
	exact bool
	// late reports that a row may be stored some time after what it is about was read. The stage
	// before has erased that, so no such row comes any more once the stage begins.
	late bool
	// texts are the columns that are looked at, each with :json after it if escapes may stand in it
	// for characters.
	texts []string
	// imports limit the rows to those of some imports, whenever they were stored, unless there are
	// none; ofImport is the column with the import.
	imports  []uuid.UUID
	ofImport string
	// about reports whether a row is about the person, by the texts.
	about func(n *names, texts []string) bool
	// erase removes the person from a row. For a table that is nil the rows are deleted.
	erase func(ctx context.Context, d *db.DB, n *names, r mention) error
}

// mention is a row that names a person.
type mention struct {
	ID    uuid.UUID
	Texts []string
}

// How many rows one step of an erasure reads, and one query of an export, which has the time of a
// request for all rows.
const (
	mentionsAtOnce = 500
	exportedAtOnce = 10_000
)

// underWay is how long a request that has read the person may still store rows and files.
const underWay = time.Hour

// after returns the rows about the person among the next ones after an id, and the last id that was
// read, or nil at the end of the table. Rows that were stored later than the person's data are
// those of somebody who has the address by now, unless they have an id of the person, or are of an
// import that names the person.
func (t *mentions) after(
	ctx context.Context, d *db.DB, n *names, after uuid.UUID, atOnce int,
) (found []mention, last *uuid.UUID, err error) {
	expressions := make([]string, len(t.texts))
	for i, text := range t.texts {
		column, _, _ := strings.Cut(text, ":")
		expressions[i] = `coalesce(CAST("` + column + `" AS text), '')`
	}
	until := n.until
	if !t.exact {
		until = until.Add(underWay)
	}
	late, which, args := t.at+" > $4", "", []any{after, atOnce, until}
	if len(t.imports) > 0 {
		among, list := d.AmongIDs(t.ofImport, 4, t.imports)
		late, which, args[2] = "1 = 0", " AND "+among, list
	}
	rows, err := d.InFirm(ctx).Query("SELECT id, "+late+" AS late, "+strings.Join(expressions, ", ")+" FROM "+t.table+
		" WHERE firm_id = $1 AND id > $2"+which+" ORDER BY id LIMIT $3", args...)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", t.table, err)
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	read, byID := 0, &names{ids: n.ids}
	for rows.Next() {
		row, late := mention{Texts: make([]string, len(t.texts))}, false
		into := []any{&row.ID, &late}
		for i := range row.Texts {
			into = append(into, &row.Texts[i])
		}
		if err := rows.Scan(into...); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", t.table, err)
		}
		read, last = read+1, &row.ID
		who := n
		if late {
			who = byID
		}
		if t.isAbout(who, row.Texts) {
			found = append(found, row)
		}
	}
	if read < atOnce {
		last = nil
	}
	return found, last, rows.Err()
}

// isAbout reports whether the texts of a row are about the person, as they are stored or without
// escapes.
func (t *mentions) isAbout(n *names, texts []string) bool {
	if t.about(n, texts) {
		return true
	}
	var plain []string
	for i, text := range texts {
		if strings.HasSuffix(t.texts[i], ":json") && strings.Contains(text, `\`) {
			if plain == nil {
				plain = slices.Clone(texts)
			}
			plain[i] = unescaped(text)
		}
	}
	return plain != nil && t.about(n, plain)
}

// all returns the ids of all rows about the person.
func (t *mentions) all(ctx context.Context, d *db.DB, n *names) (ids []uuid.UUID, err error) {
	after := &uuid.UUID{}
	for after != nil {
		var found []mention
		if found, after, err = t.after(ctx, d, n, *after, exportedAtOnce); err != nil {
			return nil, err
		}
		for _, row := range found {
			ids = append(ids, row.ID)
		}
	}
	return ids, nil
}

// clear removes the person from rows.
func (t *mentions) clear(ctx context.Context, d *db.DB, n *names, rows []mention) error {
	for _, row := range rows {
		var err error
		if t.erase == nil {
			err = d.InFirm(ctx).Delete(t.table, "id = $2", row.ID)
		} else {
			err = t.erase(ctx, d, n, row)
		}
		if err != nil {
			return fmt.Errorf("erase a person from %s: %w", t.table, err)
		}
	}
	return nil
}

// anyText reports whether one of the texts has an address or an id of the person.
func anyText(n *names, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return n.idIn(text) || n.addressIn(text) })
}

// set returns a function that sets columns, which are given as in UPDATE.
func set(table, columns string) func(context.Context, *db.DB, *names, mention) error {
	return func(ctx context.Context, d *db.DB, _ *names, r mention) error {
		return d.InFirm(ctx).Later("UPDATE "+table+" SET "+columns+" WHERE firm_id = $1 AND id = $2", r.ID)
	}
}

// onlyID leaves of the data of an event the id of its record, as in the event of a deletion.
func onlyID(table string, column int) func(context.Context, *db.DB, *names, mention) error {
	return func(ctx context.Context, d *db.DB, _ *names, r mention) error {
		var data struct {
			ID *string `json:"id,omitempty"`
		}
		_ = json.Unmarshal([]byte(r.Texts[column]), &data) // data of another form goes as a whole
		left, err := json.Marshal(data)
		if err != nil {
			return err
		}
		return d.InFirm(ctx).Later("UPDATE "+table+" SET data = $3 WHERE firm_id = $1 AND id = $2", r.ID, string(left))
	}
}
