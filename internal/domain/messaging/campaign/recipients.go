package campaign

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// State is the state of a recipient: that of its message, Skipped, or Queued and Cancelled without
// a message.
type State string

// SkippedState is the state of a recipient that gets no message, and FailedState of one whose
// message has failed. All but the first are statuses of messages.
const (
	SkippedState State = "Skipped"
	FailedState  State = "Failed"

	queuedState    State = "Queued"
	cancelledState State = "Cancelled"
)

// Recipient is a contact of the audience of a campaign, as it was prepared.
type Recipient struct {
	ID, ContactID uuid.UUID
	// Address is empty for a contact without one.
	Address     *string
	AddressKind *provider.AddressKind
	State       State
	// SkipReason is set for one that is skipped.
	SkipReason *SkipReason
	Price      money.Amount
	// DueAt is the earliest time of its message.
	DueAt *time.Time
	// MessageID is nil until it has a message.
	MessageID *uuid.UUID
	SentAt    *time.Time
	// ErrorCode is why its message has failed.
	ErrorCode *string
}

// RecipientsInput selects a page of the recipients of a campaign: all, and those with a reason, in
// the order in which they were prepared; those in a state in the order of their times.
type RecipientsInput struct {
	ID uuid.UUID
	// State selects those in a state, and Reason those that are skipped or have failed for it.
	State          *State
	Reason         *string
	Page, PageSize *int
}

// RecipientPage is a page of recipients.
type RecipientPage = page.Numbered[*Recipient]

const recipientsFrom = `campaign_recipients r JOIN campaigns c ON c.firm_id = r.firm_id AND c.id = r.campaign_id
LEFT JOIN messages m ON m.firm_id = r.firm_id AND m.occurred_at = r.message_at AND m.id = r.message_id
WHERE r.firm_id = $1 AND c.firm_id = $1 AND r.campaign_id = $2`

// stateOf is the state of a recipient. It stays when the message is deleted with its month. Those
// without a message are cancelled with the campaign.
const stateOf = `CASE r.state WHEN 'Entered' THEN 'Queued'
  WHEN 'Waiting' THEN CASE WHEN c.status IN ('Cancelled', 'Failed') THEN 'Cancelled' ELSE 'Queued' END ELSE r.state END`

// The states of recipients as they are stored, beside those of messages.
const (
	waiting = "Waiting"
	entered = "Entered"
)

// stored returns the states as they are stored that are shown as one for a campaign. The first ones
// have a message.
func (s State) stored(c *Campaign) []string {
	ended := c.Status == Cancelled || c.Status == Failed
	switch {
	case s == queuedState && ended:
		return []string{entered}
	case s == queuedState:
		return []string{entered, waiting}
	case s == cancelledState && ended:
		return []string{string(s), waiting}
	}
	return []string{string(s)}
}

// selected returns the condition for recipients of a campaign.
func (in *RecipientsInput) selected(d *db.DB, c *Campaign) (where string, args []any) {
	args = []any{in.ID}
	if in.Reason != nil {
		args = append(args, *in.Reason)
		where += " AND r.reason = $3"
	}
	if in.State != nil {
		among, list := d.Among("r.state", len(args)+2, in.State.stored(c))
		args = append(args, list)
		where += " AND " + among
	}
	return where, args
}

// pageOf returns what selects and orders a page of recipients, and its arguments but for the firm.
// An index has them in their order, and only those of the page are looked up. The index is read
// from a mark before the page, which only the list of all has, or else from the nearer end of the
// list.
func (in *RecipientsInput) pageOf(c *Campaign, of marks, limit, offset int) (from, order string, args []any) {
	total := c.count(in.State, in.Reason)
	var states []string
	if in.State != nil {
		states = in.State.stored(c)
	}
	// Those with a message are before those without. A page that has one kind of them alone needs
	// no look at the others.
	if len(states) > 1 && states[1] == waiting && *in.State == queuedState {
		switch {
		case offset >= c.entered:
			states, offset, total = states[1:], offset-c.entered, total-c.entered
		case offset+limit <= c.entered:
			states, total = states[:1], c.entered
		}
	}
	where, direction := "", ""
	mark, before := uuid.Nil, 0
	if in.State == nil && in.Reason == nil {
		mark, before = of.before(offset)
		offset -= before
	}
	// While recipients are stored, those of a page have no fixed distance to the end.
	if c.prepared && before == 0 && offset > total/2 {
		limit = max(0, min(limit, total-offset))
		offset, direction = max(0, total-offset-limit), " DESC"
	}
	args = []any{in.ID, limit, offset}
	add := func(condition string, value any) string {
		args = append(args, value)
		return fmt.Sprintf(" AND "+condition+" $%d", len(args)+1)
	}
	if before > 0 {
		where += add("s.id >=", mark)
	}
	within := "s.id" + direction
	if in.Reason != nil {
		where += add("s.reason =", *in.Reason)
	} else if in.State != nil {
		within = "s.due_at" + direction + ", s.id" + direction
		order = " ORDER BY CASE r.state WHEN 'Waiting' THEN 1 ELSE 0 END, r.due_at, r.id"
	}
	// An index has all that is selected, so that the rows before the page are not read.
	const rows = " FROM campaign_recipients s WHERE s.firm_id = $1 AND s.campaign_id = $2"
	if len(states) <= 1 {
		if len(states) == 1 {
			where += add("s.state =", states[0])
		}
		from = "SELECT s.id" + rows + where + " ORDER BY " + within + " LIMIT $3 OFFSET $4"
	} else { // Each part is ordered by the index, which has one state after the other.
		var parts []string
		for i, state := range states {
			const most = " LIMIT CAST($3 AS bigint) + CAST($4 AS bigint)"
			parts = append(parts, fmt.Sprintf("SELECT p%[1]d.id, p%[1]d.due_at, %[1]d AS part FROM (%[2]s ORDER BY %[3]s) AS p%[1]d",
				i, "SELECT s.id, s.due_at"+rows+where+add("s.state =", state), within+most))
		}
		from = "SELECT s.id FROM (" + strings.Join(parts, " UNION ALL ") + ") AS s ORDER BY s.part" + direction + ", " + within +
			" LIMIT $3 OFFSET $4"
	}
	if order == "" {
		order = " ORDER BY r.id"
	}
	rest := strings.TrimPrefix(recipientsFrom, "campaign_recipients r")
	return "(" + from + ") AS page JOIN campaign_recipients r ON r.firm_id = $1 AND r.id = page.id" + rest, order, args
}

const maxReason = 100

// Validate returns every fault.
func (in *RecipientsInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.Reason != nil && (*in.Reason == "" || len(*in.Reason) > maxReason) {
		faults.Add("reason", "must have from 1 to %d characters", maxReason)
	}
	if in.State == nil || *in.State == SkippedState {
		return faults
	}
	if status := message.Status(*in.State); message.StatusValidator(status) != nil || status == message.StatusSending {
		faults.Add("state", "must be Queued, Sent, Delivered, Read, Failed, Unknown, Cancelled or Skipped")
	}
	return faults
}

// Recipients returns a page of the recipients of a campaign of the viewer's firm, those that are
// skipped too, or NotFound.
func (m *Manager) Recipients(ctx context.Context, in RecipientsInput) (_ *RecipientPage, err error) {
	defer fault.Wrap(&err, "campaign.Recipients")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	c, err := find(ctx, m.db, in.ID, false)
	if err != nil {
		return nil, err
	}
	saved, err := c.saved()
	if err != nil {
		return nil, err
	}
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Recipient, err error) {
			defer fault.Wrap(&err, "campaign.Recipients")
			if offset >= c.count(in.State, in.Reason) { // The database would look at each recipient to find none.
				return nil, nil
			}
			from, order, args := in.pageOf(c, saved.Marks, limit, offset)
			return readRecipients(ctx, m.db, from+order, args...)
		},
		func(context.Context) (int, error) {
			return c.count(in.State, in.Reason), nil
		},
	), nil
}

// count returns how many recipients are in a state, or in any, for a reason, if that is given.
func (c *Campaign) count(state *State, reason *string) int {
	n := c.Counts
	if reason != nil {
		sum := 0
		if state == nil || *state == SkippedState {
			sum += c.reasons.Skipped[*reason]
		}
		if state == nil || *state == FailedState {
			sum += c.reasons.Failed[*reason]
		}
		return sum
	}
	if state == nil {
		return n.Recipients + n.Skipped
	}
	return map[State]int{
		SkippedState: n.Skipped, "Queued": n.Queued, "Sent": n.Sent, "Delivered": n.Delivered, "Read": n.Read, "Failed": n.Failed,
		"Unknown": n.Unknown, "Cancelled": n.Cancelled,
	}[*state]
}

func readRecipients(ctx context.Context, d *db.DB, from string, args ...any) (all []*Recipient, err error) {
	rows, err := d.InFirm(ctx).Query(`SELECT r.id, r.contact_id, r.address, r.address_kind, `+stateOf+`, r.reason, r.price, r.due_at,
  r.message_id, m.sent_at, m.error_code FROM `+from, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var (
			r                   Recipient
			address, state, why string
			kind                *string
		)
		err := rows.Scan(&r.ID, &r.ContactID, &address, &kind, &state, &why, &r.Price, &r.DueAt, &r.MessageID, &r.SentAt, &r.ErrorCode)
		if err != nil {
			return nil, fmt.Errorf("read a recipient: %w", err)
		}
		r.State = State(state)
		if address != "" {
			r.Address = &address
		}
		if kind != nil {
			r.AddressKind = new(provider.AddressKind(*kind))
		}
		if r.State == SkippedState && why != "" {
			r.SkipReason = new(SkipReason(why))
		}
		for _, at := range []**time.Time{&r.DueAt, &r.SentAt} {
			if *at != nil {
				*at = new((*at).UTC())
			}
		}
		all = append(all, &r)
	}
	return all, rows.Err()
}

// exportPage is how many recipients of an export are read at once.
const exportPage = 500

// ExportRecipients returns the recipients of a campaign of the viewer's firm as a table, in the
// order in which they were prepared. It ignores the page and page size of the input.
func (m *Manager) ExportRecipients(ctx context.Context, in RecipientsInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "campaign.ExportRecipients")
	in.Page, in.PageSize = nil, nil
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	c, err := find(ctx, m.db, in.ID, false)
	if err != nil {
		return nil, err
	}
	where, args := in.selected(m.db, c)
	after := uuid.Nil
	return &stream.Table{
		Columns: []string{
			"id", "contactId", "address", "addressKind", "state", "skipReason", "price", "dueAt", "messageId", "sentAt", "errorCode",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "campaign.ExportRecipients")
			if after == uuid.Nil && c.count(in.State, in.Reason) == 0 {
				return false, nil
			}
			n := len(args)
			all, err := readRecipients(ctx, m.db, recipientsFrom+where+fmt.Sprintf(" AND r.id > $%d ORDER BY r.id LIMIT $%d", n+2, n+3),
				append(args[:n:n], after, exportPage)...)
			if err != nil {
				return false, err
			}
			for _, r := range all {
				r.write(rows)
				after = r.ID
			}
			return len(all) == exportPage, nil
		},
	}, nil
}

func (r *Recipient) write(rows *stream.Rows) {
	rows.ID(r.ID)
	rows.ID(r.ContactID)
	rows.OptionalText(r.Address)
	rows.OptionalText((*string)(r.AddressKind))
	rows.Text(string(r.State))
	rows.OptionalText((*string)(r.SkipReason))
	rows.Number(r.Price.String())
	rows.OptionalTime(r.DueAt)
	rows.OptionalID(r.MessageID)
	rows.OptionalTime(r.SentAt)
	rows.OptionalText(r.ErrorCode)
	rows.End()
}
