// Package importer imports contacts from uploaded tables, as a job.
//
// [Importer.Queue] stores an import and queues its job. The job first counts the rows of the file,
// and then imports them in steps of a few thousand. In one transaction, a step writes the contacts
// of its rows, its rejected rows, the counters and the beginning of the next step. So a step takes
// effect exactly once. While a step writes some rows, it parses the next ones.
//
// A row belongs to the contact that has one of its phone numbers, by match key. Otherwise it
// belongs to one that has one of its e-mail addresses, if their names are the same or one of the
// two has no phone. Of several contacts it belongs to the oldest. So all rows of a file about one
// person become one contact.
//   - Blank cells change nothing. Names, gender, isActive, profilePic and the lines of the first
//     address are overwritten.
//   - Phones, e-mail addresses and tags are added. Those that the contact has do not change.
//   - A cell that can't be stored is left out of its row, and reported. A row without a name, a
//     phone and an e-mail address is rejected.
//   - A row that changes nothing counts as unchanged. Without updateExisting, every row that
//     belongs to a contact counts as unchanged.
package importer

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/job"
)

// The limits of a file.
const (
	MaxRows = 2_000_000
	MaxSize = 200 << 20
)

// MaxUnfinished is how many imports and undos of a firm may wait or run at a time.
const MaxUnfinished = 500

// Importer imports contacts.
type Importer struct {
	db            *db.DB
	files         *file.Store
	authz         *authz.Enforcer
	notifications *notification.Center
	// busy is the function passed to [New].
	busy func() bool
	// maxBatch is the maximum number of rows that a step reads.
	maxBatch int
	// maxLoaded is the constant, except in tests.
	maxLoaded int

	progress progress
}

// New returns an importer for the files of a store. While busy reports that others need the
// processors, an import uses one processor at a time: it does not parse rows while the database
// writes others, and on PostgreSQL it rests between rows.
func New(d *db.DB, files *file.Store, may *authz.Enforcer, notifications *notification.Center, busy func() bool) *Importer {
	i := &Importer{
		db: d, files: files, authz: may, notifications: notifications, busy: busy, maxBatch: maxBatch, maxLoaded: maxLoaded,
		progress: progress{watchers: map[uuid.UUID]map[*watcher]struct{}{}},
	}
	if d.Dialect() == db.SQLite {
		i.maxBatch = maxBatchSQLite
	}
	return i
}

// Handle registers the steps of imports and of undos.
func (i *Importer) Handle(r *job.Runner) {
	job.Handle(r, i.step, i.failed)
	job.Handle(r, i.undoStep, i.undoFailed)
}
