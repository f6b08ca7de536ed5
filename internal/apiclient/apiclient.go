// Package apiclient holds the rules of API clients: other programs that work in a firm by a key.
//
// Of a key the database has the hash of its secret. [Keys] recognises a key at each request, as of now; [Recorder] writes
// down what was done with it.
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
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/record"
)

// Client is an API client as the API shows it.
type Client struct {
	ID                uuid.UUID
	Name, Description string
	// KeyPrefix is the part of the key that is no secret.
	KeyPrefix string
	// AllowedIps are where the key is accepted from; none means anywhere.
	AllowedIps []string
	// Permissions are those that exist, sorted, each as "Module:Action".
	Permissions []string
	ExpiresAt   *time.Time
	Status      Status
	LastUsedAt  *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Key is a client with its key, which is shown once. It keeps itself out of prints and logs.
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

// MarshalJSON implements json.Marshaler: JSON is how logs write what is nested. GraphQL asks for the fields one by one.
func (Key) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// Get gives a client of the viewer's firm; NotFound for any other id.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (_ *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Get")
	row, err := find(ctx, d, id)
	if err != nil {
		return nil, err
	}
	return shown(row, record.Now()), nil
}

// find gives a client of the viewer's firm with its permissions. With [db.ForUpdate] it stays as it is until the
// transaction ends.
func find(ctx context.Context, d *db.DB, id uuid.UUID, conditions ...predicate.APIClient) (*ent.APIClient, error) {
	row, err := d.Client.APIClient.Query().
		Where(append(conditions, apiclient.ID(id))...).
		WithProperties().
		Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such API client.").Because(err)
	}
	return row, err
}

// shown makes a client of its row, with its properties at hand.
func shown(row *ent.APIClient, now time.Time) *Client {
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

func namesOf(properties []*ent.RoleProperty) []string {
	names := make([]string, 0, len(properties))
	for _, property := range properties {
		names = append(names, authz.PermissionOf(property).String())
	}
	slices.Sort(names)
	return names
}
