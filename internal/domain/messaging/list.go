package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ListInput selects a page of the messages that match all of the fields.
type ListInput struct {
	Page, PageSize *int
	ContactID      *uuid.UUID
	// Phone is a number with + and its country calling code.
	Phone     *string
	Status    *Status
	Direction *Direction
	ChannelID *uuid.UUID
	// CampaignID is a campaign that firmhub has sent.
	CampaignID *uuid.UUID
	// Reference is that of one message.
	Reference *string
	// From is inclusive, and To exclusive.
	From, To *time.Time

	phoneKey string
}

// Validate parses the phone and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.Phone != nil {
		parsed, wrong := parsePhone(*in.Phone)
		in.phoneKey, faults = parsed.MatchKey, append(faults, wrong...)
	}
	if in.From != nil && in.To != nil && in.To.Before(*in.From) {
		faults.Add("to", "must not be before from")
	}
	return faults
}

// parsePhone parses a number, which must have its country calling code.
func parsePhone(phone string) (number.Number, fault.Details) {
	parsed, faults := number.Parse(phone, "")
	for i := range faults {
		if faults[i].Field == "phoneCC" {
			faults[i] = fault.Detail{Field: "phone", Message: "must begin with + and the country calling code"}
		}
	}
	return parsed, faults
}

func (in *ListInput) where() []predicate.Message {
	var where []predicate.Message
	if in.ContactID != nil {
		where = append(where, message.ContactID(*in.ContactID))
	}
	if in.Phone != nil {
		where = append(where, message.PersonKey(in.phoneKey))
	}
	if in.Status != nil {
		where = append(where, message.StatusEQ(*in.Status))
	}
	if in.Direction != nil {
		where = append(where, message.DirectionEQ(*in.Direction))
	}
	if in.ChannelID != nil {
		where = append(where, message.ChannelID(*in.ChannelID))
	}
	if in.CampaignID != nil {
		where = append(where, message.CampaignID(*in.CampaignID))
	}
	if in.From != nil {
		where = append(where, message.OccurredAtGTE(*in.From))
	}
	if in.To != nil {
		where = append(where, message.OccurredAtLT(*in.To))
	}
	return where
}

// Page is a page of messages.
type Page = page.Numbered[*Message]

// List returns a page of the messages of the viewer's firm, the latest first.
func List(ctx context.Context, d *db.DB, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "messaging.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	where := in.where()
	if in.Reference != nil {
		key, err := keyOf(ctx, d, *in.Reference)
		if err != nil {
			return nil, err
		}
		where = append(where, message.OccurredAt(key.at), message.ID(key.id))
	}
	query := d.Client.Message.Query().Where(where...)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) ([]*Message, error) {
			rows, err := query.Clone().Order(ent.Desc(message.FieldOccurredAt), ent.Desc(message.FieldID)).
				Limit(limit).Offset(offset).All(ctx)
			if err != nil {
				return nil, err
			}
			return show(ctx, d, rows)
		},
		func(ctx context.Context) (int, error) { return query.Clone().Count(ctx) },
	), nil
}

// key finds a message.
type key struct {
	id uuid.UUID
	at time.Time
}

// keyOf returns the key of the message with a reference, or the zero key, which no message has.
func keyOf(ctx context.Context, d *db.DB, reference string) (k key, err error) {
	_, err = d.InFirm(ctx).Row([]any{&k.id, &k.at},
		"SELECT id, occurred_at FROM message_keys WHERE firm_id = $1 AND reference = $2", reference)
	return k, err
}
