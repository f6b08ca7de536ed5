package file

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
)

// PublicPath is the path of the public images. The token of an image follows.
const PublicPath = "/files/"

// tokenSize is the number of random bytes of a token.
const tokenSize = 32

// isImage reports whether a content type gets a public URL. None of these types can contain a
// script.
func isImage(contentType string) bool {
	return contentType == "image/jpeg" || contentType == "image/png" || contentType == "image/webp"
}

func newToken() string {
	random := make([]byte, tokenSize)
	_, _ = rand.Read(random) // never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// publicKey returns the key of the blob of a public image. The key does not reveal the token, and
// contains no text of a client.
func publicKey(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "public/" + hex.EncodeToString(sum[:])
}

// Image opens the public image with this token, and returns its type. It returns NotFound for every
// other text. The caller closes the reader. Image does not query the database: whoever has the
// token may read the image as long as it exists.
func (s *Store) Image(ctx context.Context, token string) (_ *blob.Reader, contentType string, err error) {
	defer fault.Wrap(&err, "file.Image")
	if random, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(random) != tokenSize {
		return nil, "", errNoImage()
	}
	image, err := s.get(ctx, publicKey(token))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, "", errNoImage()
	}
	if err != nil {
		return nil, "", err
	}
	head := make([]byte, min(sniffed, image.Size()))
	if _, err = io.ReadFull(image, head); err == nil {
		_, err = image.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("read the image: %w", err), image.Close())
	}
	contentType = http.DetectContentType(head)
	if !isImage(contentType) {
		return nil, "", errors.Join(errNoImage(), image.Close())
	}
	return image, contentType, nil
}

func errNoImage() error { return fault.New(fault.NotFound, "There is no such image.") }
