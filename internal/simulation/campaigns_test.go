package simulation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// faultyOfCampaigns are tables whose writes fail at times while campaigns are changed.
var faultyOfCampaigns = []string{"campaigns", "campaign_recipients"}

// seller is a third firm, which sends by campaigns alone. It draws from a source of its own, so
// that the steps of the others are the same without it.
type seller struct {
	*firm

	world    *world
	manager  *campaign.Manager
	runner   *campaign.Runner
	template uuid.UUID
	sales    []*sale
}

// sale is a campaign of the seller.
type sale struct {
	number int
	id     uuid.UUID
	status campaign.Status // at the end of the last step
	// still is since when no message of it may be called, or zero.
	still time.Time
	// messages are those of the people who were called.
	messages map[string]uuid.UUID
}

func (w *world) newSeller(t testing.TB, center *notification.Center) *seller {
	t.Helper()
	s := &seller{
		world: w, firm: w.newFirm(t, 2, rand.New(rand.NewPCG(w.carrier.seed, 2))), //nolint:gosec // A seed repeats it.
		manager: campaign.NewManager(w.DB, w.ledger, w.messages, center),
	}
	s.runner = s.manager.NewRunner(time.Hour) // Steps look for work, too.
	templates := template.NewManager(w.DB, w.channels, center)
	kind := provider.Sandbox
	made, err := templates.Create(s.ctx, template.CreateInput{
		Name: "sale", Language: "en", Kind: &kind, Category: "Marketing", Body: "Sale {{number}} for {{name}}.",
		Parameters: []*template.Parameter{{Name: "number", Example: "1"}, {Name: "name", Example: "Ada"}},
	})
	require.NoError(t, err)
	_, err = templates.Submit(s.ctx, made.ID)
	require.NoError(t, err)
	s.template = made.ID
	for i, phone := range phones {
		person, err := contact.Create(s.ctx, w.DB, contact.CreateInput{
			FirstName: "Ada", LastName: fmt.Sprint("Number ", i), Phones: []contact.PhoneInput{{Phone: phone}},
		})
		require.NoError(t, err)
		s.created = append(s.created, person.ID)
	}
	return s
}

// step does something that a user, a person, a provider or the server does for a campaign.
func (s *seller) step(t testing.TB) {
	t.Helper()
	w := s.world
	what, table, fails := s.random.IntN(12), s.random.IntN(4), s.random.IntN(4) == 0 && w.broken == ""
	if fails {
		w.breakTable(t, slices.Concat(faultyOfCampaigns, []string{"outgoing_messages", "wallets"})[table])
	}
	switch what {
	case 0:
		w.credit(t, s.firm)
	case 1, 2, 3:
		s.create(t)
	case 4:
		s.change(t, "pause", s.manager.Pause)
	case 5, 6:
		s.change(t, "resume", s.manager.Resume)
	case 7:
		s.change(t, "cancel", s.manager.Cancel)
	case 8:
		w.setConsent(t, s.firm, phones[s.random.IntN(len(phones))], consent.OptedOut)
	case 9:
		w.setConsent(t, s.firm, phones[s.random.IntN(len(phones))], consent.OptedIn)
	case 10:
		w.statuses(t, s.firm)
	case 11:
		s.isolated(t)
	}
	s.prepare(t)
	if s.random.IntN(2) == 0 { // as a second instance
		_, err := s.runner.Work(s.ctx)
		w.failed(t, err)
		synctest.Wait()
	}
	if fails {
		w.breakTable(t, "")
	}
	s.look(t)
}

// create creates a campaign to some of the people, or to all, and executes it.
func (s *seller) create(t testing.TB) {
	t.Helper()
	w, number := s.world, len(s.sales)+1
	in := campaign.CreateInput{
		Name: fmt.Sprint("Sale ", number), ChannelID: s.channel, TemplateID: s.template,
		Parameters: json.RawMessage(fmt.Sprintf(`{"number": {"text": "%d"}, "name": {"field": "firstName"}}`, number)),
	}
	if in.Audience.Everyone = s.random.IntN(2) == 0; !in.Audience.Everyone {
		in.Audience.ContactIDs = s.created[s.random.IntN(len(s.created)):]
	}
	if s.random.IntN(3) == 0 {
		in.ScheduledAt = new(time.Now().Add(time.Duration(s.random.IntN(7200)) * time.Second))
	}
	if s.random.IntN(4) == 0 {
		from := s.random.IntN(24)
		in.QuietHours = &pace.QuietHours{From: fmt.Sprintf("%02d:00", from), To: fmt.Sprintf("%02d:30", (from+s.random.IntN(12))%24)}
	}
	if s.random.IntN(4) == 0 {
		in.MessagesPerSecond = new(1)
	}
	made, err := s.manager.Create(s.ctx, in)
	if w.failed(t, err) {
		return
	}
	next := &sale{number: number, id: made.ID, messages: map[string]uuid.UUID{}}
	s.sales = append(s.sales, next)
	w.carrier.mutex.Lock()
	w.carrier.sales[number] = next
	w.carrier.mutex.Unlock()
	if s.random.IntN(2) == 0 {
		_, err = s.manager.Quote(s.ctx, made.ID)
		w.failed(t, err)
	}
	_, err = s.manager.Execute(s.ctx, made.ID)
	if !fault.Is(err, fault.InsufficientBalance) {
		w.failed(t, err)
	}
	w.note("firm %d: execute campaign %d, done %t", s.number, number, err == nil)
}

// change changes one of the campaigns. It may be in a state in which it can't be changed so.
func (s *seller) change(t testing.TB, name string, do func(context.Context, uuid.UUID) (*campaign.Campaign, error)) {
	t.Helper()
	if len(s.sales) == 0 {
		return
	}
	one := s.sales[s.random.IntN(len(s.sales))]
	if name == "resume" { // It may send from now on.
		s.world.carrier.mutex.Lock()
		one.still = time.Time{}
		s.world.carrier.mutex.Unlock()
	}
	_, err := do(s.ctx, one.id)
	if !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.InsufficientBalance) {
		s.world.failed(t, err)
	}
	s.world.note("firm %d: %s campaign %d, done %t", s.number, name, one.number, err == nil)
}

// isolated lets another firm try to change campaigns.
func (s *seller) isolated(t testing.TB) {
	t.Helper()
	for _, one := range s.sales {
		for _, do := range []func(context.Context, uuid.UUID) (*campaign.Campaign, error){s.manager.Get, s.manager.Pause, s.manager.Cancel} {
			_, err := do(s.world.firms[0].ctx, one.id)
			require.True(t, fault.Is(err, fault.NotFound), "a firm changes its campaigns alone: %v", err)
		}
	}
}

// prepare does what the job of each campaign does.
func (s *seller) prepare(t testing.TB) {
	t.Helper()
	ctx := viewer.NewContext(s.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: s.id})
	for _, one := range s.sales {
		_, err := s.manager.Prepare(ctx, one.id)
		s.world.failed(t, err)
	}
}

// look notes which campaigns may not send.
func (s *seller) look(t testing.TB) {
	t.Helper()
	s.world.carrier.mutex.Lock()
	defer s.world.carrier.mutex.Unlock()
	for _, one := range s.sales {
		c, err := s.manager.Get(s.ctx, one.id)
		require.NoError(t, err)
		if one.status != c.Status {
			s.world.note("firm %d: campaign %d is %s", s.number, one.number, c.Status)
		}
		one.status = c.Status
		switch c.Status {
		case campaign.Scheduled, campaign.Preparing, campaign.Running:
			one.still = time.Time{}
		case campaign.Draft, campaign.Paused, campaign.Completed, campaign.Cancelled, campaign.Failed:
			if one.still.IsZero() {
				one.still = time.Now()
			}
		}
	}
}

// check checks what must be true of campaigns after each step.
func (s *seller) check(t testing.TB) {
	t.Helper()
	_, err := campaign.Verify(t.Context(), s.world.DB, &s.id, func(f campaign.Fault) { t.Errorf("campaigns: %s", f.What) })
	require.NoError(t, err)
}

// finish lets campaigns go on that are paused, or cancels them. It cancels all the last times, so
// that the outcomes of calls that stay unknown are known before the end.
func (s *seller) finish(t testing.TB, last bool) {
	t.Helper()
	s.prepare(t)
	for _, one := range s.sales {
		if one.status == campaign.Paused {
			do := s.manager.Cancel
			if !last && s.random.IntN(2) == 0 {
				do = s.manager.Resume
			}
			_, err := do(s.ctx, one.id)
			require.True(t, err == nil || fault.Is(err, fault.InsufficientBalance), "%v", err)
		}
	}
	s.look(t)
}

// ended checks that all campaigns have ended that were executed, and cost what their messages did.
func (s *seller) ended(t testing.TB) {
	t.Helper()
	for _, one := range s.sales {
		c, err := s.manager.Get(s.ctx, one.id)
		require.NoError(t, err)
		s.world.note("firm %d: campaign %d is %s: %+v", s.number, one.number, c.Status, c.Counts)
		require.Contains(t, []campaign.Status{campaign.Draft, campaign.Completed, campaign.Cancelled}, c.Status, "campaign %d", one.number)
		require.Zero(t, c.Held)
		require.Zero(t, c.Counts.Queued+c.Counts.Unknown)
	}
}

// ofSale notes the message of a campaign that is called for the first time. It returns nil for
// others.
func (c *carrier) ofSale(m provider.Message) *carried {
	var number int
	if _, err := fmt.Sscanf(m.Body, "Sale %d for", &number); err != nil {
		return nil
	}
	of := c.sales[number]
	if other, exists := of.messages[m.To.Value]; exists && other != m.ID {
		c.fault("campaign %d sends two messages to a person", number)
	}
	of.messages[m.To.Value] = m.ID
	made := &carried{
		firm: 2, number: number*len(phones) + slices.Index(phones, m.To.Value), to: m.To.Value, marketing: true, sale: of,
	}
	c.messages[m.ID] = made
	return made
}
