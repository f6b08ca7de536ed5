package messaging_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/fault"
)

// hooked is a store of blobs that a test looks into. The functions may be nil.
type hooked struct {
	blob.Store

	put    func(key string) error // before a blob is written
	delete func(key string) error // before a blob is deleted
	closed func()                 // after a blob was read
}

func (h *hooked) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	if h.put != nil {
		if err := h.put(key); err != nil {
			return 0, err
		}
	}
	return h.Store.Put(ctx, key, content)
}

func (h *hooked) Delete(ctx context.Context, key string) error {
	if h.delete != nil {
		if err := h.delete(key); err != nil {
			return err
		}
	}
	return h.Store.Delete(ctx, key)
}

func (h *hooked) Get(ctx context.Context, key string) (*blob.Reader, error) {
	r, err := h.Store.Get(ctx, key)
	if err == nil && h.closed != nil {
		r.ReadSeekCloser = closing{r.ReadSeekCloser, h.closed}
	}
	return r, err
}

// closing is a reader that calls a function when it is closed.
type closing struct {
	io.ReadSeekCloser

	closed func()
}

func (c closing) Close() error {
	c.closed()
	return c.ReadSeekCloser.Close()
}

var errStore = errors.New("the store does not answer")

// received receives a value, in time.
func received[T any](t *testing.T, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(30 * time.Second):
		require.Fail(t, "nothing came")
	}
	return value
}

func TestMedia_Again(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// The blob of the first attempt can be neither written nor deleted, as after a crash.
		b := newMediaBundle(t, d)
		b.inbox(t)
		b.events(t, b.channel, picture("in-1", "media-1"))
		failed := make(chan struct{}, 1)
		b.blobs.put = func(string) error { return errStore }
		b.blobs.delete = func(string) error { failed <- struct{}{}; return errStore }
		stop := b.run(t)
		received(t, failed)
		stop()

		b.blobs.put, b.blobs.delete = nil, nil
		_, err := d.InFirm(b.ctx).Exec(
			"UPDATE message_media SET due_at = $2 WHERE firm_id = $1 AND status = 'Pending'", time.Now().Add(-time.Second))
		require.NoError(t, err)
		b.run(t)
		of := received(t, b.ready)
		found, text := b.content(t, of.MessageID)
		require.Equal(t, media.Ready, found.Status)
		require.Equal(t, double.Content("media-1"), text)
	})
}

// A person is erased while the file of a message is fetched.
func TestMedia_Erased(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		arrive := func(t *testing.T) *mediaBundle {
			t.Helper()
			b := newMediaBundle(t, d)
			b.inbox(t)
			b.events(t, b.channel, picture("in-1", "media-1"))
			return b
		}
		erase := func(b *mediaBundle) error {
			_, err := d.InFirm(b.ctx).Exec("DELETE FROM message_media WHERE firm_id = $1")
			return err
		}
		t.Run("Fetched", func(t *testing.T) {
			b := arrive(t)
			var key string
			ended := make(chan struct{}, 1)
			b.blobs.put = func(of string) error { key = of; return erase(b) }
			b.blobs.delete = func(string) error { ended <- struct{}{}; return nil }
			stop := b.run(t)
			select {
			case <-ended:
			case of := <-b.ready:
				require.Fail(t, "it is announced", "%v", of)
			}
			stop()
			_, err := b.blobs.Get(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrNotFound)
			require.Zero(t, b.Client.BlobCleanup.Query().CountX(b.ctx))
		})
		t.Run("Failed", func(t *testing.T) {
			b := arrive(t)
			_, err := d.InFirm(b.ctx).Exec("UPDATE message_media SET attempts = 7 WHERE firm_id = $1") // The next one is the last.
			require.NoError(t, err)
			began := make(chan struct{}, 1)
			b.blobs.put = func(string) error {
				defer func() { began <- struct{}{} }()
				return errors.Join(erase(b), errStore)
			}
			stop := b.run(t)
			received(t, began)
			stop()
			require.Empty(t, b.ready, "it is announced")
		})
	})
}

// A file is copied, and the copy is deleted before the message is stored.
func TestMedia_DeletedCopy(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newMediaBundle(t, d)
		b.credit(t, 10*price)
		b.addChannel(t, provider.Sandbox)
		uploaded := b.upload(t, "menu.txt", "Coffee 3.50")
		message := &messaging.SendMessage{
			To: &phones[0], Kind: new(provider.Sandbox), Media: &messaging.SendMedia{FileID: uploaded}, Category: new(marketing),
		}
		times := 0
		b.blobs.closed = func() {
			times--
			if times >= 0 {
				_, err := d.InFirm(b.ctx).Exec("DELETE FROM message_media WHERE firm_id = $1")
				require.NoError(t, err)
			}
		}

		times = 2
		_, err := b.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{message}}, allRights)
		require.Equal(t, fault.Conflict, fault.From(err).Code, err)
		require.Zero(t, b.Client.Message.Query().CountX(b.ctx))
		require.Zero(t, b.held(t))

		times = 1
		id := b.accepted(t, message)
		_, text := b.content(t, id)
		require.Equal(t, "Coffee 3.50", text)
		require.Equal(t, 1, b.Client.Message.Query().CountX(b.ctx))

		shown, err := messaging.Get(b.ctx, d, id)
		require.NoError(t, err)
		require.NoError(t, b.blobs.Delete(t.Context(), shown.Media.Key()))
		_, _, err = b.media.Content(b.ctx, id)
		require.Equal(t, fault.NotFound, fault.From(err).Code, "a backup was restored without the file")
	})
}
