// Package blob stores the contents of files outside the database: on disk, or in a bucket of S3.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	gocloud "gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // for s3:// URLs
	"gocloud.dev/gcerrors"
)

const (
	// fileMode and folderMode allow nobody else on the machine to read what firms upload.
	fileMode   = 0o600
	folderMode = 0o700
	// partSize is how much of an upload to S3 is in memory at a time.
	partSize = 5 << 20
)

// ErrNotFound is returned for a key that has no blob.
var ErrNotFound = errors.New("blob: not found")

var errNoURL = errors.New("blob: open the bucket: the URL is not valid")

// Store is a place for blobs. Its keys are paths of letters, digits, dashes and slashes, and never what a client sent.
type Store struct {
	bucket *gocloud.Bucket
	// dir is the folder of a store on disk, otherwise empty.
	dir string
}

// Reader reads a blob. It can seek, and knows its size and when it was written.
type Reader = gocloud.Reader

// ValidURL reports whether [Open] knows the scheme of a URL, and whether that of a bucket names nothing but the bucket: credentials do not
// belong in it.
func ValidURL(location string) bool {
	scheme, rest, found := strings.Cut(location, "://")
	if scheme == fileblob.Scheme {
		return rest != ""
	}
	place, _, _ := strings.Cut(rest, "?")
	_, err := url.Parse(location)
	return found && err == nil && !strings.ContainsAny(place, "@:") && gocloud.DefaultURLMux().ValidBucketScheme(scheme)
}

// Open opens the store at a URL: file://path, whose folder it creates, or s3://bucket?region=… with the parameters of
// gocloud.dev/blob/s3blob. Its error does not repeat the URL of a bucket, in which somebody may have written a secret.
func Open(ctx context.Context, location string) (*Store, error) {
	path, isDisk := strings.CutPrefix(location, fileblob.Scheme+"://")
	if !isDisk {
		parsed, err := url.Parse(location)
		if err != nil {
			return nil, errNoURL
		}
		bucket, err := gocloud.DefaultURLMux().OpenBucketURL(ctx, parsed)
		if err != nil {
			reason := strings.ReplaceAll(err.Error(), parsed.String(), "the URL")
			return nil, fmt.Errorf("blob: open the bucket: %s", reason) //nolint:err113 // Without the error that has the URL.
		}
		return &Store{bucket: bucket}, nil
	}
	dir, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		CreateDir: true, DirFileMode: folderMode, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: open the folder: %w", err)
	}
	return &Store{bucket: bucket, dir: dir}, nil
}

// Close releases what the store holds.
func (s *Store) Close() error { return s.bucket.Close() }

// Put stores all of content and returns its size. It reads as it writes, so that memory does not grow with the content.
// The blob appears when all of it is stored: after an error, which may be that of content, there is none.
func (s *Store) Put(ctx context.Context, key string, content io.Reader) (size int64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	w, err := s.bucket.NewWriter(ctx, key, &gocloud.WriterOptions{
		ContentType: "application/octet-stream", BufferSize: partSize, MaxConcurrency: 1,
		BeforeWrite: func(as func(any) bool) error {
			if as(&file) {
				return file.Chmod(fileMode)
			}
			return nil
		},
	})
	if err != nil {
		return 0, fmt.Errorf("blob: store: %w", err)
	}
	size, err = io.Copy(struct{ io.Writer }{w}, content)
	if err == nil && file != nil {
		err = file.Sync() // The row that refers to the blob survives a power failure; so must the blob.
	}
	if err != nil {
		cancel() // Close then drops what was written.
		return 0, errors.Join(fmt.Errorf("blob: store: %w", err), ignoreCancelled(w.Close()))
	}
	if err := w.Close(); err != nil {
		return 0, fmt.Errorf("blob: store: %w", err)
	}
	return size, nil
}

func ignoreCancelled(err error) error {
	if gcerrors.Code(err) == gcerrors.Canceled || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Get opens a blob for reading; [ErrNotFound] when there is none. The reader works as long as ctx lives.
func (s *Store) Get(ctx context.Context, key string) (*Reader, error) {
	reader, err := s.bucket.NewReader(ctx, key, nil)
	switch {
	case gcerrors.Code(err) == gcerrors.NotFound:
		return nil, ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	return reader, nil
}

// Delete deletes a blob and, on disk, what a process that died has written of it. It returns nil when there is nothing.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := s.bucket.Delete(ctx, key); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("blob: delete: %w", err)
	}
	if s.dir == "" {
		return nil
	}
	unfinished, err := filepath.Glob(filepath.Join(s.dir, filepath.FromSlash(key)) + ".*.tmp") // as fileblob names them
	if err != nil {
		return fmt.Errorf("blob: find unfinished writes: %w", err)
	}
	for _, path := range unfinished {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("blob: delete an unfinished write: %w", err)
		}
	}
	return nil
}
