// Package campaign sends a template to many contacts of a firm.
//
// A campaign is quoted, and executed: its whole price is held at once. For that its audience is
// counted; [Runner] counts one that is too large for a request. Then its recipients are
// stored, with their addresses and parameters, in the steps of a job. While it runs, [Runner] adds
// a part of them at a time to the queue of messages to send, so that a pause or a cancellation
// takes the same time for any number of recipients. Its counts change in the transactions that move
// recipients and messages.
//
// A transaction that changes a campaign that has begun locks the wallet if it needs that, then the
// messages of the firm, and then the campaign.
package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// Status is how far a campaign has come.
type Status string

// The statuses.
const (
	Draft     Status = "Draft"
	Scheduled Status = "Scheduled" // it begins at its time
	Preparing Status = "Preparing" // its price is held, after its audience was counted, and its recipients are being stored
	Running   Status = "Running"
	Paused    Status = "Paused"
	Completed Status = "Completed"
	Cancelled Status = "Cancelled"
	Failed    Status = "Failed" // it could not be prepared
)

// PauseReason is why a campaign is paused.
type PauseReason string

// The reasons. All but the first are those of the server.
const (
	Requested           PauseReason = "Requested"
	InsufficientBalance PauseReason = "InsufficientBalance"
	TemplatePaused      PauseReason = "TemplatePaused"
	ChannelUnavailable  PauseReason = "ChannelUnavailable"
)

// TimeZone is whose clocks a schedule and quiet hours mean.
type TimeZone string

// The time zones.
const (
	OfFirm      TimeZone = "Firm"
	OfRecipient TimeZone = "Recipient"
)

// Counts are how many recipients are in each state. A recipient that gets a message is in exactly
// one of those from Queued on.
type Counts struct {
	// Recipients get a message, and Skipped none.
	Recipients, Skipped                                       int
	Queued, Sent, Delivered, Read, Failed, Unknown, Cancelled int
}

// Campaign is a campaign as the API shows it.
type Campaign struct {
	ID, ChannelID, TemplateID uuid.UUID
	Name                      string
	Audience                  Audience
	Parameters                map[string]Parameter
	ScheduledAt               *time.Time
	TimeZone                  TimeZone
	QuietHours                *pace.QuietHours
	MessagesPerSecond         *int
	Status                    Status
	PauseReason               *PauseReason
	Counts                    Counts
	// Held is what is held of the wallet, and Spent what was debited.
	Held, Spent           money.Amount
	Currency              string
	StartedAt, FinishedAt *time.Time
	CreatedAt, UpdatedAt  time.Time

	firm                     uuid.UUID
	takenAt                  *time.Time
	prepared                 bool
	checkpoint, frozen       []byte
	rates                    []rate
	counted                  *count
	reasons                  messaging.CampaignReasons
	runAt, pacedUntil        *time.Time
	actor                    wallet.Actor
	needed, reserved, queued money.Amount
	waiting, entered         int
}

// columns are the columns of a campaign, in the order of read.
const columns = `c.id, c.firm_id, c.name, c.channel_id, c.template_id, c.audience, c.parameters, c.scheduled_at, c.time_zone, c.quiet_hours,
  c.messages_per_second, c.status, c.pause_reason, c.taken_at, c.prepared, c.checkpoint, c.frozen, c.rates, c.counted, c.reasons, c.run_at,
  c.paced_until,
  c.started_at, c.finished_at, c.actor_kind, c.actor_id, c.actor_name, c.needed, c.reserved, c.held, c.spent, c.waiting, c.recipients,
  c.skipped, c.queued, c.sent, c.delivered, c."read", c.failed, c.unknown, c.cancelled, c.created_at, c.updated_at, f.currency`

// listColumns are the same without what may be large and a list does not show: the ids of listed
// contacts, the text that a campaign sends, its prices, and checkpoints.
func listColumns(d *db.DB) string {
	less := "json_remove(c.audience, '$.contactIds')"
	if d.Dialect() == db.Postgres {
		less = "c.audience - 'contactIds'"
	}
	return strings.NewReplacer("c.audience", less, "c.checkpoint", "NULL", "c.frozen", "NULL", "c.rates", "NULL").Replace(columns)
}

const from = " FROM campaigns c JOIN firms f ON f.id = c.firm_id WHERE c.firm_id = $1 AND f.id = $1"

// read returns the campaigns of the firm of ctx that a condition selects.
func read(ctx context.Context, d *db.DB, condition string, args ...any) (all []*Campaign, err error) {
	return readColumns(ctx, d, columns, condition, args...)
}

func readColumns(ctx context.Context, d *db.DB, columns, condition string, args ...any) (all []*Campaign, err error) {
	rows, err := d.InFirm(ctx).Query("SELECT "+columns+from+condition, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var (
			c                                       Campaign
			zone, status, reason, kind              string
			audience, parameters, quietHours, rates []byte
			counted, reasons                        []byte
			n                                       = &c.Counts
		)
		err := rows.Scan(&c.ID, &c.firm, &c.Name, &c.ChannelID, &c.TemplateID, &audience, &parameters, &c.ScheduledAt, &zone, &quietHours,
			&c.MessagesPerSecond, &status, &reason, &c.takenAt, &c.prepared, &c.checkpoint, &c.frozen, &rates, &counted, &reasons, &c.runAt,
			&c.pacedUntil,
			&c.StartedAt, &c.FinishedAt, &kind, &c.actor.ID, &c.actor.Name, &c.needed, &c.reserved, &c.queued, &c.Spent, &c.waiting,
			&n.Recipients, &n.Skipped, &c.entered, &n.Sent, &n.Delivered, &n.Read, &n.Failed, &n.Unknown, &n.Cancelled, &c.CreatedAt,
			&c.UpdatedAt, &c.Currency)
		if err != nil {
			return nil, fmt.Errorf("read a campaign: %w", err)
		}
		c.TimeZone, c.Status, c.actor.Kind = TimeZone(zone), Status(status), walletentry.ActorKind(kind)
		if reason != "" {
			c.PauseReason = new(PauseReason(reason))
		}
		if err := c.decode(audience, parameters, quietHours, rates, counted, reasons); err != nil {
			return nil, fmt.Errorf("read the campaign %s: %w", c.ID, err)
		}
		n.Queued, c.Held = c.waiting+c.entered, c.reserved+c.queued
		all = append(all, &c)
	}
	return all, rows.Err()
}

func (c *Campaign) decode(audience, parameters, quietHours, rates, counted, reasons []byte) (err error) {
	for _, part := range []struct {
		from []byte
		into any
	}{{audience, &c.Audience}, {parameters, &c.Parameters}, {rates, &c.rates}, {counted, &c.counted}, {reasons, &c.reasons}} {
		if len(part.from) == 0 {
			continue
		}
		if err := json.Unmarshal(part.from, part.into); err != nil {
			return err
		}
	}
	for _, at := range []**time.Time{&c.ScheduledAt, &c.takenAt, &c.runAt, &c.pacedUntil, &c.StartedAt, &c.FinishedAt} {
		if *at != nil {
			*at = new((*at).UTC())
		}
	}
	c.CreatedAt, c.UpdatedAt = c.CreatedAt.UTC(), c.UpdatedAt.UTC()
	c.QuietHours, err = pace.Decode(quietHours)
	return err
}

// find returns a campaign of the firm of ctx, or NotFound. In a transaction of PostgreSQL it is
// locked if that is wanted.
func find(ctx context.Context, d *db.DB, id uuid.UUID, lock bool) (*Campaign, error) {
	condition := " AND c.id = $2"
	if lock && d.Dialect() == db.Postgres {
		condition += " FOR UPDATE OF c"
	}
	found, err := read(ctx, d, condition, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such campaign.")
	}
	return found[0], nil
}

// Get returns a campaign of the viewer's firm, or NotFound.
func (m *Manager) Get(ctx context.Context, id uuid.UUID) (_ *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Get")
	return find(ctx, m.db, id, false)
}

func (c *Campaign) target() audit.Target { return audit.Of("campaign", c.ID, c.Name) }

// hasBegun reports whether its price is held and its audience is fixed.
func (c *Campaign) hasBegun() bool { return c.takenAt != nil }

// ParametersJSON returns the parameters as JSON.
func (c *Campaign) ParametersJSON() (json.RawMessage, error) { return json.Marshal(c.Parameters) }
