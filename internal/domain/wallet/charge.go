package wallet

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// Batch is the work of several requests of one firm that is written in one transaction.
type Batch[W any] struct {
	Firm uuid.UUID
	// Work has one element for each request.
	Work []W

	charges
}

// charges are the charges of the requests in a batch.
type charges struct {
	// state is the state of the locked wallet. It includes the charges and holds up to now.
	state *state
	// by is the actor of each request.
	by      []Actor
	entries []*charged
	// last is the entry of each purpose.
	last map[purpose]*charged
	err  error
}

// purpose is what an entry charges for.
type purpose struct {
	request   int
	reference string
	by        actorKey
}

// charged is an entry that will be posted, and the number of its charges.
type charged struct {
	entry

	number int
}

var errCharge = errors.New("wallet: a charge is negative, or of no request of the batch")

// Charge subtracts the price of one message from the balance, for the work with this index.
// reference is what the charge is for, such as a campaign; it may be empty. Charge returns
// InsufficientBalance if the available balance is less than the price. The message must then not be
// written, but later ones may still fit. A price of 0 charges nothing. All charges of a request
// with the same reference become one debit.
func (c *charges) Charge(request int, reference string, price money.Amount) error {
	if price < 0 || request < 0 || request >= len(c.by) {
		return c.fail(errCharge)
	}
	if err := c.affordable(price); err != nil || price == 0 {
		return err
	}
	c.add(purpose{request: request, reference: reference}, c.by[request], price)
	return nil
}

// affordable returns a refusal if a price can be neither charged nor held.
func (c *charges) affordable(price money.Amount) error {
	switch s := c.state; {
	case price == 0:
		return nil
	case price > s.balance-s.held:
		return errInsufficient(price, s.currency)
	case price > maxTurnover-s.turnover-s.held:
		return errTurnover(s.currency)
	}
	return nil
}

// add subtracts a price from the balance and adds it to the entry of a purpose.
func (c *charges) add(key purpose, by Actor, price money.Amount) {
	c.state.balance -= price
	c.state.turnover += price
	e, ok := c.last[key]
	if !ok {
		e = &charged{entry: entry{
			id: entity.NewID(), firm: c.state.firm, kind: walletentry.TypeDebit, currency: c.state.currency, actor: by,
		}}
		if key.reference != "" {
			e.reference = &key.reference
		}
		if c.last == nil {
			c.last = map[purpose]*charged{}
		}
		c.last[key] = e
		c.entries = append(c.entries, e)
	}
	e.amount -= price
	e.number++
}

// fail makes the transaction of the batch fail.
func (c *charges) fail(err error) error {
	c.err = err
	return err
}

// chain completes the entries in order, and moves the state of the wallet past the last one.
func (c *charges) chain() (debits money.Amount, placed []place, hashes [][]byte) {
	s := c.state
	s.move(entity.Now())
	at := place{number: s.number, balanceAfter: s.before, createdAt: s.createdAt, day: s.day}
	for _, e := range c.entries {
		e.reason = "1 message"
		if e.number > 1 {
			e.reason = fmt.Sprintf("%d messages", e.number)
		}
		at.number++
		at.balanceAfter += e.amount
		s.hash = e.hash(s.hash, at)
		debits += e.amount
		placed, hashes = append(placed, at), append(hashes, s.hash)
	}
	s.number = at.number
	s.spent -= debits
	return debits, placed, hashes
}
