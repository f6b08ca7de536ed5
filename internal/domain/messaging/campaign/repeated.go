package campaign

import (
	"context"
	"fmt"
	"hash/maphash"

	"github.com/firmhub/firmhub/internal/db"
)

// repeated returns those of the keys of addresses that have a message already.
type repeated func(ctx context.Context, keys []string) (map[string]bool, error)

// seen remembers which addresses had a message, as hashes.
type seen struct {
	seed   maphash.Seed
	hashes map[uint64]bool
	// shared are the hashes of the addresses to remember; nil for all.
	shared map[uint64]bool
	last   map[string]bool
}

func newSeen() *seen { return &seen{seed: maphash.MakeSeed(), hashes: map[uint64]bool{}} }

// shared returns a seen that remembers only the primary addresses that several contacts of the firm
// of ctx have: so it takes as much memory as there are such addresses, and not contacts. A user id
// of WhatsApp is of one contact. The database finds them when counting begins; an address that
// contacts come to share meanwhile counts twice.
func shared(ctx context.Context, d *db.DB) (*seen, error) {
	s := newSeen()
	s.shared = map[uint64]bool{}
	for _, query := range []string{
		"SELECT match_key FROM contact_phones WHERE firm_id = $1 AND is_primary GROUP BY match_key HAVING count(*) > 1",
		"SELECT email_key FROM contact_emails WHERE firm_id = $1 AND is_primary GROUP BY email_key HAVING count(*) > 1",
	} {
		if err := s.share(ctx, d, query); err != nil {
			return nil, fmt.Errorf("find addresses that contacts share: %w", err)
		}
	}
	return s, nil
}

func (s *seen) share(ctx context.Context, d *db.DB, query string) error {
	rows, err := d.InFirm(ctx).Query(query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return err
		}
		s.shared[maphash.String(s.seed, key)] = true
	}
	return rows.Err()
}

// repeated implements [repeated]: it was asked for those keys before that it returns. The caller
// adds those that get a message to what it returns.
func (s *seen) repeated(_ context.Context, keys []string) (map[string]bool, error) {
	for key := range s.last { // Those of the part before that got a message, or had one.
		if hash := maphash.String(s.seed, key); s.shared == nil || s.shared[hash] {
			s.hashes[hash] = true
		}
	}
	s.last = map[string]bool{}
	for _, key := range keys {
		if s.hashes[maphash.String(s.seed, key)] {
			s.last[key] = true
		}
	}
	return s.last, nil
}
