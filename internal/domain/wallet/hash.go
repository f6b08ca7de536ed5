package wallet

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
)

const hashSize = sha256.Size

// entry is an entry in the form in which it is posted and hashed.
type entry struct {
	id, firm  uuid.UUID
	kind      walletentry.Type
	amount    money.Amount
	currency  string
	reason    string
	bankRef   *string
	reference *string
	actor     Actor
}

// spent returns the amount that an entry charges, or 0 if it is not a debit.
func (e *entry) spent() money.Amount {
	if e.kind == walletentry.TypeDebit {
		return -e.amount
	}
	return 0
}

// place is the place of an entry in the ledger: the fields that depend on the entry before.
type place struct {
	number       int64
	balanceAfter money.Amount
	createdAt    time.Time
	day          calendar.Day
}

// digest is the SHA-256 of the fields of an entry that are known before its wallet is locked. The
// texts follow each other in UTF-8, each preceded by its length in bytes as an integer of 32 bits.
// An absent text has the length 2^32-1 and no bytes. The texts are: the id, the id of the firm, the
// type, the currency, the reason, the bank reference, the reference, and the kind, id and name of
// the actor. Ids are written in lower case.
func (e *entry) digest() []byte {
	var actorID *string
	if e.actor.ID != nil {
		text := e.actor.ID.String()
		actorID = &text
	}
	var b []byte
	for _, text := range []*string{
		new(e.id.String()), new(e.firm.String()), new(string(e.kind)), &e.currency, &e.reason, e.bankRef, e.reference,
		new(string(e.actor.Kind)), actorID, &e.actor.Name,
	} {
		if text == nil {
			b = binary.BigEndian.AppendUint32(b, ^uint32(0))
			continue
		}
		b = binary.BigEndian.AppendUint32(b, uint32(len(*text))) //nolint:gosec // at most 500 characters
		b = append(b, *text...)
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// hash is the SHA-256 of the hash of the entry before (32 zeros for the first entry), five integers
// of 64 bits, and the digest. The integers are the number, the amount and the balance after it in
// 1/10,000 of the currency, the microseconds since 1970 when the entry was added, and the day. They
// are big-endian, in two's complement. PostgreSQL computes the same in [moveStatement].
func (e *entry) hash(before []byte, at place) []byte {
	b := make([]byte, 0, 2*hashSize+5*8)
	b = append(b, before...)
	for _, n := range []int64{at.number, int64(e.amount), int64(at.balanceAfter), at.createdAt.UnixMicro(), int64(at.day)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n)) //nolint:gosec // the bits, not the number
	}
	sum := sha256.Sum256(append(b, e.digest()...))
	return sum[:]
}
