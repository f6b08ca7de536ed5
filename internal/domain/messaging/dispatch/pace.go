package dispatch

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// paced returns those of the messages that must wait because of their campaigns, and makes them
// wait. It is called in a claim. A message whose template is paused waits, too: its campaign is
// paused for that.
func (l *lane) paced(
	ctx context.Context, due []*outgoing.Message, addresses []consent.Address, usable map[uuid.UUID]bool,
) (waits map[uuid.UUID]bool, err error) {
	var campaigns []uuid.UUID
	var people []string
	for i, m := range due {
		if m.CampaignID != nil {
			campaigns = append(campaigns, *m.CampaignID)
			people = append(people, addresses[i].Key)
		}
	}
	waits = map[uuid.UUID]bool{}
	if len(campaigns) == 0 {
		return waits, nil
	}
	rules, err := pace.Read(ctx, l.db, campaigns)
	if err != nil {
		return nil, err
	}
	now := entity.Now()
	recent := map[string]bool{}
	if l.line.Kind == provider.WhatsApp {
		if recent, err = pace.Recent(ctx, l.db, l.line.Kind, people, now); err != nil {
			return nil, err
		}
	}
	until := map[time.Time][]uuid.UUID{}
	var parked []uuid.UUID
	rates := l.newRates(now)
	for i, m := range due {
		if m.CampaignID == nil {
			continue
		}
		rule := rules[*m.CampaignID]
		switch {
		case rule == nil || !rule.Running || m.TemplateID != nil && !usable[*m.TemplateID]:
			parked = append(parked, m.ID)
		case rule.QuietUntil(m.Content.To, now) != nil:
			end := *rule.QuietUntil(m.Content.To, now)
			until[end] = append(until[end], m.ID)
		case recent[addresses[i].Key]:
			again := now.Add(pace.PairWait)
			until[again] = append(until[again], m.ID)
		case !rates.take(*m.CampaignID, rule.PerSecond):
			slot := rates.wait(*m.CampaignID, rule.PerSecond)
			until[slot] = append(until[slot], m.ID)
		default:
			recent[addresses[i].Key] = l.line.Kind == provider.WhatsApp
			continue
		}
		waits[m.ID] = true
	}
	if err := outgoing.Defer(ctx, l.db, parked, nil); err != nil {
		return nil, err
	}
	for at, ids := range until {
		if err := outgoing.Defer(ctx, l.db, ids, &at); err != nil {
			return nil, err
		}
	}
	return waits, nil
}
