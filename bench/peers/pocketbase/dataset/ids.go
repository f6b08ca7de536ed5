package dataset

import (
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"
)

// PocketID returns the id of a firm or tag in PocketBase, whose ids have 15 characters.
func PocketID(id uuid.UUID) string { return hex.EncodeToString(id[:])[32-15:] }

// PocketID returns the id of a contact in PocketBase. Later ids sort after earlier ones: PocketBase keeps times to the millisecond,
// in which several contacts were made.
func (c *Contact) PocketID() string { return fmt.Sprintf("c%014d", c.Number) }
