package consent

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// sum is the hash of an entry of a firm: the SHA-256 of the hash of the entry before (32 zeros for
// the first one), the number, the microseconds since 1970 when it was added, and the texts. The two
// integers have 64 bits and are big-endian. The texts are in UTF-8, each preceded by its length in
// bytes as an integer of 32 bits: the id, the id of the firm, the address, its key, its kind, the
// state, the source, the evidence, and the kind, id and name of the actor. Ids are written in lower
// case; the id of an actor without one is empty.
func (e *Entry) sum(before []byte, firm uuid.UUID) []byte {
	b := make([]byte, 0, 2*sha256.Size)
	b = append(b, before...)
	b = binary.BigEndian.AppendUint64(b, uint64(e.number))         //nolint:gosec // positive
	b = binary.BigEndian.AppendUint64(b, uint64(e.At.UnixMicro())) //nolint:gosec // the bits, not the number
	actor := ""
	if e.actorID != nil {
		actor = e.actorID.String()
	}
	for _, text := range []string{
		e.ID.String(), firm.String(), e.Address, e.key, string(e.Kind), string(e.State), string(e.Source), e.Evidence, e.actorKind, actor, e.By,
	} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(text))) //nolint:gosec // at most 4,000 bytes
		b = append(b, text...)
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// sealed is the seal of an entry of a firm whose address was erased: a keyed hash of the hash of
// the entry before and of the sum of what is left of it, in which its own hash takes the place of
// that. Its hash stays, since the entry after it contains it.
func (e *Entry) sealed(d *db.DB, before []byte, firm uuid.UUID) []byte {
	return d.KeyedHash([]byte("consent"), before, e.sum(e.hash, firm))
}
