// Package file stores the files that users and API clients upload. The content is a blob, and
// everything else is a row of the firm.
//
// A blob is written before the transaction that adds its row, so that no transaction lasts as long
// as an upload. A row of blob_cleanups is committed before the blob is written, and deleted with
// the commit of the file. So [Store.Cleanup] finds the blob whatever happens in between.
package file

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

// MaxSize is the size of the largest file.
const MaxSize = 200 << 20

const (
	// maxImage is the size of the largest image that gets a public URL.
	maxImage = 5 << 20
	// defaultQuota is the maximum total size of a firm's files in bytes.
	defaultQuota = 5 << 30
	// leastSize is how many bytes the smallest file counts towards the quota, for its row and its
	// block on the disk. It limits the number of files of a firm.
	leastSize = 4 << 10
	// kept is how long files are kept, except public images.
	kept = 30 * 24 * time.Hour
	// uploadsOfFirm is how many uploads of a firm one process accepts at a time. One user or API
	// client may have half as many.
	uploadsOfFirm = 8
)

// Store keeps the files of all firms.
type Store struct {
	db    *db.DB
	blobs blob.Store
	authz *authz.Enforcer
	// publicURL is the server's URL for clients, without a slash at the end.
	publicURL string
	// maxSize is the maximum size of a file in bytes. quota is the maximum total size of a firm's
	// files, of which each counts at least leastSize.
	maxSize, quota, leastSize int64

	// uploads are the running uploads, by firm and uploader.
	uploads *throttle.Shares[uuid.UUID, uuid.UUID]
}

// New returns a store of files with their contents in blobs. publicURL is the server's URL for
// clients, such as https://api.example.com.
func New(d *db.DB, blobs blob.Store, may *authz.Enforcer, publicURL string) *Store {
	return &Store{
		db: d, blobs: blobs, authz: may, publicURL: publicURL, maxSize: MaxSize, quota: defaultQuota, leastSize: leastSize,
		uploads: throttle.NewShares[uuid.UUID, uuid.UUID](uploadsOfFirm),
	}
}

// File is a file, as the API returns it.
type File struct {
	ID   uuid.UUID
	Name string
	// ContentType was detected from the content.
	ContentType string
	Size        int
	CreatedAt   time.Time
	// URL is public. Only images have one.
	URL *string
}

func (s *Store) newFile(row *ent.File) *File {
	f := &File{
		ID: row.ID, Name: row.Name, ContentType: row.ContentType, Size: int(row.Size), CreatedAt: row.CreatedAt,
	}
	if row.PublicToken != nil {
		f.URL = new(s.publicURL + PublicPath + *row.PublicToken)
	}
	return f
}

// Get returns a file of the viewer's firm. It returns NotFound unless the viewer uploaded it or
// holds Contact:Import.
func (s *Store) Get(ctx context.Context, id uuid.UUID) (_ *File, err error) {
	defer fault.Wrap(&err, "file.Get")
	row, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.newFile(row), nil
}

// Content opens the content of a file that [Store.Get] returns to the viewer. It returns NotFound
// if that is gone, with [blob.ErrNotFound] as the cause. The caller closes the reader.
func (s *Store) Content(ctx context.Context, id uuid.UUID) (_ *File, _ *blob.Reader, err error) {
	defer fault.Wrap(&err, "file.Content")
	row, err := s.find(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	content, err := s.get(ctx, row.BlobKey)
	if errors.Is(err, blob.ErrNotFound) { // It was deleted just now, or a backup was restored without it.
		return nil, nil, noFile(err)
	}
	if err != nil {
		return nil, nil, err
	}
	return s.newFile(row), content, nil
}

func (s *Store) find(ctx context.Context, id uuid.UUID, conditions ...predicate.File) (*ent.File, error) {
	readable, err := s.readable(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.db.Client.File.Query().Where(file.ID(id)).Where(readable...).Where(conditions...).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, noFile(err)
	}
	return row, err
}

func noFile(why error) error { return fault.New(fault.NotFound, "There is no such file.").Because(why) }

// readable returns the predicates of the files that the viewer may read.
func (s *Store) readable(ctx context.Context) ([]predicate.File, error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.System {
		return nil, nil
	}
	err := s.authz.Can(ctx, "Contact", "Import")
	switch {
	case err == nil:
		return nil, nil
	case !fault.Is(err, fault.Forbidden):
		return nil, err
	}
	kind, id := uploader(v)
	return []predicate.File{file.UploaderKindEQ(kind), file.UploaderID(id)}, nil
}

// uploader identifies the viewer as an uploader.
func uploader(v *viewer.Viewer) (file.UploaderKind, uuid.UUID) {
	if v.Kind == viewer.APIClient {
		return file.UploaderKindApiClient, v.APIClientID
	}
	return file.UploaderKindUser, v.UserID
}
