package campaign

import (
	"cmp"
	"maps"
	"slices"

	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
)

// group is what the price of a message of a campaign depends on. The category and the kind of the
// channel are the same for all.
type group struct {
	Country  string `json:"country"`
	Segments int    `json:"segments,omitempty"`
}

func (g group) compare(other group) int {
	return cmp.Or(cmp.Compare(g.Country, other.Country), cmp.Compare(g.Segments, other.Segments))
}

func groupOf(m pricing.Message) group { return group{m.Country, m.Segments} }

// rate is the price of the messages of a group, as of when it was held.
type rate struct {
	group

	// UnitPrice is in the smallest unit of an amount of money, which JSON numbers of amounts are
	// not.
	UnitPrice int64 `json:"unitPrice"`
	Units     int   `json:"units"`
	// N is how many messages are still to be priced, and Free how many units of them are free.
	N    int `json:"n"`
	Free int `json:"free,omitempty"`
}

// take returns the price of one of the messages.
func (r *rate) take() money.Amount {
	free := min(r.Units, r.Free)
	r.N--
	r.Free -= free
	return money.Amount(r.UnitPrice * int64(r.Units-free))
}

// price is the price of all of the messages.
func (r *rate) price() money.Amount { return money.Amount(r.UnitPrice * int64(r.N*r.Units-r.Free)) }

// takeOf returns the price of a message: one of the rates, or if there are more messages than those
// were of, because the contacts have changed since, the price of now without free units.
func takeOf(rates []rate, meter *pricing.Meter, of pricing.Message) money.Amount {
	g := groupOf(of)
	for i := range rates {
		if rates[i].group == g && rates[i].N > 0 {
			return rates[i].take()
		}
	}
	quote := meter.Quote(of)
	return quote.UnitPrice * money.Amount(quote.Units)
}

// quoteAll returns the rates of the messages of an audience, and their whole price. The meter
// accepts them.
func quoteAll(meter *pricing.Meter, category pricing.Message, demand map[group]int) (rates []rate, price money.Amount) {
	for _, g := range slices.SortedFunc(maps.Keys(demand), group.compare) {
		of := category
		of.Country, of.Segments = g.Country, g.Segments
		quote := meter.QuoteMany(of, demand[g])
		meter.Accept(quote)
		r := rate{group: g, UnitPrice: int64(quote.UnitPrice), Units: quote.Units / demand[g], N: demand[g], Free: quote.Free}
		rates, price = append(rates, r), price+r.price()
	}
	return rates, price
}
