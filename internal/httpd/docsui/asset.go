package docsui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// policy lets a page load from this server only, and run no inline script and no inline style.
// GraphiQL and Swagger UI contain their fonts and icons as data. GraphiQL's dialogs try to add one
// style that locks scrolling. The browser refuses it and reports that in its console; these pages
// do not scroll.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// asset is one file, ready to be served.
type asset struct {
	contentType string
	etag        string
	content     source
	// unpacked is set if content is gzipped. It is the same content for the rare client that does
	// not accept gzip.
	unpacked source
}

// source is content for many concurrent readers.
type source interface {
	io.ReaderAt
	Size() int64
}

// readerOf returns a reader from the beginning.
func readerOf(s source) *io.SectionReader { return io.NewSectionReader(s, 0, s.Size()) }

// load returns an embedded file. It does not copy the file, which is already in the program. It
// panics if there is none: the program was then built without its own parts.
func load(name string) *asset {
	file, err := files.Open(name)
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	info, err := file.Stat()
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	content, ok := file.(io.ReaderAt)
	if !ok {
		panic("docsui: an embedded file can't be read at an offset")
	}
	return newAsset(name, io.NewSectionReader(content, 0, info.Size()))
}

func newAsset(file string, content source) *asset {
	name, packed := strings.CutSuffix(file, ".gz")
	sum := sha256.New()
	if _, err := io.Copy(sum, readerOf(content)); err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	a := &asset{
		contentType: contentType(name),
		// Weak, since the packed and the unpacked form have the same tag.
		etag:    `W/"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`,
		content: content,
	}
	if packed {
		a.unpacked = unpack(content)
	}
	return a
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
	}
	return "application/octet-stream"
}

// ServeHTTP answers 304 to a browser that has this very file; the tag makes asking again cheap.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", a.contentType)
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", a.etag)

	content := a.content
	if a.unpacked != nil {
		header.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			header.Set("Content-Encoding", "gzip")
		} else {
			content = a.unpacked
		}
	}
	http.ServeContent(w, r, "", time.Time{}, readerOf(content))
}

// unpack returns the content of a gzip file. It unpacks the file only when it is first read: a HEAD
// and a 304 need only the size, which is at the end of the file. Reading panics on a file that
// scripts/assets.sh did not write.
func unpack(packed source) source {
	var size [4]byte
	if _, err := packed.ReadAt(size[:], packed.Size()-int64(len(size))); err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	return io.NewSectionReader(onceRead(sync.OnceValue(func() *bytes.Reader {
		reader, err := gzip.NewReader(readerOf(packed))
		if err != nil {
			panic(fmt.Sprintf("docsui: %v", err))
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			panic(fmt.Sprintf("docsui: %v", err))
		}
		return bytes.NewReader(content)
	})), 0, int64(binary.LittleEndian.Uint32(size[:])))
}

// onceRead is content that is made when it is first read.
type onceRead func() *bytes.Reader

func (content onceRead) ReadAt(p []byte, offset int64) (int, error) {
	return content().ReadAt(p, offset)
}
