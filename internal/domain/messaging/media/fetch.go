package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// poll is how often the manager looks for files to fetch of which it was not told.
	poll = 5 * time.Second
	// fetchesOfFirm and fetches are how many files of a firm, and of all firms, a process fetches
	// at a time. A firm names the server of its provider, and that may be slow.
	fetchesOfFirm = 2
	fetches       = 32
	// fetchLimit is how long fetching a file may take. Until then no other instance fetches it.
	fetchLimit = 6 * time.Minute
	// firmsAtOnce is of how many firms it looks for files at once.
	firmsAtOnce = 1000
)

// waits are the times between the attempts to fetch a file. WhatsApp keeps it for several days.
var waits = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour, 12 * time.Hour}

// due is a file to fetch, or to delete.
type due struct {
	ID       uuid.UUID
	FirmID   uuid.UUID `sql:"firm_id"`
	Attempts int
	Origin   []byte
}

// Wake makes [Manager.Run] look for files to fetch at once.
func (m *Manager) Wake() {
	select {
	case m.wake <- struct{}{}:
	default: // It will look.
	}
}

// Run fetches files that arrived from their providers, until ctx is done. Several instances may run
// at the same time.
func (m *Manager) Run(ctx context.Context) {
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	places := &places{ofFirm: map[uuid.UUID]int{}}
	for {
		if err := m.fetchDue(ctx, places, &running); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "files that arrived can't be fetched", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-m.wake:
		case <-ticker.C:
		}
	}
}

// places counts the files that are fetched.
type places struct {
	mu     sync.Mutex
	all    int
	ofFirm map[uuid.UUID]int
}

// left returns how many more files of a firm may be fetched now.
func (p *places) left(firm uuid.UUID) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return min(fetches-p.all, fetchesOfFirm-p.ofFirm[firm])
}

func (p *places) add(firm uuid.UUID, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all += n
	if p.ofFirm[firm] += n; p.ofFirm[firm] == 0 {
		delete(p.ofFirm, firm)
	}
}

// fetchDue begins to fetch files that are due, as many as there are places.
func (m *Manager) fetchDue(ctx context.Context, places *places, running *sync.WaitGroup) error {
	now := entity.Now()
	firms, err := db.All[uuid.UUID](m.db.AcrossFirms(rule.AcrossFirms(ctx, "find firms with files to fetch")),
		// Without the inner limit SQLite would read all files, in the order of their firms.
		`SELECT DISTINCT firm_id FROM (SELECT firm_id FROM message_media WHERE due_at <= $1 LIMIT 1000000000) AS due LIMIT $2`,
		now, firmsAtOnce)
	if err != nil {
		return err
	}
	for _, firm := range firms {
		left := places.left(firm)
		if left <= 0 {
			continue
		}
		ctx := inFirm(ctx, firm)
		all, err := readDue(m.db.InFirm(ctx),
			"firm_id = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3", now, left)
		if err != nil {
			return err
		}
		for _, each := range all {
			places.add(firm, 1)
			running.Go(func() {
				defer m.Wake() // A place is free.
				defer places.add(firm, -1)
				if err := m.fetch(ctx, each); err != nil && ctx.Err() == nil {
					slog.ErrorContext(ctx, "a file that arrived can't be fetched", "file", each.ID, "error", err)
				}
			})
		}
	}
	return nil
}

// readDue returns files to fetch, or to delete.
func readDue(in db.Scope, where string, args ...any) ([]due, error) {
	return db.All[due](in,
		"SELECT id, firm_id, attempts, coalesce(origin, '{}') AS origin FROM message_media WHERE "+where, args...)
}

// fetch fetches a file, unless another instance does.
func (m *Manager) fetch(ctx context.Context, of due) error {
	now := entity.Now()
	claimed, err := m.db.InFirm(ctx).Exec(`
UPDATE message_media SET due_at = $3, attempts = attempts + 1 WHERE firm_id = $1 AND id = $2 AND due_at <= $4 AND status = 'Pending'`,
		of.ID, now.Add(fetchLimit), now)
	if err != nil || claimed == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	var origin Origin
	if err := json.Unmarshal(of.Origin, &origin); err != nil {
		return fmt.Errorf("read the origin of the file %s: %w", of.ID, err)
	}
	content, outcome, err := m.open(ctx, &origin)
	if err != nil {
		return err
	}
	if content == nil {
		return m.failed(ctx, of, &origin, outcome)
	}
	defer func() { _ = content.Close() }() // it was only read
	err = m.keep(ctx, of, &origin, content)
	if errors.Is(err, errDone) {
		return nil
	}
	if err != nil {
		final := errors.Is(err, outbound.ErrTooLarge) || fault.Is(err, fault.Conflict)
		outcome = provider.Outcome{Result: provider.NotTaken, Message: err.Error()}
		if final {
			outcome.Result = provider.Refused
		}
		return m.failed(context.WithoutCancel(ctx), of, &origin, outcome)
	}
	return nil
}

// open opens a file at its provider. The content is nil if the outcome says why there is none.
func (m *Manager) open(ctx context.Context, origin *Origin) (io.ReadCloser, provider.Outcome, error) {
	line, err := m.channels.Line(ctx, origin.ChannelID)
	if err != nil {
		return nil, provider.Outcome{}, err
	}
	fetcher, ok := line.Adapter.(provider.MediaFetcher)
	switch {
	case line.Deleted:
		return nil, provider.Outcome{Result: provider.Refused, Message: "the channel is deleted"}, nil
	case !ok:
		return nil, provider.Outcome{Result: provider.Refused, Message: "the provider keeps no files"}, nil
	}
	content, outcome := fetcher.FetchMedia(ctx, line.Account, origin.Ref)
	return content, outcome, nil
}

// errDone is returned to roll back a file that was erased while it was fetched, or that another
// instance has fetched.
var errDone = errors.New("media: the file is no longer to be fetched")

// keep stores the content of a file that arrived. Each attempt has a blob of its own: what a dead
// one has left is deleted later, and must not be in the way of the next one.
func (m *Manager) keep(ctx context.Context, of due, origin *Origin, content io.Reader) error {
	if err := m.checkRoom(ctx, 0); err != nil {
		return err
	}
	attempt := entity.NewID()
	key := keyOf(ctx, attempt)
	return m.files.Keep(ctx, file.Blob{ID: attempt, Key: key}, content, func(ctx context.Context, size int64) error {
		changed, err := m.db.InFirm(ctx).Exec(`
UPDATE message_media SET status = 'Ready', size = $3, blob_key = $4, due_at = NULL WHERE firm_id = $1 AND id = $2 AND status = 'Pending'`,
			of.ID, size, key)
		if err != nil {
			return err
		}
		if changed == 0 {
			return errDone
		}
		m.ready(ctx, of.FirmID, *origin)
		return nil
	})
}

// failed notes that a file could not be fetched: it is tried again, unless the provider does not
// have it or it was tried too often.
func (m *Manager) failed(ctx context.Context, of due, origin *Origin, outcome provider.Outcome) error {
	final := outcome.Result == provider.Refused || of.Attempts >= len(waits)
	slog.WarnContext(ctx, "a file that arrived can't be fetched", "channel", origin.ChannelID, "message", origin.MessageID,
		"attempt", of.Attempts+1, "final", final, "error", outcome.Message)
	return m.db.Tx(ctx, func(ctx context.Context) error {
		if !final {
			_, err := m.db.InFirm(ctx).Exec("UPDATE message_media SET due_at = $3 WHERE firm_id = $1 AND id = $2 AND status = 'Pending'",
				of.ID, entity.Now().Add(max(waits[of.Attempts], outcome.RetryAfter)))
			return err
		}
		changed, err := m.db.InFirm(ctx).Exec(
			"UPDATE message_media SET status = 'Failed', due_at = NULL WHERE firm_id = $1 AND id = $2 AND status = 'Pending'", of.ID)
		if err != nil || changed == 0 {
			return err
		}
		m.ready(ctx, of.FirmID, *origin)
		return nil
	})
}

// inFirm returns a context in which firmhub itself acts in a firm.
func inFirm(ctx context.Context, firm uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
}
