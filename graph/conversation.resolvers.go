package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/google/uuid"
)

// ReplyToConversation implements replyToConversation.
func (r *mutationResolver) ReplyToConversation(ctx context.Context, input messaging.ReplyInput) (*messaging.Message, error) {
	of, err := r.options.Conversations.Get(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	rights, err := r.sendRights(ctx)
	if err != nil {
		return nil, err
	}
	return r.options.Messages.Reply(ctx, of, input, rights)
}

// AddConversationNote implements addConversationNote.
func (r *mutationResolver) AddConversationNote(ctx context.Context, input conversation.NoteInput) (*conversation.Entry, error) {
	return r.options.Conversations.AddNote(ctx, input)
}

// MarkConversationRead implements markConversationRead.
func (r *mutationResolver) MarkConversationRead(ctx context.Context, input conversation.Ref) (*conversation.Conversation, error) {
	return r.options.Conversations.MarkRead(ctx, input.ID)
}

// AssignConversation implements assignConversation.
func (r *mutationResolver) AssignConversation(ctx context.Context, input conversation.AssignInput) (*conversation.Conversation, error) {
	return r.options.Conversations.Assign(ctx, input)
}

// SetConversationStatus implements setConversationStatus.
func (r *mutationResolver) SetConversationStatus(ctx context.Context, input conversation.StatusInput) (*conversation.Conversation, error) {
	return r.options.Conversations.SetStatus(ctx, input)
}

// SetTyping implements setTyping.
func (r *mutationResolver) SetTyping(ctx context.Context, input conversation.TypingInput) (uuid.UUID, error) {
	return input.ID, r.options.Conversations.SetTyping(ctx, input)
}

// SaveQuickReply implements saveQuickReply.
func (r *mutationResolver) SaveQuickReply(ctx context.Context, input conversation.SaveQuickReplyInput) (*conversation.QuickReply, error) {
	return conversation.SaveQuickReply(ctx, r.options.DB, input)
}

// DeleteQuickReply implements deleteQuickReply.
func (r *mutationResolver) DeleteQuickReply(ctx context.Context, input conversation.QuickReplyRef) (uuid.UUID, error) {
	return input.ID, conversation.DeleteQuickReply(ctx, r.options.DB, input.ID)
}

// Conversations implements conversations.
func (r *queryResolver) Conversations(ctx context.Context, input *conversation.ListInput) (*conversation.Page, error) {
	return r.options.Conversations.List(ctx, given(input))
}

// Conversation implements conversation.
func (r *queryResolver) Conversation(ctx context.Context, id uuid.UUID) (*conversation.Conversation, error) {
	return r.options.Conversations.Get(ctx, id)
}

// ConversationMessages implements conversationMessages.
func (r *queryResolver) ConversationMessages(ctx context.Context, input conversation.EntriesInput) (*conversation.Entries, error) {
	return r.options.Conversations.Messages(ctx, input)
}

// ConversationAssignees implements conversationAssignees.
func (r *queryResolver) ConversationAssignees(ctx context.Context) ([]*user.Name, error) {
	return r.options.Conversations.Assignees(ctx)
}

// QuickReplies implements quickReplies.
func (r *queryResolver) QuickReplies(ctx context.Context) ([]*conversation.QuickReply, error) {
	return conversation.QuickReplies(ctx, r.options.DB)
}

// MessageChanged implements messageChanged.
func (r *subscriptionResolver) MessageChanged(ctx context.Context, conversationID uuid.UUID) (<-chan *conversation.Entry, error) {
	stream, err := r.options.Conversations.WatchMessages(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	return events(ctx, stream), nil
}

// ConversationChanged implements conversationChanged.
func (r *subscriptionResolver) ConversationChanged(ctx context.Context) (<-chan *conversation.Conversation, error) {
	stream, err := r.options.Conversations.Watch(ctx)
	if err != nil {
		return nil, err
	}
	return events(ctx, stream), nil
}

// Typing implements typing.
func (r *subscriptionResolver) Typing(ctx context.Context, conversationID uuid.UUID) (<-chan *conversation.Typing, error) {
	stream, err := r.options.Conversations.WatchTyping(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	return events(ctx, stream), nil
}
