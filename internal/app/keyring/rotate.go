package keyring

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// Rotated is what [Rotate] has done.
type Rotated struct {
	// Changed are the secrets that it sealed again, and Present those that the present key had
	// sealed.
	Changed, Present int64
	// Lost are the secrets that none of the keys opens.
	Lost int64
	// Erasures are the jobs that erase a person, run, and need an older key until their step ends.
	// LostErasures are those that none of the keys opens, so that they can't go on.
	Erasures, LostErasures int64
}

// column is a column with sealed secrets. The rows of a firm have its id and their own; those of a
// person have the id of the person for both.
type column struct {
	table, name, firm, id string
	owner                 func(firm, id uuid.UUID) string
}

// columns are all columns that the key for secrets has sealed, but for x_keys and the jobs of
// erasures.
var columns = []column{
	{"channels", "secrets", "firm_id", "id", channel.Owner},
	{"webhooks", "secret", "firm_id", "id", webhook.Owner},
	{"webhooks", "old_secret", "firm_id", "id", webhook.Owner},
	{"totp_factors", "secret", "user_id", "user_id", func(_, user uuid.UUID) string { return factor.Owner(user) }},
}

// atOnce is how many secrets one transaction seals.
const atOnce = 200

// Rotate seals everything by the present key that an older one has sealed. Servers that have both
// keys may run meanwhile. It can be stopped and called again. It returns [ErrWrongKey], and
// changes nothing, if none of the keys opens the stored key of erased addresses; with lost that key
// is replaced instead, and erased addresses are not recognized any more. Only the command line
// calls it. It crosses firms by itself.
func Rotate(ctx context.Context, d *db.DB, key *secret.Key, lost bool) (r Rotated, err error) {
	ctx = rule.AcrossFirms(ctx, "seal the secrets of all firms by another key")
	if err := Keep(ctx, d, key); err != nil {
		return r, err
	}
	if err := rotatePseudonyms(ctx, d, key, lost, &r); err != nil {
		return r, err
	}
	for _, c := range columns {
		if err := c.rotate(ctx, d, key, &r); err != nil {
			return r, fmt.Errorf("seal %s of %s: %w", c.name, c.table, err)
		}
	}
	sealed, err := privacy.SealAgain(ctx, d, key)
	r.Changed += sealed
	if err != nil {
		return r, err
	}
	r.Erasures, r.LostErasures, err = privacy.SealedByOlder(ctx, d, key)
	return r, err
}

func rotatePseudonyms(ctx context.Context, d *db.DB, key *secret.Key, lost bool, r *Rotated) error {
	before, err := stored(ctx, d)
	if err != nil || before == nil {
		return err
	}
	again, isOlder, err := key.Reseal(before, pseudonyms)
	switch {
	case err != nil && lost && key.HasOlder():
		return errLostAmongOlder
	case err != nil && lost:
		again = key.Seal(key.Derive(purpose), pseudonyms)
	case err != nil:
		return ErrWrongKey
	case !isOlder:
		r.Present++
		return nil
	}
	// Another command may have sealed it meanwhile, perhaps by a better key.
	changed, err := d.AcrossFirms(ctx).Exec("UPDATE x_keys SET sealed = $1 WHERE name = $2 AND sealed = $3", again, pseudonyms, before)
	r.Changed += changed
	return err
}

// sealed is a row with a secret.
type sealed struct {
	Firm, ID uuid.UUID
	Secret   []byte
}

func (c column) rotate(ctx context.Context, d *db.DB, key *secret.Key, r *Rotated) error {
	after := sealed{}
	for {
		rows, err := c.next(ctx, d, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := d.Tx(ctx, func(ctx context.Context) error { return c.seal(ctx, d, key, rows, r) }); err != nil {
			return err
		}
		after = rows[len(rows)-1]
	}
}

func (c column) next(ctx context.Context, d *db.DB, after sealed) ([]sealed, error) {
	rows, err := d.AcrossFirms(ctx).Query(fmt.Sprintf(`SELECT %[1]s, %[2]s, %[3]s FROM %[4]s
		WHERE %[3]s IS NOT NULL AND (%[1]s > $1 OR %[1]s = $1 AND %[2]s > $2) ORDER BY %[1]s, %[2]s LIMIT $3`,
		c.firm, c.id, c.name, c.table), after.Firm, after.ID, atOnce)
	if err != nil {
		return nil, err
	}
	var all []sealed
	for rows.Next() {
		var one sealed
		if err := rows.Scan(&one.Firm, &one.ID, &one.Secret); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		all = append(all, one)
	}
	return all, errors.Join(rows.Err(), rows.Close())
}

func (c column) seal(ctx context.Context, d *db.DB, key *secret.Key, rows []sealed, r *Rotated) error {
	// A secret that was changed meanwhile is left: the server has sealed it by the present key.
	update := fmt.Sprintf("UPDATE %[1]s SET %[2]s = $1 WHERE %[3]s = $2 AND %[4]s = $3 AND %[2]s = $4", c.table, c.name, c.firm, c.id)
	for _, row := range rows {
		if len(row.Secret) == 0 {
			continue
		}
		again, isOlder, err := key.Reseal(row.Secret, c.owner(row.Firm, row.ID))
		switch {
		case err != nil:
			r.Lost++
			continue
		case !isOlder:
			r.Present++
			continue
		}
		changed, err := d.AcrossFirms(ctx).Exec(update, again, row.Firm, row.ID, row.Secret)
		if err != nil {
			return err
		}
		r.Changed += changed
	}
	return nil
}
