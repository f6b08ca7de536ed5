// Package apiclient manages API clients, which are programs that work in a firm with an API key.
//
// The database stores the hash of a key's secret. [Keys] authenticates each request with a key, and
// [Recorder] stores the calls that are made with it.
package apiclient

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Client is an API client.
type Client struct {
	ID                uuid.UUID
	Name, Description string
	// KeyPrefix is the public part of the key.
	KeyPrefix string
	// AllowedIps are the addresses and ranges from which the key is accepted. None means any.
	AllowedIps []string
	// Permissions are sorted, and written as "Module:Action". Removed permissions are left out.
	Permissions []string
	ExpiresAt   *time.Time
	Status      Status
	LastUsedAt  *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Key is a client with its key, which is shown once. It prints and logs as [secret].
type Key struct {
	Client

	APIKey string
}

// APIClient returns the client without its key.
func (k Key) APIClient() *Client { return &k.Client }

// Format implements fmt.Formatter, for every verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Key) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON implements json.Marshaler, which logs use for nested values. GraphQL resolves the
// fields one by one.
func (Key) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// Get returns a client of the viewer's firm, or NotFound.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Get")
	row, err := find(ctx, d, id, sel)
	if err != nil {
		return nil, err
	}
	return newClient(row, entity.Now()), nil
}

// whole selects a client with its permissions.
var whole = page.Selection{Edges: map[string]page.Selection{apiclient.EdgeProperties: {}}}

// find returns a client of the viewer's firm, or NotFound. With [db.ForUpdate] it is locked.
func find(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection, conditions ...predicate.APIClient) (*ent.APIClient, error) {
	row, err := read(d.Client.APIClient.Query().Where(append(conditions, apiclient.ID(id))...), sel).Only(ctx)
	return row, db.NotFound(err, "API client")
}

// read makes a query read the permissions, if selected. The columns are always read.
func read(query *ent.APIClientQuery, sel page.Selection) *ent.APIClientQuery {
	if sel.Edge(apiclient.EdgeProperties) {
		query.WithProperties()
	}
	return query
}

// newClient returns the client of a row, as of now.
func newClient(row *ent.APIClient, now time.Time) *Client {
	return &Client{
		ID: row.ID, Name: row.Name, Description: row.Description,
		KeyPrefix:   keyPrefix + row.KeyID,
		AllowedIps:  row.AllowedIps,
		Permissions: namesOf(row.Edges.Properties),
		ExpiresAt:   row.ExpiresAt,
		Status:      statusOf(row.RevokedAt, row.ExpiresAt, now),
		LastUsedAt:  row.LastUsedAt,
		CreatedAt:   row.CreatedAt,
		UpdatedAt:   row.UpdatedAt,
	}
}

// target returns the client as the target of an audit entry.
func (c *Client) target() audit.Target { return audit.Of("apiclient", c.ID, c.Name) }

// auditFields are the fields of a client in the audit log.
type auditFields struct {
	Name        string     `json:"name"`
	Description string     `json:"description"`
	AllowedIps  []string   `json:"allowedIps"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	Permissions []string   `json:"permissions"`
}

func (c *Client) auditFields() auditFields {
	return auditFields{c.Name, c.Description, c.AllowedIps, inUTC(c.ExpiresAt), c.Permissions}
}

func namesOf(properties []*ent.RoleProperty) []string {
	names := make([]string, 0, len(properties))
	for _, property := range properties {
		names = append(names, authz.PermissionOf(property).String())
	}
	slices.Sort(names)
	return names
}
