package email_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
)

// watched is a connection that says when so many bytes were written.
type watched struct {
	net.Conn

	left    atomic.Int64
	written func()
}

func (c *watched) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if c.left.Add(-int64(n)) <= 0 {
		c.written()
	}
	return n, err
}

// pause is a reader without content, which ends once a channel is closed.
type pause <-chan struct{}

func (p pause) Read([]byte) (int, error) {
	select {
	case <-p:
		return 0, io.EOF
	case <-time.After(10 * time.Second):
		return 0, errors.New("nothing was sent before the whole file was read")
	}
}

// A file is sent while it is read: many mails are sent at once, whose files have no place in
// memory.
func TestSend_file(t *testing.T) {
	t.Parallel()
	const first, size = 1 << 20, 3<<20 + 5
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(rand.IntN(256)) //nolint:gosec // It is no secret.
	}
	b := setup(t, provider.StartTLS, double.Options{})
	sent := make(chan struct{})
	written := sync.OnceFunc(func() { close(sent) })
	adapter := email.New(func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := b.dial(ctx, network, address)
		c := &watched{Conn: conn, written: written}
		c.left.Store(first)
		return c, err
	}, b.roots, time.Now)
	message := provider.Message{ID: messageID, To: to, Body: "Hi", Media: &provider.Media{
		FileName: "a.bin", ContentType: "application/x-test", Size: size, Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(bytes.NewReader(content[:first]), pause(sent), bytes.NewReader(content[first:]))), nil
		},
	}}
	outcome := adapter.Send(t.Context(), b.account, message)
	require.Equal(t, provider.Taken, outcome.Result, outcome)
	require.Equal(t, content, attached(t, (<-b.mails).Data))

	message.Media.Size = size + 1
	outcome = adapter.Send(t.Context(), b.account, message)
	require.Equal(t, provider.NotTaken, outcome.Result)
	require.Equal(t, "the file has 3145733 bytes instead of 3145734", outcome.Message)
	require.Empty(t, b.mails)

	message.Media.Size = 0
	message.Media.Open = func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(nil)), nil }
	require.Equal(t, provider.Taken, adapter.Send(t.Context(), b.account, message).Result)
	require.Empty(t, attached(t, (<-b.mails).Data))
}

// A file is not opened for a mail server that does not take the mail.
func TestSend_fileOfRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, provider.StartTLS, double.Options{})
	b.account.Secrets = provider.Secrets{provider.Password: "wrong"}
	outcome := b.send(t, provider.Message{Body: "Hi", Media: &provider.Media{Open: func(context.Context) (io.ReadCloser, error) {
		t.Error("the file was opened")
		return nil, errors.New("gone")
	}}})
	require.Equal(t, provider.ChannelFailing, outcome.Result)
}

// attached returns the file of a mail.
func attached(t *testing.T, data []byte) []byte {
	t.Helper()
	read, err := mail.ReadMessage(bytes.NewReader(data))
	require.NoError(t, err)
	_, parameters, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	require.NoError(t, err)
	parts := multipart.NewReader(read.Body, parameters["boundary"])
	for {
		part, err := parts.NextPart()
		require.NoError(t, err)
		if part.FileName() == "a.bin" {
			require.Equal(t, `application/x-test; name="a.bin"`, part.Header.Get("Content-Type"))
			content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
			require.NoError(t, err)
			return content
		}
	}
}
