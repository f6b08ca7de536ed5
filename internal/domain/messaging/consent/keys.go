package consent

import (
	"context"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
)

// keys are the keys under which the entries of addresses may be stored.
type keys struct {
	all []string
	// plain are the keys of the addresses by what stands for them once they are erased.
	plain map[string]string
}

// keysOf returns the keys of addresses in the firm of ctx: those of the addresses, and what stands
// for them if a person who had them was erased.
func keysOf(ctx context.Context, d *db.DB, addresses []Address) (k keys, err error) {
	firm, err := scope.Firm(ctx, "Consent")
	if err != nil {
		return k, err
	}
	k.plain = make(map[string]string, len(addresses))
	for _, address := range addresses {
		k.all = append(k.all, address.Key)
		if erased := d.Pseudonym(firm, address.Key); erased != "" {
			k.all = append(k.all, erased)
			k.plain[erased] = address.Key
		}
	}
	return k, nil
}

// of returns the key of the address of an entry.
func (k keys) of(e *Entry) string {
	if plain, ok := k.plain[e.key]; ok {
		return plain
	}
	return e.key
}
