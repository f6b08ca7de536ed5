package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
)

const (
	// partSize is how much of an upload is in memory at a time. It is the minimum size in S3 of
	// every part except the last.
	partSize = 5 << 20
	// abortTime is how long the abort of a failed upload may take.
	abortTime = 10 * time.Second
)

// bucket is a store in a bucket of S3.
type bucket struct {
	name      string
	client    *minio.Core
	transport *http.Transport
	options   minio.PutObjectOptions
}

// Close implements [Store].
func (b *bucket) Close() error {
	b.transport.CloseIdleConnections()
	return nil
}

// Put implements [Store]. Content that fits into one part takes one request.
func (b *bucket) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	var part bytes.Buffer
	if err := readPart(&part, content); err != nil {
		return 0, fmt.Errorf("blob: store: %w", err)
	}
	if part.Len() == partSize {
		return b.putParts(ctx, key, &part, content)
	}
	size := int64(part.Len())
	_, err := b.client.PutObject(ctx, b.name, key, bytes.NewReader(part.Bytes()), size, "", sum(part.Bytes()), b.options)
	if err != nil {
		return 0, fmt.Errorf("blob: store: %w", err)
	}
	return size, nil
}

// putParts stores the first part and the rest of content. S3 shows the blob once the upload is
// completed.
func (b *bucket) putParts(ctx context.Context, key string, part *bytes.Buffer, content io.Reader) (size int64, err error) {
	upload, err := b.client.NewMultipartUpload(ctx, b.name, key, b.options)
	if err != nil {
		return 0, fmt.Errorf("blob: store: begin the upload: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.abort(ctx, key, upload))
		}
	}()
	var parts []minio.CompletePart
	for part.Len() > 0 {
		stored, err := b.client.PutObjectPart(ctx, b.name, key, upload, len(parts)+1, bytes.NewReader(part.Bytes()), int64(part.Len()),
			minio.PutObjectPartOptions{Sha256Hex: sum(part.Bytes()), DisableContentSha256: true})
		if err != nil {
			return 0, fmt.Errorf("blob: store a part: %w", err)
		}
		parts = append(parts, minio.CompletePart{PartNumber: stored.PartNumber, ETag: stored.ETag})
		size += int64(part.Len())
		if err := readPart(part, content); err != nil {
			return 0, fmt.Errorf("blob: store: %w", err)
		}
	}
	if _, err := b.client.CompleteMultipartUpload(ctx, b.name, key, upload, parts, minio.PutObjectOptions{}); err != nil {
		return 0, fmt.Errorf("blob: store: end the upload: %w", err)
	}
	return size, nil
}

// abort deletes the parts of an upload that failed, maybe because its context has ended.
func (b *bucket) abort(ctx context.Context, key, upload string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortTime)
	defer cancel()
	if err := b.client.AbortMultipartUpload(ctx, b.name, key, upload); err != nil {
		return fmt.Errorf("delete the parts of the upload: %w", err)
	}
	return nil
}

// readPart replaces the buffer with the next part of content. The part is empty at the end.
func readPart(part *bytes.Buffer, content io.Reader) error {
	part.Reset()
	_, err := part.ReadFrom(io.LimitReader(content, partSize))
	return err
}

// sum returns a checksum. S3 uses it to check that a part has arrived unchanged.
func sum(part []byte) string {
	sum := sha256.Sum256(part)
	return hex.EncodeToString(sum[:])
}

// Get implements [Store].
func (b *bucket) Get(ctx context.Context, key string) (*Reader, error) {
	object, err := b.client.Client.GetObject(ctx, b.name, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	info, err := object.Stat() // the first request
	if err != nil {
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			err = ErrNotFound
		}
		return nil, errors.Join(fmt.Errorf("blob: open: %w", err), object.Close())
	}
	return &Reader{ReadSeekCloser: object, size: info.Size, modTime: info.LastModified}, nil
}

// Delete implements [Store].
func (b *bucket) Delete(ctx context.Context, key string) error {
	if err := b.client.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("blob: delete: %w", err)
	}
	return nil
}
