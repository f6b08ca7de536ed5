package campaign_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// lane sends the messages of a channel by the clock of a test, one at a time, by the rules of the
// queue. It is written from these rules alone, apart from quiet hours.
type lane struct {
	*bundle

	rule    *pace.Rule
	spacing time.Duration
	// free is when the next message may be sent.
	free time.Time
	// limit is 0 without a tier, and reached are the times of the last messages to people.
	limit   int
	reached map[string]time.Time
	// sent are the contacts that have got their message.
	sent map[string]bool
}

func newLane(t testing.TB, b *bundle, c *campaign.Campaign, reached map[string]time.Time) *lane {
	t.Helper()
	rules, err := pace.Read(b.ctx, b.DB, []uuid.UUID{c.ID})
	require.NoError(t, err)
	l := &lane{bundle: b, rule: rules[c.ID], reached: maps.Clone(reached), sent: map[string]bool{}}
	var perSecond int
	_, err = b.InFirm(b.ctx).Row([]any{&perSecond}, "SELECT messages_per_second FROM channels WHERE firm_id = $1 AND id = $2", c.ChannelID)
	require.NoError(t, err)
	l.spacing = pace.RateWindow / time.Duration(perSecond)
	if c.MessagesPerSecond != nil {
		l.spacing = max(l.spacing, time.Second/time.Duration(*c.MessagesPerSecond))
	}
	if reached != nil {
		l.limit = tierLimit
	}
	return l
}

// send sends the next message that may be sent at a time, if there is one.
func (l *lane) send(t testing.TB, at time.Time) bool {
	t.Helper()
	if at.Before(l.free) {
		return false
	}
	waiting, err := db.All[struct {
		ID        uuid.UUID
		ContactID uuid.UUID `sql:"contact_id"`
		Address   string
		Kind      string `sql:"address_kind"`
	}](l.InFirm(l.ctx), `
SELECT r.id, r.contact_id, r.address, r.address_kind FROM outgoing_messages o
JOIN campaign_recipients r ON r.firm_id = $1 AND r.id = o.id WHERE o.firm_id = $1 AND o.due_at <= $2 ORDER BY o.due_at, o.id`, at)
	require.NoError(t, err)
	used := 0
	for _, last := range l.reached {
		if at.Sub(last) < messaging.RecipientWindow {
			used++
		}
	}
	for _, m := range waiting {
		if l.rule.QuietUntil(provider.Address{Kind: provider.AddressKind(m.Kind), Value: m.Address}, at) != nil {
			continue
		}
		last, before := l.reached[m.Address]
		if counts := before && at.Sub(last) < messaging.RecipientWindow; l.limit > 0 && !counts && used >= l.limit {
			continue
		}
		if l.limit > 0 {
			l.reached[m.Address] = at
		}
		l.sent[m.ContactID.String()], l.free = true, at.Add(l.spacing)
		l.settle(t, m.ID)
		return true
	}
	return false
}

// settle sends a message of the queue, of which no other one is due for the real clock.
func (l *lane) settle(t testing.TB, id uuid.UUID) {
	t.Helper()
	_, err := l.InFirm(l.ctx).Exec("UPDATE outgoing_messages SET due_at = $3 WHERE firm_id = $1 AND id = $2", id, entity.Now())
	require.NoError(t, err)
	require.Equal(t, 1, l.bundle.send(t))
}

// happens lets four days pass, and requires that at each time those have got their message of whom
// the rows of a quote say so.
func (l *lane) happens(t testing.TB, rt *rapid.T, id uuid.UUID, clock *time.Time, said []map[string]string) {
	due := map[string]time.Time{}
	times := map[time.Time]bool{}
	for i := range 4 * 24 {
		times[clock.Add(time.Duration(i)*time.Hour)] = true
	}
	for _, row := range said {
		if row["skipReason"] != "" {
			continue
		}
		at, err := time.Parse(time.RFC3339Nano, row["dueAt"])
		require.NoError(rt, err)
		place, err := time.LoadLocation(row["timeZone"])
		require.NoError(rt, err)
		require.Equal(rt, at.In(place).Format("2006-01-02T15:04:05"), row["localTime"])
		due[row["contactId"]], times[at] = at, true
		if before := at.Add(-time.Second); before.After(*clock) {
			times[before] = true
		}
		if _, change := clock.In(place).ZoneBounds(); !change.IsZero() && change.Before(clock.AddDate(0, 0, 2)) {
			times[change.UTC()] = true
		}
	}
	for len(times) > 0 {
		at := slices.MinFunc(slices.Collect(maps.Keys(times)), time.Time.Compare)
		delete(times, at)
		*clock = at
		l.worked(t, id)
		if l.send(t, at) {
			times[l.free] = true
		}
		want := map[string]bool{}
		for contact, due := range due {
			if !due.After(at) {
				want[contact] = true
			}
		}
		require.Equal(rt, want, l.sent, "at %s", at)
	}
}
