package file_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

const png = "\x89PNG\r\n\x1a\n"

// bundle is a firm with two clerks, a holder of Contact:Import and two keys, and a user of another
// firm.
type bundle struct {
	*db.DB

	files *file.Store
	blobs blob.Store
	firm  *ent.Firm
	// folder is where the blobs are.
	folder string

	across, system                        context.Context //nolint:containedctx // They are what the tests act as.
	clerk, other, importer, key, otherKey context.Context //nolint:containedctx // As above.
	elsewhere                             context.Context //nolint:containedctx // As above.
}

func setup(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	require.NoError(t, role.Seed(t.Context(), d))
	folder := t.TempDir()
	blobs, err := blob.Open("file://" + folder)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	b := &bundle{
		DB: d, blobs: blobs, folder: folder, across: rule.AcrossFirms(t.Context(), "a test"),
		files: file.New(d, blobs, authz.New(d.Client, 0), "https://api.example.com"),
	}
	b.files.SetLimits(file.MaxSize, 5<<30, 0)
	b.firm, b.system = dbtest.Firm(t, d, "Shop")
	_, elsewhere := dbtest.Firm(t, d, "Elsewhere")
	b.clerk, b.other, b.importer = b.user(b.system, t), b.user(b.system, t), b.user(b.system, t, "Contact:Import")
	b.elsewhere = b.user(elsewhere, t, "Contact:Import")
	b.key, b.otherKey = b.apiClient(t), b.apiClient(t)
	return b
}

func (b *bundle) user(firm context.Context, t *testing.T, permissions ...string) context.Context {
	t.Helper()
	held, err := role.Create(firm, b.DB, role.CreateInput{Name: "Role " + uuid.NewString(), Permissions: permissions})
	require.NoError(t, err)
	return viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: viewer.From(firm).FirmID, UserID: entity.NewUserID(), RoleID: held.ID, Email: "c@shop.example",
	})
}

func (b *bundle) apiClient(t *testing.T) context.Context {
	t.Helper()
	client := b.Client.APIClient.Create().SetName("k").SetKeyID(strings.ReplaceAll(uuid.NewString(), "-", "")[:12]).
		SetSecretHash([]byte{1}).SaveX(b.system)
	return viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.APIClient, FirmID: b.firm.ID, APIClientID: client.ID})
}

func (b *bundle) upload(ctx context.Context, t *testing.T, name, content string) *file.File {
	t.Helper()
	made, err := b.files.Upload(ctx, upload.File{Name: name, Content: strings.NewReader(content)})
	require.NoError(t, err)
	return made
}

// read returns the content of a file.
func (b *bundle) read(ctx context.Context, t *testing.T, id uuid.UUID) string {
	t.Helper()
	_, content, err := b.files.Content(ctx, id)
	require.NoError(t, err)
	text, err := io.ReadAll(content)
	require.NoError(t, err)
	require.NoError(t, content.Close())
	return string(text)
}

// stored returns the number of blobs, of notes of blobs to delete, and of bytes that count for the
// firm.
func (b *bundle) stored(t *testing.T) (blobs, cleanups int, used int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(b.folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			blobs++
		}
		return err
	}))
	for _, usage := range b.Client.FileUsage.Query().AllX(b.system) {
		used += usage.Bytes
	}
	return blobs, b.Client.BlobCleanup.Query().CountX(b.across), used
}

func (b *bundle) requireStored(t *testing.T, blobs int, used int64) {
	t.Helper()
	found, cleanups, bytes := b.stored(t)
	require.Equal(t, blobs, found, "blobs")
	require.Zero(t, cleanups, "notes of blobs to delete")
	require.Equal(t, used, bytes, "bytes used")
}

func each(t *testing.T, test func(t *testing.T, b *bundle)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { test(t, setup(t, d)) })
}

func TestUpload(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		made := b.upload(b.clerk, t, "../contacts.csv", "first,last\nAda,Lovelace\n")
		require.Equal(t, "contacts.csv", made.Name)
		require.Equal(t, "text/plain; charset=utf-8", made.ContentType)
		require.Equal(t, 24, made.Size)
		require.Nil(t, made.URL)
		require.WithinDuration(t, time.Now(), made.CreatedAt, time.Minute)
		require.Equal(t, "first,last\nAda,Lovelace\n", b.read(b.clerk, t, made.ID))
		found, err := b.files.Get(b.clerk, made.ID)
		require.NoError(t, err)
		require.Equal(t, made, found)
		b.requireStored(t, 1, 24)

		large := strings.Repeat("0123456789abcdef", 1<<16)
		made, err = b.files.Upload(b.key, upload.File{Content: iotest.HalfReader(strings.NewReader(large))})
		require.NoError(t, err)
		require.Equal(t, "file", made.Name)
		require.Equal(t, large, b.read(b.key, t, made.ID))
		b.requireStored(t, 2, 24+1<<20)

		require.Zero(t, b.upload(b.clerk, t, "empty", "").Size)
	})
}

// The content determines the type, whatever the name.
func TestUpload_ContentType(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		for content, c := range map[string]struct {
			contentType string
			public      bool
		}{
			png + "…":                                {"image/png", true},
			"\xff\xd8\xff\xe0…":                      {"image/jpeg", true},
			"RIFF\x00\x00\x00\x00WEBPVP8 …":          {"image/webp", true},
			"GIF89a<script>alert(1)</script>":        {"image/gif", false},
			"<svg onload=alert(1)></svg>":            {"text/plain; charset=utf-8", false},
			"<?xml version=\"1.0\"?><svg/>":          {"text/xml; charset=utf-8", false},
			"<html><script>alert(1)</script></html>": {"text/html; charset=utf-8", false},
			"PK\x03\x04…":                            {"application/zip", false},
			"\x00\x01\x02":                           {"application/octet-stream", false},
		} {
			made := b.upload(b.clerk, t, "image.png", content)
			require.Equal(t, c.contentType, made.ContentType)
			require.Equal(t, c.public, made.URL != nil, c.contentType)
		}
	})
}

func TestUpload_Refused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		b.files.SetLimits(2<<20, 5<<30, 0)
		failed := errors.New("the client left")
		for name, c := range map[string]struct {
			content io.Reader
			code    fault.Code
		}{
			"TooLarge":    {io.LimitReader(zeros{}, 2<<20+1), fault.PayloadTooLarge},
			"BrokenEarly": {iotest.ErrReader(failed), ""},
			"BrokenLate":  {io.MultiReader(io.LimitReader(zeros{}, 1<<20), iotest.ErrReader(failed)), ""},
			"Refused": {
				io.MultiReader(io.LimitReader(zeros{}, 1<<20), iotest.ErrReader(fault.New(fault.ValidationError, "x"))),
				fault.ValidationError,
			},
		} {
			_, err := b.files.Upload(b.clerk, upload.File{Name: name, Content: c.content})
			if c.code == "" {
				require.ErrorIs(t, err, failed, name)
			} else {
				require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
			}
			b.requireStored(t, 0, 0)
		}
		ctx, cancel := context.WithCancel(b.clerk)
		_, err := b.files.Upload(ctx, upload.File{Content: io.MultiReader(
			io.LimitReader(zeros{}, 1<<20), readerFunc(func([]byte) (int, error) { cancel(); return 0, io.EOF }))})
		require.Error(t, err, "the client left after the last byte")
		b.requireStored(t, 0, 0)
	})
}

func TestQuota(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		b.files.SetLimits(file.MaxSize, 10, 0)
		first := b.upload(b.clerk, t, "a", "123456")
		_, err := b.files.Upload(b.clerk, upload.File{Content: strings.NewReader("12345")})
		require.True(t, fault.Is(err, fault.PayloadTooLarge), "%v", err)
		b.upload(b.clerk, t, "b", "1234")
		_, err = b.files.Upload(b.clerk, upload.File{Content: strings.NewReader("")})
		require.True(t, fault.Is(err, fault.PayloadTooLarge), "nothing is left: %v", err)
		b.upload(b.elsewhere, t, "other firm", "1234567890")
		require.NoError(t, b.files.Delete(b.clerk, first.ID))
		b.upload(b.clerk, t, "c", "123456")
	})
}

// Empty files take their share of the quota, so that their number is bounded, and release it.
func TestQuota_SmallFiles(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		b.files.SetLimits(file.MaxSize, 10, 4)
		first := b.upload(b.clerk, t, "a", "")
		b.upload(b.clerk, t, "b", "12345")
		_, err := b.files.Upload(b.clerk, upload.File{Content: strings.NewReader("")})
		require.True(t, fault.Is(err, fault.PayloadTooLarge), "%v", err)
		b.requireStored(t, 2, 9)
		require.NoError(t, b.files.Delete(b.clerk, first.ID))
		b.requireStored(t, 1, 5)
		b.upload(b.clerk, t, "c", "")
	})
}

// Uploads that end at the same time can't exceed the quota together.
func TestQuota_Race(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		const uploads = 8 // by two users, who have half of a firm's each
		users := []context.Context{b.clerk, b.other}
		b.files.SetLimits(file.MaxSize, 5000, 0)
		var arrived, done sync.WaitGroup
		arrived.Add(uploads)
		errs := make([]error, uploads)
		for i := range uploads {
			done.Go(func() {
				last := readerFunc(func([]byte) (int, error) { // The end comes when all have read the usage and sent their bytes.
					arrived.Done()
					arrived.Wait()
					return 0, io.EOF
				})
				_, errs[i] = b.files.Upload(users[i%len(users)], upload.File{Content: io.MultiReader(io.LimitReader(zeros{}, 1000), last)})
			})
		}
		done.Wait()
		stored := 0
		for _, err := range errs {
			if err == nil {
				stored++
			} else {
				require.True(t, fault.Is(err, fault.PayloadTooLarge), "%v", err)
			}
		}
		require.Equal(t, 5, stored)
		b.requireStored(t, 5, 5000)
	})
}

// A firm has eight uploads at the same time, and one user or key has half of them.
func TestUpload_TooMany(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		block := make(chan struct{})
		var started, done sync.WaitGroup
		begin := func(as context.Context) {
			started.Add(1)
			done.Go(func() {
				var once sync.Once
				_, err := b.files.Upload(as, upload.File{Content: readerFunc(func([]byte) (int, error) {
					once.Do(started.Done)
					<-block
					return 0, io.EOF
				})})
				require.NoError(t, err)
			})
		}
		refused := func(as context.Context, message string) {
			t.Helper()
			_, err := b.files.Upload(as, upload.File{Content: strings.NewReader("a")})
			require.True(t, fault.Is(err, fault.TooManyRequests), "%v", err)
			require.ErrorContains(t, err, message)
		}
		for range 4 {
			begin(b.clerk)
		}
		started.Wait()
		refused(b.clerk, "You upload 4 files already.")
		b.upload(b.other, t, "another user", "a")
		for range 4 {
			begin(b.key)
		}
		started.Wait()
		refused(b.key, "You upload 4 files already.")
		refused(b.other, "Your firm uploads 8 files already.")
		b.upload(b.elsewhere, t, "other firm", "a")
		close(block)
		done.Wait()
		b.upload(b.clerk, t, "after", "a")
		b.upload(b.other, t, "after", "a")
	})
}

func TestRead(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		ofClerk, ofKey := b.upload(b.clerk, t, "clerk", "c"), b.upload(b.key, t, "key", "k")
		for name, c := range map[string]struct {
			as    context.Context //nolint:containedctx // It is the test's.
			files []uuid.UUID
		}{
			"Uploader":  {b.clerk, []uuid.UUID{ofClerk.ID}},
			"OtherUser": {b.other, nil},
			"Importer":  {b.importer, []uuid.UUID{ofKey.ID, ofClerk.ID}},
			"Key":       {b.key, []uuid.UUID{ofKey.ID}},
			"OtherKey":  {b.otherKey, nil},
			"OtherFirm": {b.elsewhere, nil},
			"Firmhub":   {b.system, []uuid.UUID{ofKey.ID, ofClerk.ID}},
		} {
			page, err := b.files.List(c.as, file.ListInput{})
			require.NoError(t, err, name)
			items, err := page.Items(c.as)
			require.NoError(t, err, name)
			ids := []uuid.UUID(nil)
			for _, item := range items {
				ids = append(ids, item.ID)
			}
			require.Equal(t, c.files, ids, name)
			total, err := page.TotalCount(c.as)
			require.NoError(t, err, name)
			require.Equal(t, len(c.files), total, name)
			for _, id := range []uuid.UUID{ofClerk.ID, ofKey.ID} {
				_, err := b.files.Get(c.as, id)
				_, content, opened := b.files.Content(c.as, id)
				if slices.Contains(c.files, id) {
					require.NoError(t, err, name)
					require.NoError(t, opened, name)
					require.NoError(t, content.Close())
					continue
				}
				require.True(t, fault.Is(err, fault.NotFound), "%s: %v", name, err)
				require.True(t, fault.Is(opened, fault.NotFound), "%s: %v", name, opened)
				require.True(t, fault.Is(b.files.Delete(c.as, id), fault.NotFound), name)
			}
		}
		_, err := b.files.List(b.clerk, file.ListInput{Page: new(0), PageSize: new(101)})
		require.Len(t, fault.From(err).Details, 2)
	})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		made := b.upload(b.clerk, t, "a.png", png)
		require.NoError(t, b.files.Delete(b.importer, made.ID))
		b.requireStored(t, 0, 0)
		_, err := b.files.Get(b.clerk, made.ID)
		require.True(t, fault.Is(err, fault.NotFound))
		_, _, err = b.files.Image(t.Context(), strings.TrimPrefix(*made.URL, "https://api.example.com/files/"))
		require.True(t, fault.Is(err, fault.NotFound))
		require.True(t, fault.Is(b.files.Delete(b.clerk, made.ID), fault.NotFound))

		entry := b.Client.AuditEntry.Query().Where(auditentry.Action("file.delete")).OnlyX(b.system)
		require.Equal(t, "file", entry.TargetType)
		require.Equal(t, made.ID, *entry.TargetID)
		require.Equal(t, "a.png", entry.TargetName)
		require.JSONEq(t, `{"contentType":"image/png","size":8}`, string(entry.Before))

		client := b.apiClient(t)
		require.NoError(t, b.files.Delete(client, b.upload(client, t, "b.csv", "b").ID))
		entry = b.Client.AuditEntry.Query().Where(auditentry.TargetName("b.csv")).OnlyX(b.system)
		require.Equal(t, auditentry.ActorKindApiClient, entry.ActorKind)
		require.Equal(t, viewer.From(client).APIClientID, *entry.ActorID)
		require.Equal(t, "k", entry.ActorName)
	})
}

func TestImage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		made := b.upload(b.clerk, t, "a.png", png+"pixels")
		token, found := strings.CutPrefix(*made.URL, "https://api.example.com/files/")
		require.True(t, found)
		require.Len(t, token, 43)
		image, contentType, err := b.files.Image(t.Context(), token)
		require.NoError(t, err)
		require.Equal(t, "image/png", contentType)
		text, err := io.ReadAll(image)
		require.NoError(t, err)
		require.NoError(t, image.Close())
		require.Equal(t, png+"pixels", string(text))

		other := b.upload(b.clerk, t, "a.png", png+"pixels")
		require.NotEqual(t, made.URL, other.URL)
		for _, wrong := range []string{
			"", token[1:], token + "A", "." + token[1:], strings.Repeat("A", 43), strings.ToUpper(token), made.ID.String(),
			"../" + b.firm.ID.String() + "/" + made.ID.String(), strings.Repeat("A", 1<<20),
		} {
			_, _, err := b.files.Image(t.Context(), wrong)
			require.True(t, fault.Is(err, fault.NotFound), "%.50q: %v", wrong, err)
		}

		large, err := b.files.Upload(b.clerk, upload.File{Content: io.MultiReader(strings.NewReader(png), io.LimitReader(zeros{}, 5<<20))})
		require.NoError(t, err)
		require.Equal(t, "image/png", large.ContentType)
		require.Nil(t, large.URL)
		require.Len(t, b.read(b.clerk, t, large.ID), 5<<20+8)
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		old, fresh := b.upload(b.clerk, t, "old", "12345"), b.upload(b.clerk, t, "fresh", "123")
		image, theirs := b.upload(b.clerk, t, "image", png), b.upload(b.elsewhere, t, "theirs", "1")
		long := entity.Now().Add(-30*24*time.Hour - time.Minute)
		_, err := dbtest.SQL(t.Context(), b.DB).Exec("UPDATE files SET created_at = $1", long)
		require.NoError(t, err)
		_, err = dbtest.SQL(t.Context(), b.DB).Exec("UPDATE files SET created_at = $1 WHERE firm_id = $2 AND id = $3", long.Add(time.Hour), b.firm.ID, fresh.ID)
		require.NoError(t, err)

		more, err := b.files.Cleanup(t.Context())
		require.NoError(t, err)
		require.False(t, more)
		b.requireStored(t, 2, 3+8)
		_, err = b.files.Get(b.clerk, old.ID)
		require.True(t, fault.Is(err, fault.NotFound))
		_, err = b.files.Get(b.elsewhere, theirs.ID)
		require.True(t, fault.Is(err, fault.NotFound))
		require.Equal(t, "123", b.read(b.clerk, t, fresh.ID))
		require.Equal(t, png, b.read(b.clerk, t, image.ID))
	})
}

// What a process left that died between writing a blob and the commit of its file is deleted a day
// later.
func TestCleanup_Orphan(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		id := entity.NewID()
		_, err := b.blobs.Put(t.Context(), "orphan", strings.NewReader("orphan"))
		require.NoError(t, err)
		b.Client.BlobCleanup.Create().SetID(id).SetBlobKey("orphan").SetDueAt(entity.Now().Add(time.Hour)).SaveX(b.system)
		_, err = b.files.Cleanup(t.Context())
		require.NoError(t, err)
		blobs, cleanups, _ := b.stored(t)
		require.Equal(t, []int{1, 1}, []int{blobs, cleanups}, "it may still be arriving")

		b.Client.BlobCleanup.UpdateOneID(id).SetDueAt(entity.Now().Add(-time.Minute)).ExecX(b.system)
		_, err = b.files.Cleanup(t.Context())
		require.NoError(t, err)
		b.requireStored(t, 0, 0)
	})
}

// A backup was restored without the files, or the file was deleted just then.
func TestContent_Gone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		made := b.upload(b.clerk, t, "contacts.csv", "first,last\n")
		require.NoError(t, b.blobs.Delete(t.Context(), b.firm.ID.String()+"/"+made.ID.String()))
		_, _, err := b.files.Content(b.clerk, made.ID)
		require.True(t, fault.Is(err, fault.NotFound), err)
		require.ErrorIs(t, err, blob.ErrNotFound)
	})
}

// zeros is endless.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
