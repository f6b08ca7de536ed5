package wallet

import (
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/money"
)

var errHold = errors.New("wallet: more is settled or released than is held, or a price is negative, or of no request of the batch")

// Hold holds the price of one message, for the work with this index. A hold is a part of the
// balance that nothing else can use until it is settled or released. It is no entry of the ledger.
// Hold returns InsufficientBalance if the available balance is less than the price. The message
// must then not be written, but later ones may still fit. A price of 0 holds nothing.
func (c *charges) Hold(request int, price money.Amount) error {
	if price < 0 || request < 0 || request >= len(c.by) {
		return c.fail(errHold)
	}
	if err := c.affordable(price); err != nil {
		return err
	}
	c.state.held += price
	return nil
}

// Settle charges a price that was held, for the work with this index. by is the actor who held it,
// or zero for the actor of the request. reference is what the charge is for, such as a campaign; it
// may be empty. All charges of a request with the same reference and actor become one debit. Settle
// never fails for lack of money. An error means that less is held, which is a fault of the caller:
// the whole work of the batch then fails. A price of 0 charges nothing.
func (c *charges) Settle(request int, by Actor, reference string, price money.Amount) error {
	if request < 0 || request >= len(c.by) {
		return c.fail(errHold)
	}
	if err := c.Release(price); err != nil || price == 0 {
		return err
	}
	key := purpose{request: request, reference: reference, by: keyOf(by)}
	if by.Kind == "" {
		by = c.by[request]
	}
	c.add(key, by, price)
	return nil
}

// Release makes a price that was held available again. An error means that less is held, which is a
// fault of the caller: the whole work of the batch then fails.
func (c *charges) Release(price money.Amount) error {
	if price < 0 || price > c.state.held {
		return c.fail(errHold)
	}
	c.state.held -= price
	return nil
}

// actorKey identifies an actor. It is zero for the actor of the request.
type actorKey struct {
	kind, name string
	id         uuid.UUID
}

func keyOf(by Actor) actorKey {
	key := actorKey{kind: string(by.Kind), name: by.Name}
	if by.ID != nil {
		key.id = *by.ID
	}
	return key
}

// Currency is the currency of the wallet, by ISO 4217.
func (c *charges) Currency() string { return c.state.currency }

// Held returns what is held of the balance, with the charges and holds of the batch up to now.
func (c *charges) Held() money.Amount { return c.state.held }

// Available returns the balance without what is held, with the charges and holds of the batch up to
// now.
func (c *charges) Available() money.Amount { return c.state.balance - c.state.held }
