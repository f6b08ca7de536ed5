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

// maxLine is how much of a file is looked at together.
const maxLine = 1 << 20

type storedFile struct {
	ID          uuid.UUID
	Name        string
	ContentType string  `sql:"content_type"`
	Key         string  `sql:"blob_key"`
	Token       *string `sql:"public_token"`
}

// nextFile looks at the first uploaded file after an id, of those that are not later than the
// person's data. It returns the id of the file, or nil at the end, and whether the file is about the person: the picture of the person alone, or a text
// with an address of the person, such as an imported table.
func (m *Manager) nextFile(ctx context.Context, p *person, n *names, after uuid.UUID) (id *uuid.UUID, about bool, err error) {
	files, err := db.All[storedFile](m.db.InFirm(ctx), `
SELECT id, name, content_type, blob_key, public_token FROM files
WHERE firm_id = $1 AND id > $2 AND created_at <= $3 ORDER BY id LIMIT 1`, after, n.until.Add(underWay))
	if err != nil || len(files) == 0 {
		return nil, false, err
	}
	about, err = m.isAbout(ctx, p, n, &files[0])
	return &files[0].ID, about, err
}

func (m *Manager) isAbout(ctx context.Context, p *person, n *names, f *storedFile) (about bool, err error) {
	for _, of := range p.allNamed() {
		if f.Token == nil || !strings.Contains(of.ProfilePic, *f.Token) {
			continue
		}
		others, err := m.db.InFirm(ctx).Row([]any{new(uuid.UUID)},
			"SELECT id FROM contacts WHERE firm_id = $1 AND id <> $2 AND profile_pic = $3 AND deleted_at IS NULL LIMIT 1", p.ID, of.ProfilePic)
		return !others, err
	}
	if n.addressIn(f.Name) {
		return true, nil
	}
	if !strings.HasPrefix(f.ContentType, "text/") {
		return false, nil
	}
	content, err := m.files.Open(ctx, f.Key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil // It is being deleted.
	}
	if err != nil {
		return false, fmt.Errorf("read the file %s: %w", f.ID, err)
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	lines := bufio.NewReaderSize(content, maxLine)
	for {
		line, _, err := lines.ReadLine()
		if len(line) > 0 && n.addressIn(string(line)) {
			return true, nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("read the file %s: %w", f.ID, err)
		}
	}
}
