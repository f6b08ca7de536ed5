package file

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
)

// ErrElsewhere is returned by [Store.Check] if the files of the database are in another store.
var ErrElsewhere = errors.New("file: the files of the database are in another place")

// Check returns [ErrElsewhere] if the newest files of all firms in the database are not in the
// store. A process that runs jobs with the wrong store would end the imports of all firms, since it
// finds none of their files. Check looks for several files, since one may just have been deleted.
func (s *Store) Check(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "file.Check")
	const newest = 3
	rows, err := s.db.Client.File.Query().Where(file.PublicTokenIsNil()).Order(ent.Desc(file.FieldCreatedAt)).Limit(newest).
		Select(file.FieldBlobKey).All(rule.AcrossFirms(ctx, "find the newest files of all firms"))
	if err != nil {
		return fmt.Errorf("find the newest files: %w", err)
	}
	for _, row := range rows {
		content, err := s.blobs.Get(ctx, row.BlobKey)
		if err == nil {
			return content.Close()
		}
		if !errors.Is(err, blob.ErrNotFound) {
			return err
		}
	}
	if len(rows) > 0 {
		return ErrElsewhere
	}
	return nil
}
