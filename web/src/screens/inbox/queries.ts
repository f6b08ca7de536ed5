import { graphql } from '../../api/graphql.ts'
import type { ConversationMessagesQuery, ConversationsQuery, QuickRepliesQuery, ReplyInput } from '../../api/generated/graphql.ts'

export const conversationsQuery = graphql(`
  query Conversations($input: ConversationListInput) {
    conversations(input: $input) {
      next
      items {
        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
        assignedTo { id name }
        lastMessage { id direction body status occurredAt }
      }
    }
  }
`)

export const conversationQuery = graphql(`
  query Conversation($id: ID!) {
    conversation(id: $id) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`)

export const unreadQuery = graphql(`query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }`)

export const conversationChanged = graphql(`
  subscription ConversationChanged {
    conversationChanged {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`)

export const messagesQuery = graphql(`
  query ConversationMessages($input: ConversationMessagesInput!) {
    conversationMessages(input: $input) {
      next
      items {
        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
        media { contentType fileName size caption status }
      }
    }
  }
`)

export const messageChanged = graphql(`
  subscription MessageChanged($conversationId: ID!) {
    messageChanged(conversationId: $conversationId) {
      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
      media { contentType fileName size caption status }
    }
  }
`)

export const replyMutation = graphql(`
  mutation Reply($input: ReplyInput!) {
    replyToConversation(input: $input) {
      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText
      media { contentType fileName size caption status }
    }
  }
`)

export const noteMutation = graphql(`
  mutation AddConversationNote($input: AddConversationNoteInput!) {
    addConversationNote(input: $input) {
      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by
      media { contentType fileName size caption status }
    }
  }
`)

export const readMutation = graphql(`
  mutation MarkConversationRead($input: ConversationIdInput!) {
    markConversationRead(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`)

export const assignMutation = graphql(`
  mutation AssignConversation($input: AssignConversationInput!) {
    assignConversation(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`)

export const statusMutation = graphql(`
  mutation SetConversationStatus($input: SetConversationStatusInput!) {
    setConversationStatus(input: $input) {
      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt
      assignedTo { id name }
      lastMessage { id direction body status occurredAt }
    }
  }
`)

export const typingSubscription = graphql(`
  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }
`)

export const setTyping = graphql(`mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }`)

export const quickRepliesQuery = graphql(`query QuickReplies { quickReplies { id shortcut body updatedAt } }`)

export const saveQuickReply = graphql(`mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }`)

export const deleteQuickReply = graphql(`mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }`)

export const colleaguesQuery = graphql(`query UserLookup { userLookup { id name } }`)

export const assigneesQuery = graphql(`query ConversationAssignees { conversationAssignees { id name } }`)

export const fileLimitsQuery = graphql(`query FileLimits { channelLookup { id fileLimits { image video audio other } } }`)

export const channelsQuery = graphql(`query ChannelLookup { channelLookup { id name kind } }`)

export type Conversation = NonNullable<ConversationsQuery['conversations']>['items'][number]
export type Entry = NonNullable<ConversationMessagesQuery['conversationMessages']>['items'][number]
export type QuickReply = NonNullable<QuickRepliesQuery['quickReplies']>[number]
export type Answer = Pick<ReplyInput, 'body' | 'template' | 'media'>
