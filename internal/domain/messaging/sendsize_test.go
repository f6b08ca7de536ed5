package messaging_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
)

// The texts of a request are limited together. What other requests have does not count, even if
// they are written in one transaction.
func TestSend_size(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const fitting, more = 10, 2 // 100 KB each, until there is 1 MiB
		b := newBundle(t, d)
		b.SetMaxSent(1 << 20)
		b.credit(t, 10*price)
		b.addChannel(t, provider.Email)
		b.addTemplate(t, provider.Email, func(in *template.CreateInput) {
			in.Subject, in.Body, in.HTML = new("For you"), "Hello", new(strings.Repeat("{{name}}", 100))
		})
		long := func() *messaging.SendMessage { return withTemplate("ada@example.com", strings.Repeat("x", 1000)) }
		known := long()
		known.Reference = new("known")
		b.accepted(t, known)
		var large []*messaging.SendMessage
		for range fitting + more {
			large = append(large, long())
		}
		large = append(large, known, withTemplate("ada@example.com", "x"), toSend("ada@example.com"))

		began, proceed := make(chan struct{}), make(chan struct{})
		first := true
		b.OnChanged(func(context.Context, uuid.UUID, []conversation.Change) {
			if first {
				first = false
				close(began)
				<-proceed
			}
		})
		var running errgroup.Group
		results := make([]*messaging.SendResult, 3)
		for i, messages := range [][]*messaging.SendMessage{{toSend("ada@example.com")}, large, {long()}} {
			running.Go(func() (err error) {
				results[i], err = b.Send(b.ctx, messaging.SendInput{Messages: messages}, allRights)
				return err
			})
			if i == 0 {
				<-began
			}
			require.Eventually(t, func() bool { return b.WaitingSends() == i }, time.Minute, time.Millisecond)
		}
		close(proceed)
		require.NoError(t, running.Wait())

		require.Len(t, results[1].Accepted, fitting+3, "what was accepted before and what is short are accepted, too")
		require.True(t, results[1].Accepted[fitting].Duplicate)
		require.Len(t, results[1].Rejected, more)
		for i, rejected := range results[1].Rejected {
			require.Equal(t, fitting+i, rejected.Index)
			require.Equal(t, "ValidationError", rejected.Code)
			require.Contains(t, rejected.Message, "template.parameters make the texts of the request longer than 1 MiB together")
		}
		require.Len(t, results[2].Accepted, 1)
	})
}
