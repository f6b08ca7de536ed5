// Package blob stores the contents of files outside the database: on disk, or in a bucket of S3.
package blob

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"
)

const (
	diskScheme = "file"
	s3Scheme   = "s3"
)

// ErrNotFound is returned for a key that has no blob.
var ErrNotFound = errors.New("blob: not found")

var (
	errNoURL  = errors.New("blob: the URL is not valid")
	errScheme = errors.New("blob: the URL must be file://path or s3://bucket")
)

// Store stores blobs. Their keys are paths of letters, digits, dashes and slashes, and never come
// from a client.
type Store interface {
	// Put stores all of content and returns its size. It writes while it reads, so that memory does
	// not grow with the content. The blob appears when all of it is stored. After an error, which
	// may be an error of content, there is no blob.
	Put(ctx context.Context, key string, content io.Reader) (size int64, err error)
	// Get opens a blob for reading. It returns [ErrNotFound] when there is none. The reader works
	// until ctx is done.
	Get(ctx context.Context, key string) (*Reader, error)
	// Delete deletes a blob. On disk, it also deletes a part that a dead process has written. It
	// returns nil when there is nothing to delete.
	Delete(ctx context.Context, key string) error
	// Close releases the resources of the store.
	Close() error
}

// Reader reads a blob.
type Reader struct {
	io.ReadSeekCloser

	size    int64
	modTime time.Time
}

// Size returns the number of bytes of the blob.
func (r *Reader) Size() int64 { return r.size }

// ModTime returns when the blob was written.
func (r *Reader) ModTime() time.Time { return r.modTime }

// ValidURL reports whether [Open] knows the scheme of a URL. The URL of a bucket must contain
// nothing but the bucket, in particular no credentials.
func ValidURL(location string) bool {
	scheme, rest, _ := strings.Cut(location, "://")
	switch scheme {
	case diskScheme:
		return rest != ""
	case s3Scheme:
		place, _, _ := strings.Cut(rest, "?")
		_, err := url.Parse(location)
		return err == nil && place != "" && !strings.ContainsAny(place, "@:")
	}
	return false
}

// Open opens the store at a URL. It is file://path, whose folder Open creates, or
// s3://bucket?region=…, with the other parameters in docs/install.md. Its error does not repeat the
// URL of a bucket, which may contain a secret by mistake.
func Open(location string) (Store, error) {
	scheme, path, _ := strings.Cut(location, "://")
	switch scheme {
	case diskScheme:
		opened, err := openDisk(path)
		if err != nil {
			return nil, err
		}
		return opened, nil
	case s3Scheme:
		parsed, err := url.Parse(location)
		if err != nil {
			return nil, errNoURL
		}
		opened, err := openBucket(parsed)
		if err != nil {
			return nil, err
		}
		return opened, nil
	}
	return nil, errScheme
}
