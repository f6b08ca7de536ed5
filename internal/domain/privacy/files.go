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
	filesAtOnce = 5
	// maxLine is how much of a file is looked at together.
	maxLine = 1 << 20
)

type storedFile struct {
	ID          uuid.UUID
	Name        string
	ContentType string  `sql:"content_type"`
	Key         string  `sql:"blob_key"`
	Token       *string `sql:"public_token"`
}

// filesAfter returns the files about the person among the next uploaded ones after an id, and the
// last id that was read, or nil at the end: the picture of the person, files whose names name the
// person, and texts such as imported tables with a line about the person.
func (m *Manager) filesAfter(ctx context.Context, p *person, n *names, after uuid.UUID) (found []uuid.UUID, last *uuid.UUID, err error) {
	files, err := db.All[storedFile](m.db.InFirm(ctx),
		"SELECT id, name, content_type, blob_key, public_token FROM files WHERE firm_id = $1 AND id > $2 ORDER BY id LIMIT $3",
		after, filesAtOnce)
	if err != nil {
		return nil, nil, err
	}
	for i := range files {
		about, err := m.isAbout(ctx, p, n, &files[i])
		if err != nil {
			return nil, nil, err
		}
		if about {
			found = append(found, files[i].ID)
		}
		last = &files[i].ID
	}
	if len(files) < filesAtOnce {
		last = nil
	}
	return found, last, nil
}

func (m *Manager) isAbout(ctx context.Context, p *person, n *names, f *storedFile) (about bool, err error) {
	if f.Token != nil && strings.Contains(p.ProfilePic, *f.Token) || n.inCells(f.Name) {
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
		if len(line) > 0 && n.inCells(string(line)) {
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
