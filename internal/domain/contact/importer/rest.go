package importer

import (
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// While others need the processors, an import rests for a moment after some rows that it parses or
// sends to a table. Otherwise they would wait for it for milliseconds at a time. On SQLite it does
// not rest, because other writers would wait longer.
const (
	restRows = 100
	restTime = time.Millisecond
)

// rests returns a function to call for each row, from one goroutine at a time.
func (i *Importer) rests() (each func()) {
	if i.db.Dialect() == db.SQLite {
		return func() {}
	}
	rows := 0
	return func() {
		rows++
		if rows%restRows == 0 && i.busy() {
			time.Sleep(restTime) //nolint:forbidigo // it waits for nothing
		}
	}
}
