package messaging

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// ReplyInput is an answer in a conversation.
type ReplyInput struct {
	ID uuid.UUID
	// One of Body, Template and Media is set.
	Body      string
	Template  *SendTemplate
	Media     *SendMedia
	Reference *string
}

// Reply sends a message in a conversation of the viewer's firm, as [Manager.Send] does, and returns
// it. If it is rejected, Reply returns the reason: ValidationError, NotFound, Conflict, Forbidden
// or InsufficientBalance, and Conflict with the code in its message for the others.
func (m *Manager) Reply(ctx context.Context, of *conversation.Conversation, in ReplyInput, rights Rights) (_ *Message, err error) {
	defer fault.Wrap(&err, "messaging.Reply")
	sent := &SendMessage{
		ChannelID: &of.ChannelID, To: &of.Address, Body: in.Body, Template: in.Template, Media: in.Media, Reference: in.Reference, isReply: true,
	}
	if of.ChannelKind == provider.Email && in.Template == nil {
		if sent.Subject, err = m.subject(ctx, of.ID); err != nil {
			return nil, err
		}
	}
	result, err := m.Send(ctx, SendInput{Messages: []*SendMessage{sent}}, rights)
	if err != nil {
		return nil, err
	}
	if len(result.Rejected) > 0 {
		return nil, result.Rejected[0].fault()
	}
	return Get(ctx, m.db, result.Accepted[0].ID)
}

// fault returns the rejection of a single message as the refusal of its request.
func (r *Rejected) fault() error {
	if len(r.faults) > 0 {
		return r.faults.Err()
	}
	own := []fault.Code{fault.NotFound, fault.Conflict, fault.Forbidden, fault.InsufficientBalance, fault.ValidationError}
	if code := fault.Code(r.Code); slices.Contains(own, code) {
		return fault.New(code, "%s", r.Message)
	}
	return fault.New(fault.Conflict, "%s: %s", r.Code, r.Message)
}

// subject returns the subject of an answer by mail: that of the last mail with one, without those
// that wait for their time.
func (m *Manager) subject(ctx context.Context, id uuid.UUID) (*string, error) {
	const prefix = "Re: "
	var last string
	_, err := m.db.InFirm(ctx).Row([]any{&last}, `
SELECT subject FROM messages WHERE firm_id = $1 AND conversation_id = $2 AND subject IS NOT NULL AND occurred_at <= $3
ORDER BY occurred_at DESC LIMIT 1`, id, entity.Now())
	if err != nil || last == "" {
		return nil, err
	}
	if !strings.HasPrefix(strings.ToLower(last), strings.ToLower(prefix)) {
		last = prefix + last
	}
	if utf8.RuneCountInString(last) > maxSubject {
		last = string([]rune(last)[:maxSubject])
	}
	return &last, nil
}
