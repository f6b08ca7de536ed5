package firmhubtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// notice is a notification as the REST API answers it.
type notice struct {
	ID, FirmID, UserID, Module, ModuleID, Title, Message, Status, ReadAt, CreatedAt string
	Metadata                                                                        any
}

type noticePage struct {
	Items                      []notice
	TotalCount, Page, PageSize int
}

func TestNotifications(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		list := func(c *caller, query string) (read noticePage) {
			m.must(c, http.MethodGet, "/api/v1/notification"+query, nil).Into(t, &read)
			return read
		}
		unread := func(c *caller) (count int) {
			m.must(c, http.MethodGet, "/api/v1/notification/unread-count", nil).Into(t, &count)
			return count
		}
		var own notice
		answer := a.REST(http.MethodPost, "/api/v1/notification", m.owner.token, map[string]any{
			"title": "Sent", "message": "Your campaign was sent.", "module": "messaging", "userId": m.with.User.ID,
			"moduleId": m.firmID, "metadata": map[string]any{"count": 3, "tag": "<b>"},
		})
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		answer.Into(t, &own)
		require.Equal(t, "Messaging", own.Module)
		shared := m.newNotification()

		require.Equal(t, 2, unread(m.with))
		require.Equal(t, 1, unread(m.without))
		read := list(m.with, "")
		require.Equal(t, []string{shared, own.ID}, []string{read.Items[0].ID, read.Items[1].ID})
		require.Equal(t, noticePage{Items: read.Items, TotalCount: 2, Page: 1, PageSize: 20}, read)
		require.Equal(t, own, read.Items[1])
		require.Equal(t, map[string]any{"count": 3.0, "tag": "<b>"}, read.Items[1].Metadata)

		var marked notice
		m.must(m.with, http.MethodPut, "/api/v1/notification/"+own.ID+"/read", nil).Into(t, &marked)
		require.Equal(t, "Read", marked.Status)
		require.NotEmpty(t, marked.ReadAt)
		require.Equal(t, shared, list(m.with, "?status=unread").Items[0].ID)
		require.Equal(t, 1, list(m.with, "?status=Read").TotalCount)
		var changed int
		m.must(m.with, http.MethodPut, "/api/v1/notification/mark-all-read", nil).Into(t, &changed)
		require.Equal(t, 1, changed)
		require.Zero(t, unread(m.with))
		require.Equal(t, 1, unread(m.without), "the others have not read it")
		m.must(m.with, http.MethodDelete, "/api/v1/notification/"+shared, nil)
		require.Equal(t, 1, list(m.with, "").TotalCount)
		require.Equal(t, 1, list(m.without, "").TotalCount)

		// Over GraphQL, as the first part of a connection.
		var data struct {
			UnreadNotificationCount int
			Notifications           struct {
				Edges    []struct{ Node notice }
				PageInfo struct{ HasNextPage bool }
			}
		}
		asked := a.GraphQL(m.without.token, `{
			unreadNotificationCount
			notifications(first: 1, status: Unread) { edges { node { id status } } pageInfo { hasNextPage } }
		}`, nil)
		require.Empty(t, asked.Errors)
		asked.Into(t, &data)
		require.Equal(t, 1, data.UnreadNotificationCount)
		require.Equal(t, shared, data.Notifications.Edges[0].Node.ID)
		require.False(t, data.Notifications.PageInfo.HasNextPage)

		for name, refused := range map[string]struct {
			as           *caller
			method, path string
			body         any
			status       int
		}{
			"AnotherUser":   {m.without, http.MethodPut, "/" + own.ID + "/read", nil, http.StatusNotFound},
			"AnotherFirm":   {m.stranger, http.MethodDelete, "/" + shared, nil, http.StatusNotFound},
			"Deleted":       {m.with, http.MethodPut, "/" + shared + "/read", nil, http.StatusNotFound},
			"MalformedID":   {m.with, http.MethodPut, "/x/read", nil, http.StatusBadRequest},
			"UnknownStatus": {m.with, http.MethodGet, "?status=Old", nil, http.StatusBadRequest},
			"NoPermission":  {m.without, http.MethodPost, "", map[string]any{"title": "t", "message": "m", "module": "System"}, http.StatusForbidden},
			"StrangeUser": {m.owner, http.MethodPost, "", map[string]any{
				"title": "t", "message": "m", "module": "System", "userId": m.stranger.User.ID,
			}, http.StatusBadRequest},
		} {
			t.Run(name, func(t *testing.T) {
				answer := a.REST(refused.method, "/api/v1/notification"+refused.path, refused.as.token, refused.body)
				require.Equal(t, refused.status, answer.Status, "%s", answer.Body)
			})
		}
	})
}
