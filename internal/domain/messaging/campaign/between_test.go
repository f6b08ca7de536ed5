package campaign_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// What changes between the quote and the execution, and between that and the end of preparing.
func TestBetween(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		quoted := func(t *testing.T, contacts int) (*bundle, []uuid.UUID, *campaign.Campaign) {
			t.Helper()
			b := newBundle(t, d)
			b.credit(t, 20*price)
			ids := b.contacts(t, contacts)
			c := b.create(t)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, []any{contacts, 3 * price}, []any{quote.Recipients, quote.Price})
			return b, ids, c
		}
		t.Run("OKPrice", func(t *testing.T) {
			b, _, c := quoted(t, 3)
			raise := func(times money.Amount) {
				across, now := rule.AcrossFirms(b.ctx, "a test"), entity.Now()
				_, err := d.AcrossFirms(across).Exec("UPDATE pricing_prices SET valid_until = $2 WHERE plan_id = $1 AND valid_until IS NULL",
					*b.firm.PricingPlanID, now)
				require.NoError(t, err)
				b.Client.PricingPrice.Create().SetPlanID(*b.firm.PricingPlanID).SetCategory(pricingprice.CategoryMarketing).
					SetUnitPrice(times * price).SetValidFrom(now).SaveX(across)
			}
			raise(2)
			require.Equal(t, 6*price, b.execute(t, c.ID).Held, "the price is that of the execution")
			raise(3)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 3, b.send(t))
			c = b.work(t, c.ID)
			require.Equal(t, []any{campaign.Completed, 6 * price}, []any{c.Status, c.Spent}, "later prices change nothing")
			b.sound(t)
		})
		t.Run("OKDeleted", func(t *testing.T) {
			b, ids, c := quoted(t, 3)
			require.NoError(t, contact.Delete(b.ctx, d, ids[0]))
			require.Equal(t, 2*price, b.execute(t, c.ID).Held)
			require.NoError(t, contact.Delete(b.ctx, d, ids[1]))
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 1, Queued: 1}, b.work(t, c.ID).Counts)
			require.Equal(t, price, b.balance(t).Held, "the rest is released")
			require.NoError(t, contact.Delete(b.ctx, d, ids[2]))
			b.work(t, c.ID)
			require.Equal(t, 1, b.send(t), "it was a recipient when it was deleted")
			require.Equal(t, price, b.work(t, c.ID).Spent)
			b.sound(t)
		})
		t.Run("OKMerged", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 2)
			user := "BR.1502576394655843"
			said := func(id, phone string) {
				b.store(t, provider.Event{Inbound: &provider.Inbound{
					ProviderID: id, Phone: phone, UserID: user, Kind: "text", Body: "Hello", At: time.Now(),
				}})
				b.applyEvents(t)
			}
			said("in-1", "")
			c := b.create(t)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, 3, quote.Recipients, "with the contact that WhatsApp names by its user id alone")
			require.Equal(t, 3*price, b.execute(t, c.ID).Held)
			said("in-2", phone(0)) // It is the first contact.
			b.prepare(t, c.ID)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, c.Counts)
			require.Equal(t, 2*price, b.balance(t).Held)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, 2*price, b.work(t, c.ID).Spent)
			b.sound(t)
		})
		t.Run("OKAudit", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 3)
			first, second := b.create(t), b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) })
			_, err := b.Update(b.ctx, campaign.UpdateInput{ID: first.ID, Name: new("Other")}, false)
			require.NoError(t, err)
			b.execute(t, first.ID)
			_, err = b.Pause(b.ctx, first.ID)
			require.NoError(t, err)
			_, err = b.Resume(b.ctx, first.ID)
			require.NoError(t, err)
			_, err = b.Cancel(b.ctx, first.ID)
			require.NoError(t, err)
			b.work(t, first.ID)
			require.NoError(t, b.Delete(b.ctx, first.ID))
			b.execute(t, second.ID)
			actions := func(of *campaign.Campaign) (all []string) {
				for _, entry := range b.Client.AuditEntry.Query().Where(auditentry.TargetID(of.ID)).
					Order(ent.Asc(auditentry.FieldCreatedAt, auditentry.FieldID)).AllX(b.ctx) {
					require.Equal(t, "ada@example.com", entry.ActorName)
					all = append(all, entry.Action)
				}
				return all
			}
			require.Equal(t, []string{
				"campaign.create", "campaign.update", "campaign.execute", "campaign.pause", "campaign.resume", "campaign.cancel", "campaign.delete",
			}, actions(first))
			require.Equal(t, []string{"campaign.create", "campaign.execute"}, actions(second))
		})
	})
}
