// Package media keeps the files of messages: those that arrive, and copies of those that firms
// send. A file is kept as long as the texts of its messages.
package media

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// maxOfFirm is the maximum total size of the files of a firm's messages in bytes.
const maxOfFirm = 50 << 30

// Status is whether a file can be read.
type Status string

// The statuses.
const (
	Pending Status = "Pending" // it has arrived, and firmhub gets it from the provider
	Ready   Status = "Ready"
	Failed  Status = "Failed" // the provider does not have it any more, or it is too large
)

// Media is a file of a message.
type Media struct {
	ID uuid.UUID
	// ContentType is that of the provider, or was found by the content of an uploaded file.
	ContentType, Name string
	// Size is in bytes. It is 0 unless the file is Ready.
	Size   int64
	Status Status
	// Caption is the text of the message, or nil.
	Caption *string

	key string
}

// With returns the file of a message with a text, or nil for no file.
func (m *Media) With(text *string) *Media {
	if m == nil {
		return nil
	}
	of := *m
	if text != nil && *text != "" {
		of.Caption = text
	}
	return &of
}

// Key returns where the content is kept, for [Manager.Open].
func (m *Media) Key() string { return m.key }

// Manager keeps the files of messages of all firms.
type Manager struct {
	db       *db.DB
	files    *file.Store
	channels *channel.Manager
	links    Links
	ready    Fetched
	wake     chan struct{}
	limit    int64
}

// Fetched is called in a transaction in which a file that arrived becomes Ready or Failed.
type Fetched func(ctx context.Context, firm uuid.UUID, of Origin)

// NewManager returns a manager that is not running.
func NewManager(d *db.DB, files *file.Store, channels *channel.Manager, links Links, ready Fetched) *Manager {
	return &Manager{
		db: d, files: files, channels: channels, links: links, ready: ready, wake: make(chan struct{}, 1), limit: maxOfFirm,
	}
}

// HasLinks reports whether providers can get files from this server.
func (m *Manager) HasLinks() bool { return m.links.Exist() }

// Link returns a link by which a provider gets a file of a firm, or "" if there are none.
func (m *Manager) Link(firm, id uuid.UUID) string {
	return m.links.URL(firm, id, time.Now().Add(LinkLife))
}

// Origin is the message with which a file arrived, and where the provider keeps it.
type Origin struct {
	MessageID      uuid.UUID         `json:"message"`
	OccurredAt     time.Time         `json:"at"`
	ConversationID uuid.UUID         `json:"conversation"`
	ChannelID      uuid.UUID         `json:"channel"`
	Ref            provider.MediaRef `json:"ref"`
}

// Arrived is a file that arrived.
type Arrived struct {
	ID uuid.UUID
	Origin
}

var arrivedColumns = []string{"id", "firm_id", "origin", "content_type", "name", "status", "due_at", "used_at"}

// Insert stores files of a firm that arrived, in the transaction that stores their messages. They
// are Pending until [Manager.Run] has fetched them.
func Insert(ctx context.Context, d *db.DB, firm uuid.UUID, now time.Time, all []*Arrived) error {
	if len(all) == 0 {
		return nil
	}
	origins := make([]string, len(all))
	for i, a := range all {
		origin, err := json.Marshal(a.Origin)
		if err != nil {
			return fmt.Errorf("encode the origin of a file: %w", err)
		}
		origins[i] = string(origin)
	}
	return d.InFirm(ctx).Insert("message_media", arrivedColumns, len(all), func(i int) []any {
		a := all[i]
		contentType := provider.Media{ContentType: a.Ref.ContentType}.HeaderType()
		if len(contentType) > maxContentType {
			contentType = unknownType
		}
		return []any{
			a.ID, firm, origins[i], contentType, file.CleanName(nameOf(a.Ref, contentType)), string(Pending), now, a.OccurredAt,
		}
	})
}

// Of returns files of the firm of ctx by their ids.
func Of(ctx context.Context, d *db.DB, ids []uuid.UUID) (map[uuid.UUID]*Media, error) {
	found := make(map[uuid.UUID]*Media, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	all, err := read(ctx, d, among, list)
	for _, m := range all {
		found[m.ID] = m
	}
	return found, err
}

func read(ctx context.Context, d *db.DB, where string, args ...any) (all []*Media, err error) {
	rows, err := d.InFirm(ctx).Query(
		"SELECT id, content_type, name, size, status, blob_key FROM message_media WHERE firm_id = $1 AND "+where, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		m := &Media{}
		if err := rows.Scan(&m.ID, &m.ContentType, &m.Name, &m.Size, &m.Status, &m.key); err != nil {
			return nil, fmt.Errorf("read a file of a message: %w", err)
		}
		all = append(all, m)
	}
	return all, rows.Err()
}
