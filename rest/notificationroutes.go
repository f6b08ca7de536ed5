package rest

import "net/http"

// notificationRoutes are the routes of notifications.
func notificationRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/notification",
			Operation: "notification/notificationPage", Message: "Notifications listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/notification",
			Operation: "notification/createNotification", Message: "Notification stored.",
			Status: http.StatusCreated,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/notification/unread-count",
			Operation: "notification/unreadNotificationCount", Message: "Unread notifications counted.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/notification/{id}/read",
			Operation: "notification/markNotificationRead", Message: "Notification marked as read.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/notification/mark-all-read",
			Operation: "notification/markAllNotificationsRead", Message: "All notifications marked as read.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/notification/{id}",
			Operation: "notification/deleteNotification", Message: "Notification deleted.", NoData: true,
		},
	}
}
