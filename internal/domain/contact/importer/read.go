package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// The limits of what a step reads. It reads in parts, so that it keeps few rows in memory, and
// parses the next ones while the database writes others. Steps and parts also end at a number of
// bytes, because a row may have a MiB.
const (
	readBytes = 4 << 20
	readTime  = 2 * time.Second
	partBytes = 256 << 10
	// stepParts is the number of parts in which a step reads rows of a usual length, in addition to
	// the first one on PostgreSQL.
	stepParts = 2
	// firstPart is the share of the first part on PostgreSQL, which waits for it: an eighth of the
	// rows.
	firstPart = 8
	countTime = 3 * time.Second
	// checkEvery is how many rows are read between two checks of the time.
	checkEvery = 64
)

// open opens a file at a position.
func (i *Importer) open(ctx context.Context, id uuid.UUID, offset int64) (*blob.Reader, error) {
	_, content, err := i.files.Content(ctx, id)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, fault.New(fault.NotFound, "The content of the file is gone.").Because(err)
	}
	if err != nil {
		return nil, err
	}
	if _, err := content.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(fmt.Errorf("read the file: %w", err), content.Close())
	}
	return content, nil
}

// detect finds the layout of the file, and the meaning of its columns.
func (i *Importer) detect(ctx context.Context, id uuid.UUID) (layout csvfile.Layout, err error) {
	content, err := i.open(ctx, id, 0)
	if err != nil {
		return layout, err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	if layout, err = csvfile.Detect(content, reportColumns()...); err != nil {
		return layout, err
	}
	for i, name := range layout.Header {
		layout.Header[i] = storable(name)
	}
	return layout, nil
}

// count counts the rows of the file from the checkpoint on, for a few seconds.
func (i *Importer) count(ctx context.Context, id uuid.UUID, c *checkpoint) (err error) {
	return i.records(ctx, id, c, func(reader *csvfile.Reader) error {
		for began, blank := time.Now(), false; !blank && c.Rows%checkEvery != 0 || time.Since(began) < countTime; {
			_, err := reader.Next()
			if errors.Is(err, io.EOF) {
				if c.Rows == 0 {
					return fault.New(fault.ValidationError, "The file has a header and no rows below it.")
				}
				c.Phase, c.At = importing, c.Layout.Start
				return nil
			}
			if blank = errors.Is(err, csvfile.ErrBlank); blank {
				continue
			}
			if err != nil {
				return err
			}
			if c.Rows == MaxRows {
				return fault.New(fault.ValidationError, "The file has more than %d rows. Split it into several.", MaxRows)
			}
			c.Rows++
		}
		c.At = reader.Position()
		return nil
	})
}

// part is some rows of the file.
type part struct {
	rows []*row
	// at is the position after the rows.
	at csvfile.Position
	// last is set at the end of the file.
	last bool
}

// read parses the rows after the checkpoint, at most limit of them.
func (i *Importer) read(ctx context.Context, id uuid.UUID, c checkpoint, p *parser, limit int) iter.Seq2[part, error] {
	return func(yield func(part, error) bool) {
		left := false
		err := i.records(ctx, id, &c, func(reader *csvfile.Reader) error {
			began, read := time.Now(), 0
			size, others := i.partSizes(limit)
			rest := i.rests()
			for read < limit && reader.Position().Offset-c.At.Offset < readBytes && (read == 0 || time.Since(began) < readTime) {
				next, err := readPart(reader, p, min(size, limit-read), rest)
				if err != nil {
					return err
				}
				if left = !yield(next, nil); left || next.last {
					return nil
				}
				read += len(next.rows)
				size = others
			}
			return nil
		})
		if err != nil && !left {
			yield(part{}, err)
		}
	}
}

// partSizes returns the number of rows in the first part of a step, and in the others. On SQLite
// the first part is read before the step waits for the only writer, and is as large as the others.
func (i *Importer) partSizes(limit int) (first, others int) {
	if i.db.Dialect() == db.SQLite {
		half := (limit + stepParts - 1) / stepParts
		return half, half
	}
	first = max(1, limit/firstPart)
	return first, max(1, (limit-first+stepParts-1)/stepParts)
}

func readPart(reader *csvfile.Reader, p *parser, limit int, rest func()) (read part, err error) {
	began, from := time.Now(), reader.Position().Offset
	for len(read.rows) < limit && reader.Position().Offset-from < partBytes &&
		(len(read.rows)%checkEvery != 0 || len(read.rows) == 0 || time.Since(began) < readTime) {
		record, err := reader.Next()
		if errors.Is(err, io.EOF) {
			read.last = true
			break
		}
		if errors.Is(err, csvfile.ErrBlank) {
			continue
		}
		if err != nil {
			return part{}, err
		}
		rest()
		row := p.parse(record)
		row.end = reader.Position()
		read.rows = append(read.rows, row)
	}
	read.at = reader.Position()
	return read, nil
}

// records calls fn with a reader of the rows after the checkpoint.
func (i *Importer) records(
	ctx context.Context, id uuid.UUID, c *checkpoint, fn func(*csvfile.Reader) error,
) (err error) {
	content, err := i.open(ctx, id, c.At.Offset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	return fn(csvfile.NewReader(content, c.Layout, c.At))
}
