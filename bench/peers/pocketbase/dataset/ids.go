package dataset

import (
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"
)

// PocketID returns the id of a firm or tag in PocketBase. Such ids have 15 characters.
func PocketID(id uuid.UUID) string { return hex.EncodeToString(id[:])[32-15:] }

// PocketID returns the id of a contact in PocketBase. Later ids sort after earlier ones, because
// PocketBase stores times only to the millisecond, in which several contacts were created.
func (c *Contact) PocketID() string { return fmt.Sprintf("c%014d", c.Number) }
