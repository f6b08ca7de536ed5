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
	"strings"
	"sync"
	"time"
)

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
	// plain and gzipped return the two forms of the content. One of them is made from the other
	// when it is first asked for. gzipped is nil for a file that does not become smaller.
	plain, gzipped func() source
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
		f.plain, f.gzipped = given, sync.OnceValue(func() source { return pack(content) })
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
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		content = f.gzipped
	}
	http.ServeContent(w, r, "", time.Time{}, readerOf(content()))
}

// pack returns the gzip file of the content.
func pack(content source) source {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
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
