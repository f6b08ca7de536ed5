package csvfile

import (
	"bytes"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// chunk is the number of bytes that are read at once, unless a record is longer.
const chunk = 64 << 10

// source is a window that moves over the bytes of a file. For UTF-16, it moves over their UTF-8
// form.
type source struct {
	file   io.ReadSeeker
	reader io.Reader
	// wide is set for UTF-16.
	wide bool
	// first is where reading began.
	first int64
	raw   *counter

	buf        []byte
	start, end int
	// offset is the position of start in the file.
	offset int64
	// err is the error of the last read: io.EOF at the end of the file.
	err error
}

func newSource(file io.ReadSeeker, encoding Encoding, offset int64) *source {
	raw := &counter{reader: file}
	s := &source{file: file, reader: raw, raw: raw, first: offset, offset: offset}
	switch encoding {
	case UTF16LE:
		s.reader, s.wide = transform.NewReader(raw, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()), true
	case UTF16BE:
		s.reader, s.wide = transform.NewReader(raw, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()), true
	case UTF8, Windows1252, ASCII:
	}
	return s
}

func (s *source) window() []byte { return s.buf[s.start:s.end] }

// ended reports whether the window reaches the end of the file.
func (s *source) ended() bool { return s.err == io.EOF } //nolint:errorlint // as io.Reader promises

// more makes the window twice as large if the file has more bytes, so that a long record is scanned
// only a few times. It returns the error of the previous read.
func (s *source) more() error {
	if s.err != nil {
		return s.err
	}
	size := s.end - s.start
	wanted := size + max(size, chunk)
	if wanted > cap(s.buf) {
		s.buf = append(make([]byte, 0, wanted), s.window()...)
	} else {
		copy(s.buf[:cap(s.buf)], s.window())
	}
	s.buf = s.buf[:wanted]
	s.start, s.end = 0, size
	for idle := 0; s.end < wanted && s.err == nil; idle++ {
		var n int
		n, s.err = s.reader.Read(s.buf[s.end:])
		s.end += n
		if n > 0 {
			idle = 0
		} else if idle == 100 && s.err == nil {
			s.err = io.ErrNoProgress
		}
	}
	return nil
}

// advance moves the beginning of the window.
func (s *source) advance(n int) {
	s.offset = s.offsetOf(n)
	s.start += n
}

// offsetOf returns the position in the file of an index in the window.
func (s *source) offsetOf(n int) int64 {
	switch {
	case s.start+n == s.end && s.ended():
		return s.read() // UTF-16 may end within a character
	case s.wide:
		return s.offset + wideSize(s.buf[s.start:s.start+n])
	}
	return s.offset + int64(n)
}

// read returns the position up to which the file was read.
func (s *source) read() int64 { return s.first + s.raw.n }

// skipLine moves the beginning of the window to the next line.
func (s *source) skipLine() error {
	for {
		w := s.window()
		i := indexBreak(w)
		switch {
		case i >= 0 && (w[i] == '\n' || i+1 < len(w) || s.ended()):
			s.advance(i + breakSize(w[i:]))
			return nil
		case i >= 0:
			s.advance(i) // a line feed may follow
		default:
			s.advance(len(w))
		}
		if err := s.more(); s.ended() && len(s.window()) == 0 {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// wideSize returns the number of bytes of a text in UTF-16. A character that is cut counts where it
// begins.
func wideSize(text []byte) int64 {
	var size int64
	for _, b := range text {
		switch {
		case b >= 0xF0:
			size += 4
		case b < 0x80 || b >= 0xC0:
			size += 2
		}
	}
	return size
}

func indexBreak(text []byte) int { return bytes.IndexAny(text, "\r\n") }

// breakSize returns the number of bytes of the line break with which text begins.
func breakSize(text []byte) int {
	if len(text) > 1 && text[0] == '\r' && text[1] == '\n' {
		return 2
	}
	return 1
}

// counter counts what is read.
type counter struct {
	reader io.Reader
	n      int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.reader.Read(p)
	c.n += int64(n)
	return n, err
}
