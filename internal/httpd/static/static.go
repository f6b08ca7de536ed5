// Package static serves files that are in the program: the pages for people, and all that they
// load.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// brotliLevel makes the console 6 % smaller than gzip does, in a fifth of a second. The highest
// level makes it 13 % smaller, and the first visitor after each start would wait four seconds.
const brotliLevel = 9

// Page is a page or a file that a page loads. The path is that of a [httpd.Mount].
//
// [httpd.Mount]: https://pkg.go.dev/github.com/firmhub/firmhub/internal/httpd#Mount
type Page struct {
	Path    string
	Handler http.Handler
}

// File is one file, ready to be served.
type File struct {
	contentType string
	etag        string
	policy      string
	cache       string
	missing     bool
	// plain, gzipped and brotlied return the forms of the content. One of them is given, and the
	// others are made from it when they are first asked for. brotlied is nil for a file that is
	// given as gzip.
	plain, gzipped, brotlied func() source
}

// source is content for many concurrent readers.
type source interface {
	io.ReaderAt
	Size() int64
}

// readerOf returns a reader from the beginning.
func readerOf(s source) *io.SectionReader { return io.NewSectionReader(s, 0, s.Size()) }

// Open returns a file of an embedded file system. It does not copy the file, which is already in
// the program. A file name.gz is served as name. Open panics if there is no such file: the program
// was then built without its own parts.
func Open(files fs.FS, name, policy string) *File {
	file, err := files.Open(name)
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	info, err := file.Stat()
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	content, ok := file.(io.ReaderAt)
	if !ok {
		panic("static: an embedded file can't be read at an offset")
	}
	return newFile(name, policy, io.NewSectionReader(content, 0, info.Size()))
}

// New returns a file with the content. The name determines the media type. Policy is the
// Content-Security-Policy.
func New(name, policy string, content []byte) *File {
	return newFile(name, policy, bytes.NewReader(content))
}

// Forever returns the file for a path that changes with its content, so that browsers need not ask
// for it again.
func (f *File) Forever() *File {
	forever := *f
	forever.cache = "public, max-age=31536000, immutable"
	return &forever
}

// NotFound returns the file for paths that do not exist. It is always sent whole, with the status
// 404.
func (f *File) NotFound() *File {
	missing := *f
	missing.missing = true
	return &missing
}

func newFile(file, policy string, content source) *File {
	name, packed := strings.CutSuffix(file, ".gz")
	sum := sha256.New()
	if _, err := io.Copy(sum, readerOf(content)); err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	f := &File{
		contentType: contentType(name),
		policy:      policy,
		// The tag makes it cheap to ask again.
		cache: "no-cache",
		// Weak, since the packed and the unpacked form have the same tag.
		etag: `W/"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`,
	}
	given := func() source { return content }
	if packed {
		f.gzipped, f.plain = given, sync.OnceValue(func() source { return unpack(content) })
	} else {
		f.plain = given
		f.gzipped = sync.OnceValue(func() source {
			return pack(content, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) })
		})
		f.brotlied = sync.OnceValue(func() source {
			return pack(content, func(w io.Writer) (io.WriteCloser, error) { return brotli.NewWriterLevel(w, brotliLevel), nil })
		})
	}
	return f
}

// contentType returns the media type. The mime package would use the tables of the machine.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

// ServeHTTP answers 304 to a browser that has this very file.
func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Security-Policy", f.policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", f.cache)
	header.Set("ETag", f.etag)
	header.Add("Vary", "Accept-Encoding")

	content := f.plain
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case f.brotlied != nil && accepts(accepted, "br"):
		header.Set("Content-Encoding", "br")
		content = f.brotlied
	case accepts(accepted, "gzip"):
		header.Set("Content-Encoding", "gzip")
		content = f.gzipped
	}
	if f.missing {
		header.Del("ETag")
		header.Set("Content-Length", strconv.FormatInt(content().Size(), 10))
		w.WriteHeader(http.StatusNotFound)
		if r.Method != http.MethodHead {
			_, _ = io.Copy(w, readerOf(content()))
		}
		return
	}
	http.ServeContent(w, r, "", time.Time{}, readerOf(content()))
}

// accepts reports whether a header Accept-Encoding names the coding (RFC 9110, section 12.5.3).
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(weight), "q="), "0.")
			return weight == "" || q != ""
		}
	}
	return false
}

// pack returns the content as the writer compresses it.
func pack(content source, compress func(io.Writer) (io.WriteCloser, error)) source {
	var packed bytes.Buffer
	w, err := compress(&packed)
	if err == nil {
		_, err = io.Copy(w, readerOf(content))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	return bytes.NewReader(packed.Bytes())
}

// unpack returns the content of a gzip file. It panics on a file that scripts/assets.sh did not
// write.
func unpack(packed source) source {
	reader, err := gzip.NewReader(readerOf(packed))
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	return bytes.NewReader(content)
}
