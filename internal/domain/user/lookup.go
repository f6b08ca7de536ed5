package user

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Name is a user in a list to choose from.
type Name struct {
	ID   uuid.UUID
	Name string
}

// maxNames limits the names that [Lookup] returns.
const maxNames = 1000

// Lookup returns the names of the active users of the viewer's firm, in the order of [List]: at
// most 1,000. Every user of the firm may call it.
func Lookup(ctx context.Context, d *db.DB) (_ []*Name, err error) {
	defer fault.Wrap(&err, "user.Lookup")
	rows, err := d.Client.Membership.Query().
		Where(membership.StatusEQ(membership.StatusActive), membership.HasUserWith(user.IsActive(true))).
		Order(byName).Limit(maxNames).
		Select(membership.FieldUserID, membership.FieldFirstName, membership.FieldLastName).All(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]*Name, len(rows))
	for i, row := range rows {
		names[i] = &Name{row.UserID, row.FirstName + " " + row.LastName}
	}
	return names, nil
}
