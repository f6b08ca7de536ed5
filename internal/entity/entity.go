// Package entity creates the id and the times of stored entities.
package entity

import (
	"time"

	"github.com/google/uuid"
)

// NewID returns a UUIDv7 (RFC 9562). It is unique everywhere, and later ids sort after earlier
// ones, so that an index grows at its end. NewID panics where the system has no source of
// randomness.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// NewUserID returns a random UUID (version 4). The firms that see a user's id must not learn from
// it when the account was created.
func NewUserID() uuid.UUID { return uuid.New() }

// Now returns the current time as the databases store it: in UTC, to the microsecond.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
