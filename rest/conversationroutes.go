package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// conversationRoutes are the routes of conversations and quick replies.
func conversationRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/conversations",
			Operation: "conversation/conversations", Message: "Conversations listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/conversations/{id}",
			Operation: "conversation/conversation", Message: "Conversation found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/conversations/{id}/messages",
			Operation: "conversation/conversationMessages", Message: "Messages listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/conversations/{id}/reply",
			Operation: "conversation/replyToConversation", Message: "Answer accepted.",
			Status:   http.StatusAccepted,
			Refusals: []fault.Code{fault.Conflict, fault.InsufficientBalance},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/conversations/{id}/notes",
			Operation: "conversation/addConversationNote", Message: "Note added.",
			Status: http.StatusCreated,
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/conversations/{id}/read",
			Operation: "conversation/markConversationRead", Message: "Conversation read.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/conversations/{id}/assign",
			Operation: "conversation/assignConversation", Message: "Conversation assigned.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/conversations/{id}/status",
			Operation: "conversation/setConversationStatus", Message: "Status set.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/quick-replies",
			Operation: "conversation/quickReplies", Message: "Quick replies listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/quick-replies",
			Operation: "conversation/createQuickReply", Message: "Quick reply created.",
			Status:   http.StatusCreated,
			Omit:     []string{"id"},
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/quick-replies/{id}",
			Operation: "conversation/changeQuickReply", Message: "Quick reply changed.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/messaging/quick-replies/{id}",
			Operation: "conversation/deleteQuickReply", Message: "Quick reply deleted.",
			NoData: true,
		},
	}
}
