// Package entity makes what every stored entity has: its id and its times.
package entity

import (
	"time"

	"github.com/google/uuid"
)

// NewID returns a UUIDv7 (RFC 9562): unique everywhere, and later ids sort after earlier ones, so that an index grows at
// its end. It panics where the system has no source of randomness.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// NewUserID returns a random UUID (version 4). A user's id must not tell the firms that see it when the account was made.
func NewUserID() uuid.UUID { return uuid.New() }

// Now returns the current time as the databases keep it: in UTC, to the microsecond.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
