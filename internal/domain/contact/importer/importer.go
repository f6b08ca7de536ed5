// Package importer imports contacts from uploaded tables, as a job.
//
// [Importer.Queue] stores an import and queues its job. The job first counts the rows of the file, then imports them in steps
// of a few thousand: a step writes the contacts of its rows, what it rejected, the counters and where the next step begins in one
// transaction, so that it takes effect exactly once. While it writes some rows, it parses the next ones.
//
// A row belongs to the contact that has one of its phone numbers, by match key, otherwise to one that has one of its e-mail
// addresses, if their names are the same or one of the two has no phone; of several contacts to the oldest. So the rows of a file
// that are about one person become one contact.
//   - Blank cells change nothing. Names, gender, isActive, profilePic and the lines of the first address are overwritten.
//   - Phones, e-mails and tags are added; those that the contact has stay as they are.
//   - A cell that can't be stored is left out of its row, and reported; a row without a name, a phone and an e-mail is rejected.
//   - A row that changes nothing counts as unchanged; without updateExisting, so does every row that belongs to a contact.
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
	// busy is that of [New].
	busy func() bool
	// maxBatch is how many rows a step reads at most.
	maxBatch int

	progress progress
}

// New returns an importer of the files of a store. While busy reports that others need the processors, an import uses one at a time:
// it does not parse rows while the database writes others, and on PostgreSQL it rests between rows.
func New(d *db.DB, files *file.Store, may *authz.Enforcer, notifications *notification.Center, busy func() bool) *Importer {
	i := &Importer{
		db: d, files: files, authz: may, notifications: notifications, busy: busy, maxBatch: maxBatch,
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
