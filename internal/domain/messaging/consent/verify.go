package consent

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// entriesAtOnce is how many entries are read at once.
const entriesAtOnce = 1000

// Fault is a fault in the ledger of a firm.
type Fault struct {
	FirmID uuid.UUID
	// Number is that of the entry, or 0 for a fault of the states.
	Number int64
	What   string
}

// Verified are the numbers of what [Verify] has read. Unchecked are the entries of erased addresses
// that could not be checked, since the database has no key of erased addresses: they are no faults.
type Verified struct{ Firms, Entries, Faults, Unchecked int64 }

// unchecked is what is said about an entry that could not be checked.
const unchecked = "its address was erased, so that only a server with the right FIRMHUB_SECRETS_KEY can check it"

// Verify checks the ledgers of all firms, or of one, and reports each fault: entries are numbered
// without gaps, the hash of each covers its content and the entry before (the seal, once its
// address was erased), and the state of each address is that of its last entry. If an entry was
// changed, that entry is reported, not those after it. Only the command line calls it. It crosses
// firms by itself. It does not detect a ledger that somebody who can write to the database has
// computed again as a whole, nor last entries that were removed together with the states of their
// addresses.
func Verify(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (v Verified, err error) {
	defer fault.Wrap(&err, "consent.Verify")
	var firms []uuid.UUID
	if only != nil {
		firms = []uuid.UUID{*only}
	} else {
		across := d.AcrossFirms(rule.AcrossFirms(ctx, "find the firms that have a ledger of consent"))
		firms, err = db.All[uuid.UUID](across, "SELECT firm_id FROM consent_entries UNION SELECT firm_id FROM consents ORDER BY 1")
		if err != nil {
			return v, err
		}
	}
	for _, firm := range firms {
		v.Firms++
		found := func(number int64, what string) {
			if what == unchecked {
				v.Unchecked++
				return
			}
			v.Faults++
			report(Fault{FirmID: firm, Number: number, What: what})
		}
		ctx := rule.ForFirm(ctx, firm, "verify a ledger of consent")
		n, err := chain(ctx, d, firm, nil, found)
		if err != nil {
			return v, err
		}
		v.Entries += n
		if err := states(ctx, d, found); err != nil {
			return v, err
		}
	}
	return v, nil
}

// chain checks the entries of a firm up to a number, or all, and returns how many they are.
func chain(ctx context.Context, d *db.DB, firm uuid.UUID, through *int64, found func(number int64, what string)) (n int64, err error) {
	hash := make([]byte, sha256.Size)
	number := int64(0)
	for {
		entries, err := read(ctx, d, "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 AND e.number > $2"+
			" ORDER BY e.number LIMIT $3", number, entriesAtOnce)
		if err != nil {
			return n, err
		}
		for _, e := range entries {
			if through != nil && e.number > *through {
				return n, nil
			}
			if e.number != number+1 {
				found(e.number, fmt.Sprintf("follows the entry %d", number))
			}
			if what := e.check(d, hash, firm); what != "" {
				found(e.number, what)
			}
			number, hash = e.number, e.hash
			n++
		}
		if len(entries) < entriesAtOnce {
			return n, nil
		}
	}
}

// check returns what is wrong with the hash of an entry of a firm, or "".
func (e *Entry) check(d *db.DB, before []byte, firm uuid.UUID) string {
	switch {
	case e.seal == nil && !bytes.Equal(e.hash, e.sum(before, firm)):
		return "its hash is not that of its content and of the entry before"
	case e.seal != nil && !d.HasPseudonyms():
		return unchecked
	case e.seal != nil && !hmac.Equal(e.seal, e.sealed(d, before, firm)):
		return "its seal is not that of its content and of the entry before"
	}
	return ""
}

// states compares the states of addresses with their last entries.
func states(ctx context.Context, d *db.DB, found func(number int64, what string)) error {
	wrong, err := db.All[string](d.InFirm(ctx), `
SELECT c.address_key FROM consents c WHERE c.firm_id = $1 AND (
	NOT EXISTS (SELECT 1 FROM consent_entries e
		WHERE e.firm_id = $1 AND e.number = c.number AND e.address_key = c.address_key AND e.state = c.state)
	OR EXISTS (SELECT 1 FROM consent_entries l WHERE l.firm_id = $1 AND l.address_key = c.address_key AND l.number > c.number))
ORDER BY c.address_key`)
	if err != nil {
		return err
	}
	for _, key := range wrong {
		found(0, "the state of "+key+" is not that of its last entry")
	}
	missing, err := db.All[string](d.InFirm(ctx), `
SELECT DISTINCT e.address_key FROM consent_entries e WHERE e.firm_id = $1
	AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.firm_id = $1 AND c.address_key = e.address_key)
ORDER BY e.address_key`)
	for _, key := range missing {
		found(0, key+" has entries and no state")
	}
	return err
}

// Proof is what an address had consented to at a time.
type Proof struct {
	// Entries are those of the address up to that time, the newest first: the first one was in
	// force.
	Entries []*Entry
	// Faults are those of the ledger up to the newest of them, and Unchecked is how many entries
	// could not be checked without the right key.
	Faults    []Fault
	Unchecked int64
}

// Number returns the number of the entry in the ledger, and its hash.
func (e *Entry) Number() (number int64, hash []byte) { return e.number, e.hash }

// Prove returns the entries of an address in a firm up to a time, and checks the ledger up to the
// newest of them. It returns ValidationError for a text that is no address. Only the command line
// calls it. It crosses firms by itself.
func Prove(ctx context.Context, d *db.DB, firm uuid.UUID, text string, at time.Time) (proof Proof, err error) {
	defer fault.Wrap(&err, "consent.Prove")
	address, faults := ParseAddress(text)
	if err := faults.Err(); err != nil {
		return proof, err
	}
	ctx = rule.ForFirm(ctx, firm, "prove what an address had consented to")
	keys, err := keysOf(ctx, d, []Address{address})
	if err != nil {
		return proof, err
	}
	among, list := d.Among("e.address_key", 2, keys.all)
	proof.Entries, err = read(ctx, d, "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 AND "+among+" AND e.at <= $3"+
		" ORDER BY e.number DESC", list, at.UTC())
	if err != nil || len(proof.Entries) == 0 {
		return proof, err
	}
	_, err = chain(ctx, d, firm, &proof.Entries[0].number, func(number int64, what string) {
		if what == unchecked {
			proof.Unchecked++
			return
		}
		proof.Faults = append(proof.Faults, Fault{FirmID: firm, Number: number, What: what})
	})
	return proof, err
}
