// Package webhook delivers the events of firms to addresses that the firms have entered, as
// Standard Webhooks describes it (www.standardwebhooks.com).
//
// A [Manager] manages webhooks. A [Deliverer] delivers: it looks for firms that have webhooks and
// new events, takes the lease of such a firm, writes a delivery for each event and webhook, and
// calls the addresses outside of transactions.
//
// Secrets are sealed for their row, and are shown only when they are made.
package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Status is whether a webhook gets events.
type Status string

// The statuses.
const (
	Active   Status = "Active"
	Paused   Status = "Paused"
	Disabled Status = "Disabled"
)

// Webhook is a webhook as the API shows it.
type Webhook struct {
	ID   uuid.UUID
	Name string
	URL  string
	// EventTypes are the types that it gets; none means all.
	EventTypes []string
	Status     Status
	// StatusReason is why it is Disabled, or gets nothing though it is Active.
	StatusReason *string
	// Ordered reports whether an event is delivered only after those before it.
	Ordered      bool
	CreatedAt    time.Time
	UpdatedAt    time.Time
	LastDelivery *Delivery

	secret, oldSecret []byte // sealed
	oldUntil          *time.Time
	maker             viewer.Initiator
	position          int64
	failingSince      *time.Time
}

// WithSecret is a webhook with its new secret.
type WithSecret struct {
	secret.Hidden
	*Webhook

	Secret string
}

// Manager manages the webhooks of firms.
type Manager struct {
	db     *db.DB
	config Config
	client *http.Client
	tests  *throttle.Attempts[uuid.UUID] // by firm
	// woken is signalled after changes of webhooks.
	woken chan struct{}
}

// Config configures a Manager.
type Config struct {
	// Key seals the secrets. Without it every function returns Unavailable.
	Key *secret.Key
	// Guard checks the addresses.
	Guard *outbound.Guard
	// Events numbers and reads the events.
	Events *event.Log
	// Lookup returns who made a webhook, with present permissions.
	Lookup viewer.Lookup
	// Notifications tells firms of webhooks that were disabled.
	Notifications *notification.Center
	// Tracer traces attempts. Nil traces nothing.
	Tracer *tracing.Tracer
	// NoRateLimit allows any number of tests.
	NoRateLimit bool
	// Now returns the time: [entity.Now] by default.
	Now func() time.Time
}

// testsPerMinute limits how fast a firm can have servers called whose addresses it chooses.
const testsPerMinute = 30

// NewManager returns a manager.
func NewManager(d *db.DB, config Config) *Manager {
	if config.Now == nil {
		config.Now = entity.Now
	}
	m := &Manager{db: d, config: config, woken: make(chan struct{}, 1)}
	m.client = config.Guard.Client(outbound.Limits{Time: callLimit, Body: maxAnswer})
	if !config.NoRateLimit {
		m.tests = throttle.NewAttempts[uuid.UUID](testsPerMinute, time.Minute)
	}
	return m
}

func (m *Manager) available() error {
	if m.config.Key == nil {
		return fault.New(fault.Unavailable, "This server can't keep the secrets of webhooks yet: its operator must set FIRMHUB_SECRETS_KEY.")
	}
	return nil
}

const columns = "w.id, w.name, w.url, w.event_types, w.status, w.status_reason, w.ordered, w.created_at, w.updated_at, w.secret, " +
	"w.old_secret, w.old_secret_until, w.maker, w.position, w.failing_since"

// read returns the webhooks that a query in the firm of the context selects.
func read(ctx context.Context, d *db.DB, query string, args ...any) (list []*Webhook, err error) {
	rows, err := d.InFirm(ctx).Query("SELECT "+columns+" FROM webhooks w WHERE w.firm_id = $1"+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			w              Webhook
			status, reason string
			types, maker   []byte
		)
		err := rows.Scan(&w.ID, &w.Name, &w.URL, &types, &status, &reason, &w.Ordered, &w.CreatedAt, &w.UpdatedAt, &w.secret,
			&w.oldSecret, &w.oldUntil, &maker, &w.position, &w.failingSince)
		if err == nil {
			err = errors.Join(json.Unmarshal(types, &w.EventTypes), json.Unmarshal(maker, &w.maker))
		}
		if err != nil {
			return nil, fmt.Errorf("read a webhook: %w", err)
		}
		w.Status, w.CreatedAt, w.UpdatedAt = Status(status), w.CreatedAt.UTC(), w.UpdatedAt.UTC()
		if reason != "" {
			w.StatusReason = &reason
		}
		list = append(list, &w)
	}
	return list, rows.Err()
}

// find returns a webhook of the firm of ctx, or NotFound. In a transaction it may be locked.
func (m *Manager) find(ctx context.Context, id uuid.UUID, lock bool) (*Webhook, error) {
	query := " AND w.id = $2"
	if lock && m.db.Dialect() == db.Postgres {
		query += " FOR UPDATE"
	}
	found, err := read(ctx, m.db, query, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such webhook.")
	}
	return found[0], nil
}

// List returns the webhooks of the viewer's firm by name; the case of ASCII letters does not
// matter. They are at most 50.
func (m *Manager) List(ctx context.Context) (list []*Webhook, err error) {
	defer fault.Wrap(&err, "webhook.List")
	if err := m.available(); err != nil {
		return nil, err
	}
	if list, err = read(ctx, m.db, " ORDER BY "+db.LowerASCII(m.db.Dialect(), "w.name")+", w.id"); err != nil {
		return nil, err
	}
	if list == nil {
		list = []*Webhook{}
	}
	return list, m.addLast(ctx, list...)
}

// Get returns a webhook of the viewer's firm, or NotFound.
func (m *Manager) Get(ctx context.Context, id uuid.UUID) (w *Webhook, err error) {
	defer fault.Wrap(&err, "webhook.Get")
	if err := m.available(); err != nil {
		return nil, err
	}
	if w, err = m.find(ctx, id, false); err != nil {
		return nil, err
	}
	return w, m.addLast(ctx, w)
}

// addLast adds their newest deliveries to webhooks.
func (m *Manager) addLast(ctx context.Context, list ...*Webhook) error {
	last, err := readDeliveries(ctx, m.db, " AND "+m.db.AmongSelected("d.id",
		`SELECT (SELECT l.id FROM webhook_deliveries l WHERE l.firm_id = $1 AND l.webhook_id = w.id ORDER BY l.id DESC LIMIT 1)
FROM webhooks w WHERE w.firm_id = $1`))
	if err != nil {
		return err
	}
	for _, w := range list {
		for _, d := range last {
			if d.webhookID == w.ID {
				w.LastDelivery = d
			}
		}
	}
	return nil
}

// auditFields are the fields of a webhook in the audit log.
type auditFields struct {
	Name         string   `json:"name"`
	URL          string   `json:"url"`
	EventTypes   []string `json:"eventTypes"`
	Status       Status   `json:"status"`
	StatusReason *string  `json:"statusReason"`
	Ordered      bool     `json:"ordered"`
}

func (w *Webhook) audited() auditFields {
	return auditFields{w.Name, w.URL, w.EventTypes, w.Status, w.StatusReason, w.Ordered}
}

func (w *Webhook) target() audit.Target { return audit.Of("webhook", w.ID, w.Name) }

// EventType is a type of events.
type EventType struct{ Type, Module string }

// EventTypes returns the types of events that a webhook may get.
func EventTypes() []*EventType {
	kinds := event.Kinds()
	types := make([]*EventType, len(kinds))
	for i, of := range kinds {
		types[i] = &EventType{string(of.Type), of.Module}
	}
	return types
}
