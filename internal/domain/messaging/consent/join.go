package consent

import (
	"context"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Join opts people out by both of their addresses if they have opted out by one. Each pair has the
// addresses of one person. Join runs in the transaction of the context. Only the server calls it.
func Join(ctx context.Context, d *db.DB, people [][2]Address) (err error) {
	defer fault.Wrap(&err, "consent.Join")
	if len(people) == 0 {
		return nil
	}
	if err := lock(ctx, d); err != nil {
		return err
	}
	var addresses []Address
	for _, person := range people {
		addresses = append(addresses, person[:]...)
	}
	present, err := inForce(ctx, d, addresses)
	if err != nil {
		return err
	}
	for _, person := range people {
		for i, address := range person {
			if other := present[person[1-i].Key]; other != nil && other.State == OptedOut {
				if present[address.Key], err = follow(ctx, d, address, other); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// follow opts an address out because of the entry of another address of the same person, and
// returns the entry then in force.
func follow(ctx context.Context, d *db.DB, address Address, other *Entry) (*Entry, error) {
	// The end stays, by which a channel knows that it was told to stop.
	evidence := []rune("The same person as " + other.Address + ": " + other.Evidence)
	said := &statement{
		state: OptedOut, source: other.Source, evidence: string(evidence[max(0, len(evidence)-maxEvidence):]),
		changes: func(present *Entry) bool { return present == nil || present.State != OptedOut },
	}
	entries, err := said.add(ctx, d, []Address{address})
	if err != nil {
		return nil, err
	}
	return entries[0], nil
}
