package campaign

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/pricing"
)

// SkipReason is why a contact of the audience gets no message.
type SkipReason string

// The reasons.
const (
	NoAddress        SkipReason = "NoAddress"
	OptedOut         SkipReason = "OptedOut"
	NotOptedIn       SkipReason = "NotOptedIn"
	DuplicateAddress SkipReason = "DuplicateAddress"
	MissingParameter SkipReason = "MissingParameter"
	InvalidAddress   SkipReason = "InvalidAddress"
	Inactive         SkipReason = "Inactive"
)

// recipient is a contact of the audience with what was decided about it.
type recipient struct {
	contact uuid.UUID
	address consent.Address
	values  map[string]string
	// skip is "" for a contact that gets a message, which is priced by of.
	skip SkipReason
	of   pricing.Message
}

// decider decides who gets a message, by the rules of single messages.
type decider struct {
	db       *db.DB
	campaign *Campaign
	bulk     *messaging.Bulk
	repeated repeated
}

// decide returns the recipients of a part of the audience.
func (d *decider) decide(ctx context.Context, part []*prospect) ([]*recipient, error) {
	all := make([]*recipient, len(part))
	var addresses []consent.Address
	var keys []string
	for i, p := range part {
		all[i] = d.addressed(p)
		if all[i].skip == "" {
			addresses, keys = append(addresses, all[i].address), append(keys, all[i].address.Key)
		}
	}
	rules, err := consent.ReadRules(ctx, d.db, addresses)
	if err != nil {
		return nil, err
	}
	taken, err := d.repeated(ctx, keys)
	if err != nil {
		return nil, err
	}
	for i, r := range all {
		if r.skip != "" {
			continue
		}
		if r.skip = d.refused(&rules, r.address); r.skip != "" {
			continue
		}
		if taken[r.address.Key] {
			r.skip = DuplicateAddress
			continue
		}
		d.fill(r, part[i])
		if r.skip == "" {
			taken[r.address.Key] = true
		}
	}
	return all, nil
}

// addressed finds the address of a contact.
func (d *decider) addressed(p *prospect) *recipient {
	r := &recipient{contact: p.id}
	var ok bool
	if r.address, ok = p.By(d.bulk.Kind); !ok {
		r.skip = NoAddress
	}
	if !p.IsActive {
		r.skip = Inactive
	}
	return r
}

func (d *decider) refused(rules *consent.Rules, address consent.Address) SkipReason {
	marketing := d.bulk.Template.Category == pricingprice.CategoryMarketing
	code := rules.Refusal(address, marketing, d.bulk.Kind == provider.SMS, d.bulk.ChannelID)
	switch code { //nolint:exhaustive // the others are of providers
	case "":
		return ""
	case consent.NotOptedIn:
		return NotOptedIn
	case consent.SuppressedByMail:
		return InvalidAddress
	}
	return OptedOut
}

// fill gives the parameters of the template their values.
func (d *decider) fill(r *recipient, p *prospect) {
	r.values = map[string]string{}
	for _, name := range d.bulk.Template.Form.Parameters() {
		if parameter, given := d.campaign.Parameters[name]; given && name != template.UnsubscribeURL {
			r.values[name] = parameter.value(p.fields)
		}
	}
	var ok bool
	if r.of, ok = d.bulk.Priced(r.address, r.values); !ok {
		r.skip = MissingParameter
	}
}
