package file

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
)

// retryBlobs is how long to wait while the store of blobs fails: a disk is full or read-only, or S3
// does not answer.
const retryBlobs = 5 * time.Second

// put writes a blob. It returns the error of content as it is, and Unavailable if the store fails.
func (s *Store) put(ctx context.Context, key string, content io.Reader) (int64, error) {
	source := &readable{Reader: content}
	size, err := s.blobs.Put(ctx, key, source)
	if source.failed {
		return size, err
	}
	return size, unavailable(ctx, err)
}

// get opens a blob. It returns [blob.ErrNotFound] if there is none, and Unavailable if the store
// fails.
func (s *Store) get(ctx context.Context, key string) (*blob.Reader, error) {
	content, err := s.blobs.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, err
	}
	return content, unavailable(ctx, err)
}

func unavailable(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault.Retry(fault.Unavailable, retryBlobs, "Files can't be stored or read right now. Try again.").Because(err)
}

// readable remembers whether reading has failed.
type readable struct {
	io.Reader

	failed bool
}

func (r *readable) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	r.failed = r.failed || err != nil && !errors.Is(err, io.EOF)
	return n, err
}
