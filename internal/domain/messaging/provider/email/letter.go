package email

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/wneessen/go-mail"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// letter is a mail to send. The library keeps each attachment in memory, twice, and many mails are
// sent at once. So it writes the mail with a mark instead of the file, in whose place the file is
// written as it is read.
type letter struct {
	mail *mail.Msg
	// file is nil without one. mark is what the library writes instead of it.
	file *provider.Media
	mark []byte
}

const (
	// lineBytes are encoded as a line of the file, which is as long as lines may be.
	lineBytes = 57
	// markBytes are encoded as a shorter line.
	markBytes = 54
)

// attach returns a mail with a file. A link stands in the text already.
func attach(m *mail.Msg, file *provider.Media) (*letter, *provider.Outcome) {
	if file == nil || file.Open == nil {
		return &letter{mail: m}, nil
	}
	random := make([]byte, markBytes)
	_, _ = rand.Read(random) // does not fail
	err := m.AttachReader(file.FileName, bytes.NewReader(random), mail.WithFileContentType(mail.ContentType(file.HeaderType())))
	if err != nil {
		return nil, failed(connecting, err)
	}
	return &letter{mail: m, file: file, mark: []byte(base64.StdEncoding.EncodeToString(random))}, nil
}

// open opens the content of the file. Without one it is empty.
func (l *letter) open(ctx context.Context) (io.ReadCloser, error) {
	if l.file == nil {
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	return l.file.Open(ctx)
}

// writeTo writes the mail with the content of its file.
func (l *letter) writeTo(to io.Writer, file io.Reader) error {
	if l.file == nil {
		_, err := l.mail.WriteTo(to)
		return err
	}
	var written bytes.Buffer
	if _, err := l.mail.WriteTo(&written); err != nil {
		return err
	}
	before, after, found := bytes.Cut(written.Bytes(), l.mark)
	if !found {
		return errors.New("the mail has no place for its file")
	}
	if _, err := to.Write(before); err != nil {
		return err
	}
	size, err := writeLines(to, file)
	if err != nil {
		return err
	}
	if l.file.Size > 0 && size != l.file.Size {
		return fmt.Errorf("the file has %d bytes instead of %d", size, l.file.Size)
	}
	_, err = to.Write(after)
	return err
}

// writeLines writes a content as lines of base64, the last one without its end. It returns the size
// of the content.
func writeLines(to io.Writer, content io.Reader) (size int64, err error) {
	read := bufio.NewReader(content)
	var plain [lineBytes]byte
	var line []byte
	for {
		n, err := io.ReadFull(read, plain[:])
		if n == 0 && errors.Is(err, io.EOF) {
			return size, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return size, err
		}
		line = line[:0]
		if size > 0 {
			line = append(line, "\r\n"...)
		}
		line = base64.StdEncoding.AppendEncode(line, plain[:n])
		size += int64(n)
		if _, err := to.Write(line); err != nil {
			return size, err
		}
	}
}
