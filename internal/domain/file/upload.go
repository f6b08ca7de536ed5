package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/fileusage"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// sniffed is how many bytes of the content determine its type.
	sniffed = 512
	// retryUpload is how long to wait before another attempt while too many uploads are running.
	retryUpload = 5 * time.Second
)

// Upload stores a file of the viewer's firm while it arrives. It detects the type from the content,
// and never uses the client's. It returns PayloadTooLarge for a file of more than [MaxSize], and
// when the firm's files would exceed the quota. It returns TooManyRequests while too many uploads
// of the firm or of the viewer are running, and otherwise the error of the content.
func (s *Store) Upload(ctx context.Context, in upload.File) (_ *File, err error) {
	defer fault.Wrap(&err, "file.Upload")
	firm := viewer.From(ctx).FirmID
	end, err := s.begin(viewer.From(ctx))
	if err != nil {
		return nil, err
	}
	defer end()
	left, err := s.left(ctx)
	if err != nil {
		return nil, err
	}
	head := make([]byte, sniffed)
	n, err := io.ReadFull(in.Content, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	head = head[:n]
	contentType := http.DetectContentType(head)
	id := entity.NewID()
	key, token := firm.String()+"/"+id.String(), (*string)(nil)
	if isImage(contentType) {
		token = new(newToken())
		key = publicKey(*token)
	}

	source := &limited{source: io.MultiReader(bytes.NewReader(head), in.Content), most: s.maxSize, left: left}
	var made *File
	err = s.Keep(ctx, Blob{id, key}, source, func(ctx context.Context, size int64) error {
		if size > maxImage {
			token = nil // Nobody ever learns it.
		}
		counted, err := s.count(ctx, firm, s.counted(size))
		if err != nil {
			return err
		}
		if !counted {
			return s.quotaExceeded()
		}
		kind, by := uploader(viewer.From(ctx))
		row, err := s.db.Client.File.Create().SetID(id).SetName(CleanName(in.Name)).SetContentType(contentType).
			SetSize(size).SetBlobKey(key).SetNillablePublicToken(token).SetUploaderKind(kind).SetUploaderID(by).
			Save(ctx)
		if err == nil {
			made = s.newFile(row)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// begin counts an upload of the viewer until end is called.
func (s *Store) begin(v *viewer.Viewer) (end func(), err error) {
	_, by := uploader(v)
	end, err = s.uploads.Begin(v.FirmID, by)
	switch {
	case errors.Is(err, throttle.ErrMemberFull):
		return nil, fault.Retry(fault.TooManyRequests, retryUpload,
			"You upload %d files already. Try again when one has ended.", s.uploads.OfMember())
	case err != nil:
		return nil, fault.Retry(fault.TooManyRequests, retryUpload,
			"Your firm uploads %d files already. Try again when one has ended.", s.uploads.OfGroup())
	}
	return end, nil
}

// left returns how many bytes the firm may still store. Running uploads do not count yet;
// [Store.Upload] counts them at their ends.
func (s *Store) left(ctx context.Context) (int64, error) {
	used, err := s.db.Client.FileUsage.Query().Select(fileusage.FieldBytes).Ints(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the usage: %w", err)
	}
	left := s.quota
	for _, size := range used {
		left -= int64(size)
	}
	if left <= 0 {
		return 0, s.quotaExceeded()
	}
	return min(left, s.quota), nil
}

func (s *Store) quotaExceeded() error {
	return fault.New(fault.PayloadTooLarge, "The files of your firm may have at most %d bytes together. Delete some.", s.quota)
}

// counted returns how much of the quota a file of a size takes.
func (s *Store) counted(size int64) int64 { return max(size, s.leastSize) }

// count adds bytes to the size of a firm's files. If that would exceed the quota, it adds nothing
// and returns false.
func (s *Store) count(ctx context.Context, firm uuid.UUID, size int64) (bool, error) {
	changed, err := s.db.InFirm(rule.ForFirm(ctx, firm, "count the bytes of a firm")).Exec(`
INSERT INTO file_usages (id, created_at, updated_at, firm_id, bytes) VALUES ($2, $3, $3, $1, $4)
ON CONFLICT (firm_id) DO UPDATE SET bytes = file_usages.bytes + excluded.bytes, updated_at = excluded.updated_at
WHERE file_usages.bytes + excluded.bytes <= $5 OR excluded.bytes <= 0`, entity.NewID(), entity.Now(), size, s.quota)
	if err != nil {
		return false, fmt.Errorf("count the bytes: %w", err)
	}
	return changed > 0, nil
}

// limited returns PayloadTooLarge for content of more than most bytes, or more than the firm has
// left.
type limited struct {
	source     io.Reader
	most, left int64
	read       int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.source.Read(p)
	l.read += int64(n)
	switch {
	case l.read > l.most:
		return 0, fault.New(fault.PayloadTooLarge, "A file may have at most %d bytes.", l.most)
	case l.read > l.left:
		return 0, fault.New(fault.PayloadTooLarge, "Your firm has %d bytes left for files. Delete some.", l.left)
	}
	return n, err
}
