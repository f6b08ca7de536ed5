package hubtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestOfficialClient uses the hub in every way that the official client allows.
func TestOfficialClient(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		stranger := a.NewFirm("Strangers", "sam@strangers.example")
		strange := raise(t, a, stranger.Token, "Not yours", "")
		for name, w := range ways {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				testWay(t, a, w, strange)
			})
		}
	})
}

func testWay(t *testing.T, a *firmhubtest.App, w way, strange string) {
	t.Helper()
	owner := ownerOf(t, a)
	c := w.connect(t, a.URL, hubOptions{token: owner.Token, reconnect: oftenEnough()})
	second := w.connect(t, a.URL, hubOptions{token: owner.Token})
	c.count(t, 0)
	second.count(t, 0)

	var first struct{ ID string }
	step(t, "Receive", func(t *testing.T) {
		metadata := map[string]any{"count": 3.0, "nested": map[string]any{"tag": "<b>ü</b>", "none": nil}, "list": []any{true, 1.5, "x"}}
		answer := a.REST(http.MethodPost, "/api/v1/notification", owner.Token, map[string]any{
			"title": "Für dich ✓", "message": "Two\nlines", "module": "Contact", "moduleId": owner.Firms[0].FirmID,
			"userId": owner.User.ID, "metadata": metadata,
		})
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		answer.Into(t, &first)
		stored := map[string]any{}
		answer.Into(t, &stored)
		delete(stored, "readAt")
		received := c.receive(t)
		require.Equal(t, stored, received)
		require.Len(t, received, 10)
		require.Equal(t, metadata, received["metadata"])
		require.Equal(t, "Unread", received["status"])
		require.Equal(t, stored, second.receive(t))
	})
	step(t, "ReceiveNulls", func(t *testing.T) {
		id := raise(t, a, owner.Token, "For everyone", "")
		received := c.receive(t)
		require.Equal(t, id, received["id"])
		for _, member := range []string{"userId", "moduleId", "metadata"} {
			require.Contains(t, received, member)
			require.Nil(t, received[member])
		}
		c.count(t, 2)
		second.count(t, 2)
	})
	step(t, "MarkRead", func(t *testing.T) {
		_, err := c.invoke("MarkRead", first.ID)
		require.NoError(t, err)
		c.count(t, 1)
		second.count(t, 1)
	})
	step(t, "MarkReadElsewhere", func(t *testing.T) {
		answer := a.REST(http.MethodPut, "/api/v1/notification/mark-all-read", owner.Token, nil)
		require.Equal(t, http.StatusOK, answer.Status)
		c.count(t, 0)
	})
	step(t, "MarkAllRead", func(t *testing.T) {
		raise(t, a, owner.Token, "Third", "")
		c.count(t, 1)
		_, err := c.invoke("MarkAllRead")
		require.NoError(t, err)
		c.count(t, 0)
		second.count(t, 0)
		require.Equal(t, "Third", c.title(t))
	})
	step(t, "Resume", func(t *testing.T) {
		require.False(t, c.resume(t, first.ID))
		received := c.receive(t)
		require.Equal(t, "For everyone", received["title"], "the oldest first")
		require.Equal(t, "Read", received["status"])
		require.Equal(t, "Third", c.title(t))
	})
	step(t, "ResumeUnknown", func(t *testing.T) {
		require.False(t, c.resume(t, strange), "another firm's, which is unknown here")
		for _, title := range []string{"Für dich ✓", "For everyone", "Third"} {
			require.Equal(t, title, c.title(t), "all that are kept")
		}
	})
	step(t, "Since", func(t *testing.T) {
		late := w.connect(t, a.URL, hubOptions{token: owner.Token, since: first.ID})
		require.Equal(t, "For everyone", late.title(t))
		require.Equal(t, "Third", late.title(t))
		late.count(t, 0)
		raise(t, a, owner.Token, "Fourth", "")
		require.Equal(t, "Fourth", late.title(t))
		require.Equal(t, "Fourth", c.title(t))
		late.must(t, "signalr.stop", nil)
		require.JSONEq(t, `""`, string(late.next(t, "closed").data), "no error, for the client left")
	})
	step(t, "InOrder", func(t *testing.T) {
		for i := range 20 {
			raise(t, a, owner.Token, fmt.Sprint("n", i), "")
		}
		for i := range 20 {
			require.Equal(t, fmt.Sprint("n", i), c.title(t))
		}
	})
	step(t, "WithoutResult", func(t *testing.T) {
		c.count(t, 21)
		c.must(t, "signalr.send", map[string]any{"method": "MarkAllRead", "args": []any{}})
		c.count(t, 0)
	})
	for name, refused := range map[string]struct {
		method string
		args   []any
	}{
		"ErrMethod":     {"Nothing", nil},
		"ErrMethodCase": {"constructor", nil},
		"ErrOtherFirm":  {"MarkRead", []any{strange}},
		"ErrNoID":       {"MarkRead", []any{"x"}},
		"ErrNull":       {"MarkRead", []any{nil}},
		"ErrType":       {"MarkRead", []any{map[string]any{"id": first.ID}}},
		"ErrTooFew":     {"MarkRead", nil},
		"ErrResume":     {"Resume", []any{"x"}},
	} {
		step(t, name, func(t *testing.T) {
			_, err := c.invoke(refused.method, refused.args...)
			require.Error(t, err)
			require.NotContains(t, err.Error(), "connection", "it is the invocation that fails")
			require.NotContains(t, err.Error(), "panic")
			t.Log(err)
		})
	}
	step(t, "ErrStream", func(t *testing.T) {
		_, err := c.do("signalr.stream", map[string]any{"method": "MarkAllRead"})
		require.Error(t, err)
	})
	step(t, "LogOut", func(t *testing.T) {
		raise(t, a, owner.Token, "Last", "")
		require.Equal(t, "Last", c.title(t), "after all refusals")
		require.False(t, c.has([]string{"reconnecting", "closed"}), "it was connected all the time")
		logOut(t, a, owner.Token)
		end := c.next(t, "closed", "reconnecting")
		require.Equal(t, "closed", end.name, "it does not reconnect: %s", end.data)
		require.Contains(t, string(end.data), "The session has ended.")
		second.next(t, "closed")
		_, err := w.dial(t, a.URL, hubOptions{token: owner.Token})
		require.Error(t, err)
	})
}

// TestBinaryOverText shows that Server-Sent Events, which are text, are not offered for
// MessagePack.
func TestBinaryOverText(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t)
	_, err := way{transport: "ServerSentEvents", protocol: "messagepack"}.dial(t, a.URL, hubOptions{token: owner.Token})
	require.ErrorContains(t, err, "ServerSentEvents")
}

// TestNegotiateVersionZero is what clients of before version 3.1 send.
func TestNegotiateVersionZero(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t)
	answer := a.REST(http.MethodPost, "/notificationhub/negotiate", owner.Token, nil)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	var offered struct {
		ConnectionID, ConnectionToken string
		AvailableTransports           []struct {
			Transport       string
			TransferFormats []string
		}
	}
	require.NoError(t, json.Unmarshal(answer.Body, &offered))
	require.NotEmpty(t, offered.ConnectionID)
	require.Empty(t, offered.ConnectionToken)
	require.Len(t, offered.AvailableTransports, 3)
}
