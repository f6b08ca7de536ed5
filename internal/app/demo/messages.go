package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
)

const (
	messageDays = 90
	// atOnce is how many messages one report has.
	atOnce = 1000
)

// FillMessages creates made-up messages of the last 90 days in the viewer's firm: campaigns,
// reminders and codes to its contacts, some answers, and a few questions from phones without a
// contact.
func FillMessages(ctx context.Context, d *db.DB, zone *time.Location) error {
	phones, err := db.All[string](d.InFirm(ctx), "SELECT e164 FROM contact_phones WHERE firm_id = $1 AND is_primary ORDER BY id")
	if err != nil || len(phones) == 0 {
		return err
	}
	w := &writer{
		Rand:   rand.New(rand.NewPCG(1, 1)), //nolint:gosec // not meant to be unpredictable
		phones: phones, now: time.Now(), zone: zone,
	}
	for back := messageDays - 1; back >= 0; back-- {
		w.day(back)
	}
	for part := range slices.Chunk(w.messages, atOnce) {
		if _, err := messaging.Import(ctx, d, messaging.ReportInput{Messages: part}); err != nil {
			return fmt.Errorf("demo messages: %w", err)
		}
	}
	return nil
}

// writer makes up messages.
type writer struct {
	*rand.Rand

	phones   []string
	now      time.Time
	zone     *time.Location
	messages []*messaging.MessageInput
}

type template struct {
	name, campaign, body string
	category             messaging.Category
}

func templates() []template {
	return []template{
		{"season_offer", "Season", "Our offer of the season is here. Reply STOP to end these messages.", pricingprice.CategoryMarketing},
		{"newsletter", "Newsletter", "What is new this week.", pricingprice.CategoryMarketing},
		{"order_update", "", "Your order is on its way.", pricingprice.CategoryUtility},
		{"order_update", "", "Your order has arrived.", pricingprice.CategoryUtility},
		{"appointment_reminder", "", "We look forward to seeing you tomorrow.", pricingprice.CategoryUtility},
		{"login_code", "", "Your code is 482 913.", pricingprice.CategoryAuthentication},
	}
}

// day makes up the messages of a day. Recent days have more, and weekends few.
func (w *writer) day(back int) {
	const least, growth, weekend = 14, 16, 3
	local := w.now.In(w.zone).AddDate(0, 0, -back)
	count := least + growth*(messageDays-back)/messageDays + w.IntN(least)
	if local.Weekday() == time.Saturday || local.Weekday() == time.Sunday {
		count /= weekend
	}
	for range count {
		// Two dice make the middle of the day the busiest.
		hour, minute := 7+w.IntN(8)+w.IntN(7), w.IntN(60)
		at := time.Date(local.Year(), local.Month(), local.Day(), hour, minute, w.IntN(60), 0, w.zone)
		if at.After(w.now) {
			continue
		}
		w.conversation(at)
	}
}

// conversation makes up a message to a contact and maybe an answer, or a question.
func (w *writer) conversation(at time.Time) {
	phone := w.phones[w.IntN(len(w.phones))]
	// A few contacts send and receive many more messages than others.
	if w.chance(30) {
		phone = w.phones[w.IntN(len(w.phones)/20+1)]
	}
	if w.chance(8) {
		w.add(message.DirectionInbound, "+4915112345"+strconv.Itoa(600+w.IntN(40)), at, "Are you open on Monday?", message.StatusRead)
		return
	}
	of := templates()[w.IntN(len(templates()))]
	m := w.add(message.DirectionOutbound, phone, at, of.body, w.status(at))
	m.TemplateName, m.Category = &of.name, of.category
	if of.campaign != "" {
		m.Campaign = &of.campaign
	}
	if m.Status == message.StatusFailed {
		m.ErrorCode, m.ErrorText = new("131026"), new("The phone can't receive messages.")
	}
	if answered := at.Add(time.Duration(1+w.IntN(90)) * time.Minute); m.Status == message.StatusRead && w.chance(30) && answered.Before(w.now) {
		w.add(message.DirectionInbound, phone, answered, "Thank you!", message.StatusRead)
	}
}

// status makes up the status of a message.
func (w *writer) status(at time.Time) messaging.Status {
	switch fate := w.IntN(100); {
	case fate < 4:
		return message.StatusFailed
	case fate < 8 || w.now.Sub(at) < time.Minute:
		return message.StatusSent
	case fate < 32:
		return message.StatusDelivered
	}
	return message.StatusRead
}

func (w *writer) add(
	direction messaging.Direction, phone string, at time.Time, body string, status messaging.Status,
) *messaging.MessageInput {
	m := &messaging.MessageInput{
		ProviderMessageID: fmt.Sprintf("demo-%d", len(w.messages)+1), Direction: direction, Phone: &phone, Body: &body,
		Category: pricingprice.CategoryService, Status: status, OccurredAt: at,
	}
	w.messages = append(w.messages, m)
	return m
}

func (w *writer) chance(percent int) bool { return w.IntN(100) < percent }
