package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateNotification implements createNotification.
func (r *mutationResolver) CreateNotification(ctx context.Context, input notification.Input) (*notification.Notification, error) {
	return r.options.Notifications.Raise(ctx, input)
}

// MarkNotificationRead implements markNotificationRead.
func (r *mutationResolver) MarkNotificationRead(ctx context.Context, id uuid.UUID) (*notification.Notification, error) {
	return r.options.Notifications.MarkRead(ctx, id)
}

// MarkAllNotificationsRead implements markAllNotificationsRead.
func (r *mutationResolver) MarkAllNotificationsRead(ctx context.Context) (int, error) {
	return r.options.Notifications.MarkAllRead(ctx)
}

// DeleteNotification implements deleteNotification.
func (r *mutationResolver) DeleteNotification(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.options.Notifications.Delete(ctx, id)
}

// NotificationPage implements notificationPage.
func (r *queryResolver) NotificationPage(ctx context.Context, input *notification.ListInput) (*page.Numbered[*notification.Notification], error) {
	return notification.List(ctx, r.options.DB, given(input))
}

// Notifications implements notifications.
func (r *queryResolver) Notifications(ctx context.Context, first *int, after *page.Cursor, last *int, before *page.Cursor, status *notification.Status) (*notification.Connection, error) {
	return notification.Connect(ctx, r.options.DB, notification.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, Status: status,
	})
}

// UnreadNotificationCount implements unreadNotificationCount.
func (r *queryResolver) UnreadNotificationCount(ctx context.Context) (*int, error) {
	unread, err := notification.UnreadCount(ctx, r.options.DB)
	return &unread, err
}

// NotificationReceived implements notificationReceived.
func (r *subscriptionResolver) NotificationReceived(ctx context.Context, since *uuid.UUID) (<-chan *notification.Notification, error) {
	stream, err := r.options.Notifications.Watch(ctx, since)
	if err != nil {
		return nil, err
	}
	return events(ctx, stream), nil
}

// UnreadCountChanged implements unreadCountChanged.
func (r *subscriptionResolver) UnreadCountChanged(ctx context.Context) (<-chan int, error) {
	stream, err := r.options.Notifications.WatchUnread(ctx)
	if err != nil {
		return nil, err
	}
	return events(ctx, stream), nil
}
