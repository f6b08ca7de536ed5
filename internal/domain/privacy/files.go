package privacy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

const (
	// maxLine is how much of a file is looked at together.
	maxLine = 1 << 20
	// partSize is about how much of a file a step reads, which has [job.StepTimeout] for it.
	partSize = 32 << 20
)

type storedFile struct {
	ID          uuid.UUID
	Name        string
	ContentType string  `sql:"content_type"`
	Key         string  `sql:"blob_key"`
	Token       *string `sql:"public_token"`
}

// part is a part of a file that was looked at.
type part struct {
	file uuid.UUID
	// about reports whether the file is about the person: the picture of the person alone, or a
	// text with an address of the person, such as an imported table.
	about bool
	// next is where the next part of the file begins, or zero if nothing more is to be looked at.
	next int64
}

// nextPart looks at the next part of an uploaded file, or at the first one of the next file if
// offset is zero, of the files that are not later than the person's data. It returns nil at the
// end.
func (m *Manager) nextPart(ctx context.Context, p *person, n *names, after uuid.UUID, offset int64) (*part, error) {
	first := "id > $2"
	if offset > 0 {
		first = "id >= $2"
	}
	files, err := db.All[storedFile](m.db.InFirm(ctx), `
SELECT id, name, content_type, blob_key, public_token FROM files
WHERE firm_id = $1 AND `+first+` AND created_at <= $3 ORDER BY id LIMIT 1`, after, n.until.Add(underWay))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	f := &part{file: files[0].ID}
	if f.file != after { // The one before was deleted meanwhile.
		offset = 0
	}
	f.about, f.next, err = m.isAbout(ctx, p, n, &files[0], offset)
	return f, err
}

func (m *Manager) isAbout(ctx context.Context, p *person, n *names, f *storedFile, offset int64) (about bool, next int64, err error) {
	for _, of := range p.allNamed() {
		if f.Token == nil || !strings.Contains(of.ProfilePic, *f.Token) {
			continue
		}
		others, err := m.db.InFirm(ctx).Row([]any{new(uuid.UUID)},
			"SELECT id FROM contacts WHERE firm_id = $1 AND id <> $2 AND profile_pic = $3 AND deleted_at IS NULL LIMIT 1", p.ID, of.ProfilePic)
		return !others, 0, err
	}
	if n.addressIn(f.Name) {
		return true, 0, nil
	}
	if !strings.HasPrefix(f.ContentType, "text/") {
		return false, 0, nil
	}
	content, err := m.files.Open(ctx, f.Key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, 0, nil // It is being deleted.
	}
	if err == nil {
		about, next, err = m.search(content, n, offset)
		err = errors.Join(err, content.Close())
	}
	if err != nil {
		return false, 0, fmt.Errorf("read the file %s: %w", f.ID, err)
	}
	return about, next, nil
}

// search looks for an address of the person in a part of a text. It returns where the next part
// begins, or zero if there is none or the text has an address.
func (m *Manager) search(content io.ReadSeeker, n *names, offset int64) (found bool, next int64, err error) {
	if _, err = content.Seek(offset, io.SeekStart); err != nil {
		return false, 0, err
	}
	lines := bufio.NewReaderSize(content, maxLine)
	for next = offset; next-offset < m.partSize; {
		var line []byte
		line, err = lines.ReadSlice('\n')
		next += int64(len(line))
		switch {
		case n.addressIn(string(line)):
			return true, 0, nil
		case errors.Is(err, io.EOF):
			return false, 0, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return false, 0, err
		}
	}
	return false, next, nil
}
