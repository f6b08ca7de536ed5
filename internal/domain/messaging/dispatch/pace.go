package dispatch

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// paced returns those of the messages that must wait because of their campaigns, and makes them
// wait. It is called in a claim. A message whose template is paused waits, too: its campaign is
// paused for that.
func (l *lane) paced(ctx context.Context, due []*outgoing.Message, usable map[uuid.UUID]bool) (waits map[uuid.UUID]bool, err error) {
	var campaigns, ids []uuid.UUID
	for _, m := range due {
		if m.CampaignID != nil {
			campaigns, ids = append(campaigns, *m.CampaignID), append(ids, m.ID)
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
	var people map[uuid.UUID]pace.Person
	if l.line.Kind == provider.WhatsApp {
		if people, err = pace.People(ctx, l.db, l.line.Kind, ids, now); err != nil {
			return nil, err
		}
	}
	written := map[string]bool{}
	until := map[time.Time][]uuid.UUID{}
	var parked []uuid.UUID
	rates := l.newRates(now)
	for _, m := range due {
		if m.CampaignID == nil {
			continue
		}
		rule, person := rules[*m.CampaignID], people[m.ID]
		switch {
		case rule == nil || !rule.Running || m.TemplateID != nil && !usable[*m.TemplateID]:
			parked = append(parked, m.ID)
		case rule.QuietUntil(m.Content.To, now) != nil:
			end := *rule.QuietUntil(m.Content.To, now)
			until[end] = append(until[end], m.ID)
		case person.IsRecent || written[person.Key]:
			again := now.Add(pace.PairWait)
			until[again] = append(until[again], m.ID)
		case !rates.take(*m.CampaignID, rule.PerSecond):
			slot := rates.wait(*m.CampaignID, rule.PerSecond)
			until[slot] = append(until[slot], m.ID)
		default:
			written[person.Key] = person.Key != ""
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
