package messaging_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestReport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, money.Unit)
			ada, err := contact.Create(b.ctx, d, contact.CreateInput{
				FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phones[1], PhoneCC: "+49"}},
			})
			require.NoError(t, err)
			sent, received := outbound("a"), outbound("b")
			sent.ContactID, sent.Phone, sent.Campaign = &ada.ID, nil, new("spring")
			received.Direction, received.Category, received.Status = message.DirectionInbound, pricingprice.CategoryService, message.StatusRead
			answer := b.report(t, sent, received)
			require.Equal(t, &messaging.Reported{Accepted: 2, Rejected: []*messaging.Rejected{}}, answer)

			m := b.message(t, "a")
			require.Equal(t, &phones[1], m.Phone)
			require.Equal(t, &ada.ID, m.ContactID)
			require.Nil(t, m.DeliveredAt)
			m = b.message(t, "b")
			require.Nil(t, m.ContactID, "nobody has the phone")
			require.NotNil(t, m.DeliveredAt)
			require.Equal(t, money.Unit-price, b.balance(t))
			require.Equal(t, "spring", *b.Client.WalletEntry.Query().AllX(b.ctx)[1].Reference)
			require.Equal(t, 1, b.Client.Contact.Query().CountX(b.ctx))

			// A contact is found by any spelling of its phone.
			require.Equal(t, 1, b.report(t, with(outbound("c"), func(m *messaging.MessageInput) { m.Phone = new("+49 151 12345678") })).Accepted)
			require.Equal(t, &ada.ID, b.message(t, "c").ContactID)
		})
		t.Run("ContactWithoutPhone", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, money.Unit)
			ada, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
			require.NoError(t, err)
			to := func(m *messaging.MessageInput) { m.Phone, m.ContactID = nil, &ada.ID }
			received := with(outbound("b"), to)
			received.Direction = message.DirectionInbound
			require.Equal(t, 2, b.report(t, with(outbound("a"), to), received).Accepted)
			for _, id := range []string{"a", "b"} {
				m := b.message(t, id)
				require.Nil(t, m.Phone)
				require.Equal(t, &ada.ID, m.ContactID)
				require.Equal(t, ada.ID.String(), m.PersonKey)
			}
			require.Equal(t, money.Unit-price, b.balance(t), "charged as any other")
			require.Equal(t, 1, b.report(t, with(outbound("a"), to)).Duplicates)
			require.Empty(t, b.verify(t))

			// What comes once the contact has a phone is to that phone; what was before stays.
			_, err = contact.Update(b.ctx, d, contact.UpdateInput{
				ID: ada.ID, Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: phones[0]}}},
			})
			require.NoError(t, err)
			b.report(t, with(outbound("c"), to))
			require.Equal(t, &phones[0], b.message(t, "c").Phone)
			require.Nil(t, b.message(t, "a").Phone)
		})
		t.Run("Duplicates", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, money.Unit)
			require.Equal(t, &messaging.Reported{Accepted: 2, Duplicates: 1, Rejected: []*messaging.Rejected{}},
				b.report(t, outbound("a"), outbound("a"), outbound("b")))
			require.Equal(t, 3, b.report(t, outbound("b"), outbound("a"), outbound("b")).Duplicates)
			require.Equal(t, money.Unit-2*price, b.balance(t))
			require.Equal(t, 2, b.Client.Message.Query().CountX(b.ctx))

			other := newBundle(t, d)
			other.credit(t, money.Unit)
			require.Equal(t, 1, other.report(t, outbound("a")).Accepted, "another firm has ids of its own")
		})
		t.Run("InsufficientBalance", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, price)
			free := with(outbound("c"), func(m *messaging.MessageInput) { m.Category = pricingprice.CategoryService })
			answer := b.report(t, outbound("a"), outbound("b"), free)
			require.Equal(t, 2, answer.Accepted)
			require.Len(t, answer.Rejected, 1)
			require.Equal(t, 1, answer.Rejected[0].Index)
			require.Equal(t, string(fault.InsufficientBalance), answer.Rejected[0].Code)
			require.Zero(t, b.balance(t))
			b.credit(t, price)
			require.Equal(t, 1, b.report(t, outbound("b")).Accepted, "what was rejected can be reported again")
		})
		t.Run("Rejected", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, money.Unit)
			other := newBundle(t, d)
			foreign, err := contact.Create(other.ctx, d, contact.CreateInput{
				FirstName: "B", LastName: "B", Phones: []contact.PhoneInput{{Phone: phones[2]}},
			})
			require.NoError(t, err)
			wrong := map[string]func(m *messaging.MessageInput){
				"providerMessageId": func(m *messaging.MessageInput) { m.ProviderMessageID = " " },
				"phone":             func(m *messaging.MessageInput) { m.Phone = new("0151 12345678") },
				"instead of it":     func(m *messaging.MessageInput) { m.ContactID = &foreign.ID },
				"or contactId":      func(m *messaging.MessageInput) { m.Phone = nil },
				"no such contact":   func(m *messaging.MessageInput) { m.Phone, m.ContactID = nil, &foreign.ID },
				"such contact":      func(m *messaging.MessageInput) { m.Phone, m.ContactID = nil, new(uuid.New()) },
				"366 days ago":      func(m *messaging.MessageInput) { m.OccurredAt = time.Now().AddDate(-1, 0, -2) },
				"5 minutes ahead":   func(m *messaging.MessageInput) { m.OccurredAt = time.Now().Add(6 * time.Minute) },
				"templateName":      func(m *messaging.MessageInput) { m.TemplateName = new(strings.Repeat("x", 201)) },
				"campaign":          func(m *messaging.MessageInput) { m.Campaign = new("a\nb") },
				"body":              func(m *messaging.MessageInput) { m.Body = new(strings.Repeat("x", 4097)) },
				"errorText":         func(m *messaging.MessageInput) { m.ErrorText = new(strings.Repeat("x", 501)) },
			}
			var messages []*messaging.MessageInput
			var want []string
			for text, change := range wrong {
				messages = append(messages, with(outbound("x"+text), change))
				want = append(want, text)
			}
			answer := b.report(t, append(messages, outbound("good"))...)
			require.Equal(t, 1, answer.Accepted)
			require.Len(t, answer.Rejected, len(wrong))
			for i, rejected := range answer.Rejected {
				require.Equal(t, i, rejected.Index)
				require.Contains(t, rejected.Message, want[i])
			}
			require.Equal(t, money.Unit-price, b.balance(t))
		})
		t.Run("Size", func(t *testing.T) {
			b := newBundle(t, d)
			for _, count := range []int{0, 1001} {
				_, err := b.Report(b.ctx, messaging.ReportInput{Messages: make([]*messaging.MessageInput, count)})
				require.True(t, fault.Is(err, fault.ValidationError), err)
				_, err = b.ReportStatuses(b.ctx, messaging.StatusReportInput{Statuses: make([]*messaging.StatusInput, count)})
				require.True(t, fault.Is(err, fault.ValidationError), err)
			}
		})
	})
}

func with(m *messaging.MessageInput, change func(*messaging.MessageInput)) *messaging.MessageInput {
	change(m)
	return m
}

// Requests of one firm at the same moment: each message is stored and charged once.
func TestReport_AtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 100*money.Unit)
		const requests, messages = 8, 40
		var running sync.WaitGroup
		for range requests {
			running.Go(func() {
				for i := range messages {
					in := messaging.ReportInput{Messages: []*messaging.MessageInput{outbound(strconv.Itoa(i))}}
					if _, err := b.Report(b.ctx, in); err != nil {
						t.Error(err)
					}
					statuses := messaging.StatusReportInput{Statuses: []*messaging.StatusInput{status(strconv.Itoa(i), message.StatusRead)}}
					if _, err := b.ReportStatuses(b.ctx, statuses); err != nil {
						t.Error(err)
					}
				}
			})
		}
		running.Wait()
		require.Equal(t, messages, b.Client.Message.Query().Where(message.StatusEQ(message.StatusRead)).CountX(b.ctx))
		require.Equal(t, messages, dbtest.Count(t, d, "message_keys"))
		require.Equal(t, 100*money.Unit-messages*price, b.balance(t))
	})
}

func TestReportStatuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, money.Unit)
		queued := with(outbound("a"), func(m *messaging.MessageInput) { m.Status = message.StatusQueued })
		b.report(t, queued, outbound("b"), outbound("c"))

		answer := b.reportStatuses(t, status("a", message.StatusRead), status("a", message.StatusDelivered), status("a", message.StatusRead),
			status("a", message.StatusSent), status("a", message.StatusFailed), status("nobody's", message.StatusSent),
			status("b", message.StatusQueued))
		require.Equal(t, 1, answer.Accepted)
		require.Equal(t, 4, answer.Unchanged, "late or repeated")
		require.Len(t, answer.Rejected, 2)
		require.Equal(t, 5, answer.Rejected[0].Index)
		require.Equal(t, string(fault.NotFound), answer.Rejected[0].Code)
		require.Equal(t, string(fault.ValidationError), answer.Rejected[1].Code)
		m := b.message(t, "a")
		require.Equal(t, message.StatusRead, m.Status)
		require.NotNil(t, m.ReadAt)
		require.Equal(t, m.ReadAt, m.DeliveredAt, "what was read was delivered")

		failed := status("b", message.StatusFailed)
		failed.ErrorCode, failed.ErrorText = new("131026"), new("The phone has no account.")
		require.Equal(t, 1, b.reportStatuses(t, failed).Accepted)
		m = b.message(t, "b")
		require.Equal(t, "131026", *m.ErrorCode)
		require.Equal(t, "The phone has no account.", *m.ErrorText)
		require.NotNil(t, m.FailedAt)
		require.Equal(t, 1, b.reportStatuses(t, status("b", message.StatusDelivered)).Unchanged, "a failure is final")

		require.Equal(t, 2, b.reportStatuses(t, status("c", message.StatusDelivered), status("c", message.StatusRead)).Accepted)

		other := newBundle(t, d)
		require.Len(t, other.reportStatuses(t, status("c", message.StatusRead)).Rejected, 1, "another firm's message")
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, money.Unit)
		older := with(outbound("b"), func(m *messaging.MessageInput) {
			m.Phone, m.OccurredAt, m.Status = &phones[1], time.Now().Add(-time.Hour), message.StatusFailed
		})
		b.report(t, outbound("a"), older)
		list := func(in messaging.ListInput) (ids []string) {
			page, err := messaging.List(b.ctx, d, in)
			require.NoError(t, err)
			items, err := page.Items(b.ctx)
			require.NoError(t, err)
			for _, m := range items {
				ids = append(ids, m.ProviderMessageID)
			}
			return ids
		}
		hour := time.Now().Add(-30 * time.Minute)
		require.Equal(t, []string{"a", "b"}, list(messaging.ListInput{}))
		require.Equal(t, []string{"b"}, list(messaging.ListInput{Phone: new("+49 (151) 12345678")}))
		require.Equal(t, []string{"b"}, list(messaging.ListInput{Status: new(message.StatusFailed)}))
		require.Empty(t, list(messaging.ListInput{Direction: new(message.DirectionInbound)}))
		require.Equal(t, []string{"a"}, list(messaging.ListInput{From: &hour}))
		require.Equal(t, []string{"b"}, list(messaging.ListInput{To: &hour}))
		require.Empty(t, list(messaging.ListInput{ContactID: new(uuid.New())}))
		_, err := messaging.List(b.ctx, d, messaging.ListInput{Phone: new("+1"), PageSize: new(0)})
		require.Len(t, fault.From(err).Details, 2)
	})
}
