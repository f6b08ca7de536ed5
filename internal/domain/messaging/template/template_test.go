package template_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestManager(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, order())
			require.Equal(t, template.Draft, made.Status)
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, made, got)

			submitted, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Approved, submitted.Status)
			require.Equal(t, 1, *submitted.ApprovedVersion)

			changed, err := b.Update(b.ctx, template.UpdateInput{ID: made.ID, Body: new("Order {{order}}"), Parameters: made.Parameters[1:]})
			require.NoError(t, err)
			require.Equal(t, []any{template.Draft, 2, 1}, []any{changed.Status, changed.Version, *changed.ApprovedVersion})
			require.Equal(t, made.Body, changed.Approved.Body, "the version in use can be read beside the draft")
			used, err := template.Named(b.ctx, d, []string{"order"})
			require.NoError(t, err)
			filled, err := used[0].Form.Fill(map[string]string{"firstName": "Bo", "order": "3"})
			require.NoError(t, err)
			require.Equal(t, "Hello Bo, order 3 has left.", filled.Body, "the approved version stays in use")

			_, err = b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			used, err = template.Named(b.ctx, d, []string{"order"})
			require.NoError(t, err)
			filled, err = used[0].Form.Fill(map[string]string{"order": "3"})
			require.NoError(t, err)
			require.Equal(t, "Order 3", filled.Body)
			_, err = b.Submit(b.ctx, made.ID)
			require.True(t, fault.Is(err, fault.Conflict), err)

			require.NoError(t, b.Delete(b.ctx, made.ID))
			_, err = b.Get(b.ctx, made.ID)
			require.True(t, fault.Is(err, fault.NotFound), err)
			require.Equal(t, 5, b.Client.AuditEntry.Query().CountX(b.ctx)-1, "one is of the channel")
		})
		t.Run("OKList", func(t *testing.T) {
			b := newBundle(t, d)
			for _, name := range []string{"b_1", "a_1", "b21"} {
				in := order()
				in.Name = name
				b.create(t, in)
			}
			list := func(in template.ListInput) (names []string) {
				found, err := template.List(b.ctx, d, in)
				require.NoError(t, err)
				items, err := found.Items(b.ctx)
				require.NoError(t, err)
				for _, item := range items {
					names = append(names, item.Name)
				}
				n, err := found.TotalCount(b.ctx)
				require.NoError(t, err)
				require.Len(t, items, n)
				return names
			}
			require.Equal(t, []string{"a_1", "b21", "b_1"}, list(template.ListInput{}))
			require.Equal(t, []string{"a_1", "b_1"}, list(template.ListInput{SearchTerm: new("_")}), "_ stands for itself")
			require.Empty(t, list(template.ListInput{Status: new(template.Approved)}))
			require.Empty(t, list(template.ListInput{Kind: new(provider.SMS)}))
		})
		t.Run("OKPreview", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, order())
			in := contact.CreateInput{FirstName: "Grace", LastName: "Hopper"}
			person, err := contact.Create(b.ctx, d, in)
			require.NoError(t, err)
			shown, err := b.Preview(b.ctx, template.PreviewInput{ID: made.ID, ContactID: &person.ID, Parameters: map[string]string{"order": "99"}})
			require.NoError(t, err)
			require.Equal(t, "Hello Grace, order 99 has left.", shown.Body)
			_, err = b.Preview(b.ctx, template.PreviewInput{ID: made.ID, ContactID: new(uuid.New())})
			require.True(t, fault.Is(err, fault.NotFound), err)

			inUse := template.PreviewInput{ID: made.ID, InUse: new(true)}
			_, err = b.Preview(b.ctx, inUse)
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Body: new("New"), Parameters: []*template.Parameter{}})
			require.NoError(t, err)
			shown, err = b.Preview(b.ctx, inUse)
			require.NoError(t, err)
			require.Equal(t, "Hello Ada, order 17 has left.", shown.Body, "the draft is not sent")
		})
		t.Run("ErrPreviewTooLong", func(t *testing.T) {
			b := newBundle(t, d)
			preview := func(in template.CreateInput, value string) error {
				in.Name = "long_" + strings.ReplaceAll(uuid.NewString(), "-", "")
				in.Kind, in.Parameters = new(provider.Email), []*template.Parameter{{Name: "a", Example: "x"}}
				_, err := b.Preview(b.ctx, template.PreviewInput{ID: b.create(t, in).ID, Parameters: map[string]string{"a": value}})
				return err
			}
			in := template.CreateInput{Language: "en", Category: "Utility", Subject: new("a"), Body: "{{a}}"}
			require.Equal(t, []string{"parameters.a"}, fields(t, preview(in, strings.Repeat("x", 1025))), "as in a message")
			require.NoError(t, preview(in, strings.Repeat("x", 1024)))
			in.HTML = new(strings.Repeat("{{a}}", 20_000))
			require.NoError(t, preview(in, strings.Repeat("x", 20)))
			require.Equal(t, []string{"parameters"}, fields(t, preview(in, strings.Repeat(`"`, 1024))))
			in.HTML, in.Body = nil, strings.Repeat("{{a}}", 800)
			require.Equal(t, []string{"parameters"}, fields(t, preview(in, strings.Repeat("x", 1024))))
		})
		t.Run("OKMail", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, template.CreateInput{
				Name: "offer", Language: "en", Kind: new(provider.Email), Category: "Marketing", Subject: new("Offer for {{name}}"),
				Body:       "Hello {{name}}, {{unsubscribeUrl}}",
				HTML:       new(`<a href="{{link}}" title='{{name}}'>{{name}}</a><a href="{{unsubscribeUrl}}">End</a>`),
				Parameters: []*template.Parameter{{Name: "name", Example: "Ada"}, {Name: "link", Example: "https://example.com"}},
			})
			shown, err := b.Preview(b.ctx, template.PreviewInput{
				ID: made.ID, Parameters: map[string]string{"name": `<b>'"`, "link": "javascript:alert(1)"},
			})
			require.NoError(t, err)
			require.Equal(t, `Offer for <b>'"`, *shown.Subject)
			require.Contains(t, *shown.HTML, `<a href="#ZgotmplZ" title='&lt;b&gt;&#39;&#34;'>&lt;b&gt;&#39;&#34;</a>`)
			const link = "https://example.com/u/token"
			firm := b.Client.Firm.GetX(b.ctx, viewer.From(b.ctx).FirmID)
			require.Equal(t, `Hello <b>'", `+link+"\n\n-- \n"+firm.Name, shown.Body)
			require.True(t, strings.HasSuffix(*shown.HTML, `<a href="`+link+`">End</a><p>`+firm.Name+`</p>`), *shown.HTML)
		})
		t.Run("OKWhatsApp", func(t *testing.T) {
			b := newBundle(t, d)
			in := order()
			in.Kind, in.ChannelID = nil, &b.whatsApp
			in.Body = strings.ReplaceAll(in.Body, "firstName", "first_name")
			in.Parameters[0].Name = "first_name"
			made := b.create(t, in)
			submitted, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Submitted, submitted.Status)
			require.Equal(t, "1000", *submitted.ProviderID)
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Body: new("x")})
			require.True(t, fault.Is(err, fault.Conflict), err)

			decideAt := func(state provider.TemplateState, at time.Time) {
				require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
					return template.Decide(ctx, d, b.center, template.Decided{ChannelID: b.whatsApp, TemplateEvent: provider.TemplateEvent{
						Name: "order", Language: "en", State: state, Reason: "Because.", At: at,
					}})
				}))
			}
			decide := func(state provider.TemplateState) { decideAt(state, time.Time{}) }
			status := func() template.Status {
				got, err := b.Get(b.ctx, made.ID)
				require.NoError(t, err)
				return got.Status
			}
			usable := func() bool {
				found, err := template.Usable(b.ctx, d, []uuid.UUID{made.ID})
				require.NoError(t, err)
				return found[made.ID]
			}
			decide(provider.TemplateIsApproved)
			require.Equal(t, template.Approved, status())
			require.True(t, usable())
			decide(provider.TemplateIsPaused)
			decide(provider.TemplateIsPaused)
			require.Equal(t, template.Paused, status())
			require.False(t, usable())
			require.Equal(t, 1, b.Client.Notification.Query().CountX(b.ctx), "the second changes nothing")

			hour := time.Now().Truncate(time.Hour)
			decideAt(provider.TemplateIsApproved, hour)
			decideAt(provider.TemplateIsPaused, hour.Add(time.Minute))
			decideAt(provider.TemplateIsApproved, hour)
			require.Equal(t, template.Paused, status(), "the same hook came again, after a later one")
			decideAt(provider.TemplateIsApproved, hour.Add(time.Hour))
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("Shop")})
			require.NoError(t, err)
			require.True(t, usable())
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				return template.Refuse(ctx, d, b.center, made.ID, template.Refused{State: provider.TemplateIsDisabled, At: hour})
			}))
			require.True(t, usable(), "the refusal is older than the approval")
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				return template.Refuse(ctx, d, b.center, made.ID, template.Refused{State: provider.TemplateIsDisabled, At: hour.Add(time.Hour)})
			}))
			require.Equal(t, template.Draft, status())
			require.False(t, usable())
		})
		t.Run("OKSync", func(t *testing.T) {
			b := newBundle(t, d)
			in := order()
			in.Name, in.ChannelID, in.Kind = "approved_order", &b.whatsApp, nil
			in.Body, in.Parameters = "Order {{order}}", in.Parameters[1:]
			made := b.create(t, in)
			_, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			synced, err := b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
			require.NoError(t, err)
			require.Equal(t, template.Synced{}, *synced)
			require.NoError(t, b.Delete(b.ctx, made.ID))
			synced, err = b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
			require.NoError(t, err)
			require.Equal(t, template.Synced{Created: 1}, *synced)
			used, err := template.Named(b.ctx, d, []string{"approved_order"})
			require.NoError(t, err)
			require.Equal(t, []provider.Parameter{{Name: "order", Value: "3"}}, used[0].ForProvider(map[string]string{"order": "3"}).Body)
			_, err = b.Sync(b.ctx, template.SyncInput{ChannelID: uuid.New()})
			require.True(t, fault.Is(err, fault.NotFound), err)
		})

		t.Run("OKToldOfAnything", func(t *testing.T) {
			b := newBundle(t, d)
			for i, length := range []int{100, 440, 512} {
				in := order()
				in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = strings.Repeat("o", length), &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
				made := b.create(t, in)
				_, err := b.Submit(b.ctx, made.ID)
				require.NoError(t, err)
				for _, of := range []provider.TemplateEvent{
					{State: provider.TemplateIsRejected, Reason: "x\u2028y\x01" + strings.Repeat("é", 498)}, {State: provider.TemplateIsPaused},
				} {
					of.Name, of.Language = in.Name, in.Language
					require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
						return template.Decide(ctx, d, b.center, template.Decided{ChannelID: b.whatsApp, TemplateEvent: of})
					}), "%s %d", of.State, length)
				}
				require.Len(t, b.told(t), 2*(i+1))
			}
			require.Contains(t, strings.Join(b.told(t), "\n"), strings.Repeat("o", 99)+"… (en). Its reason: x y é")
		})

		t.Run("OKOvertaken", func(t *testing.T) {
			b := newBundle(t, d)
			decide := func(name string, state provider.TemplateState) func() {
				return func() {
					require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
						return template.Decide(ctx, d, b.center, template.Decided{ChannelID: b.whatsApp, TemplateEvent: provider.TemplateEvent{
							Name: name, Language: "en", State: state, At: time.Now(),
						}})
					}))
				}
			}
			made := map[string]uuid.UUID{}
			for name, state := range map[string]provider.TemplateState{
				"approved_order": provider.TemplateIsApproved, "rejected_order": provider.TemplateIsRejected,
			} {
				in := order()
				in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = name, &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
				made[name] = b.create(t, in).ID
				b.provider.decided = decide(name, state)
				submitted, err := b.Submit(b.ctx, made[name])
				require.NoError(t, err)
				require.Equal(t, template.Status(state), submitted.Status)
			}
			// A second version is rejected before it is stored. The first one stays in use.
			id := made["approved_order"]
			_, err := b.Update(b.ctx, template.UpdateInput{ID: id, Footer: new("Shop")})
			require.NoError(t, err)
			b.provider.decided = decide("approved_order", provider.TemplateIsRejected)
			submitted, err := b.Submit(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, template.Submitted, submitted.Status, "the provider says so when it is asked")
			usable, err := template.Usable(b.ctx, d, []uuid.UUID{id})
			require.NoError(t, err)
			require.True(t, usable[id])

			// A template is paused while the templates are read, as they were before.
			b.provider.decided, b.provider.listed = nil, decide("approved_second", provider.TemplateIsPaused)
			in := order()
			in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = "approved_second", &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
			second := b.create(t, in).ID
			_, err = b.Submit(b.ctx, second)
			require.NoError(t, err)
			_, err = b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
			require.NoError(t, err)
			got, err := b.Get(b.ctx, second)
			require.NoError(t, err)
			require.Equal(t, template.Paused, got.Status)
		})
		t.Run("OKRefusedLate", func(t *testing.T) {
			b := newBundle(t, d)
			in := order()
			in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = "approved_order", &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
			made := b.create(t, in)
			_, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			refuse := func(at time.Time) template.Status {
				require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
					return template.Refuse(ctx, d, b.center, made.ID, template.Refused{State: provider.TemplateIsPaused, At: at})
				}))
				got, err := b.Get(b.ctx, made.ID)
				require.NoError(t, err)
				return got.Status
			}
			require.Equal(t, template.Approved, refuse(time.Now().Add(-time.Hour)), "it was approved since")
			require.Equal(t, template.Paused, refuse(time.Now()))
			_, err = b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
			require.NoError(t, err)
			require.Equal(t, template.Approved, refuse(time.Now().Add(-time.Hour)), "so says the synchronization")
			require.Equal(t, template.Paused, refuse(time.Now()))
		})

		t.Run("OKSyncGone", func(t *testing.T) {
			b := newBundle(t, d)
			submitted := func(name string) uuid.UUID {
				in := order()
				in.Name, in.ChannelID, in.Kind = name, &b.whatsApp, nil
				in.Body, in.Parameters = "Order {{order}}", in.Parameters[1:]
				made := b.create(t, in)
				_, err := b.Submit(b.ctx, made.ID)
				require.NoError(t, err)
				return made.ID
			}
			stays, gone, draft := submitted("approved_a"), submitted("approved_b"), submitted("approved_c")
			_, err := b.Update(b.ctx, template.UpdateInput{ID: draft, Footer: new("Shop")})
			require.NoError(t, err)
			in := order() // It was never submitted.
			in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = "unknown", &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
			never := b.create(t, in).ID
			_, err = d.InFirm(b.ctx).Exec("UPDATE templates SET name = 'x' || name WHERE firm_id = $1 AND id IN ($2, $3)", gone, draft)
			require.NoError(t, err)
			for _, want := range []template.Synced{{Created: 2, Updated: 2}, {}} {
				synced, err := b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
				require.NoError(t, err)
				require.Equal(t, want, *synced)
			}
			for id, want := range map[uuid.UUID]template.Status{
				stays: template.Approved, gone: template.Disabled, draft: template.Draft, never: template.Draft,
			} {
				got, err := b.Get(b.ctx, id)
				require.NoError(t, err)
				require.Equal(t, want, got.Status, got.Name)
			}
			usable, err := template.Usable(b.ctx, d, []uuid.UUID{stays, gone, draft, never})
			require.NoError(t, err)
			require.Equal(t, map[uuid.UUID]bool{stays: true}, usable)
			require.Contains(t, b.told(t), "WhatsApp has disabled the template xapproved_b (en). Its reason: It was deleted at WhatsApp.")
		})
		t.Run("OKRejectedInUse", func(t *testing.T) {
			b := newBundle(t, d)
			in := order()
			in.Name, in.ChannelID, in.Kind = "approved_order", &b.whatsApp, nil
			in.Body, in.Parameters = "Order {{order}}", in.Parameters[1:]
			made := b.create(t, in)
			_, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			decide := func(state provider.TemplateState, status template.Status, usable bool) {
				t.Helper()
				require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
					return template.Decide(ctx, d, b.center, template.Decided{ChannelID: b.whatsApp, TemplateEvent: provider.TemplateEvent{
						Name: in.Name, Language: "en", State: state, Reason: "Because.",
					}})
				}))
				got, err := b.Get(b.ctx, made.ID)
				require.NoError(t, err)
				require.Equal(t, status, got.Status)
				found, err := template.Usable(b.ctx, d, []uuid.UUID{made.ID})
				require.NoError(t, err)
				require.Equal(t, usable, found[made.ID])
			}
			decide(provider.TemplateIsRejected, template.Rejected, false)
			require.Len(t, b.told(t), 1)
			decide(provider.TemplateIsApproved, template.Approved, true)
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("Shop")})
			require.NoError(t, err)
			decide(provider.TemplateIsRejected, template.Draft, false)
			decide(provider.TemplateIsApproved, template.Draft, true)
			_, err = b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			decide(provider.TemplateIsRejected, template.Rejected, true) // The version before stays in use.
		})

		t.Run("OKRejected", func(t *testing.T) {
			b := newBundle(t, d)
			in := order()
			in.Name, in.ChannelID, in.Kind = "rejected_order", &b.whatsApp, nil
			in.Body, in.Parameters = "Order {{order}}", in.Parameters[1:]
			made := b.create(t, in)
			submitted, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Rejected, submitted.Status)
			require.Equal(t, []string{"WhatsApp has rejected the template rejected_order (en)."}, b.told(t))

			_, err = d.InFirm(b.ctx).Exec("UPDATE templates SET status = 'Submitted' WHERE firm_id = $1 AND id = $2", made.ID)
			require.NoError(t, err)
			for range 2 { // The second one finds nothing new.
				_, err = b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
				require.NoError(t, err)
			}
			require.Len(t, b.told(t), 2)
			require.Contains(t, b.told(t), "WhatsApp has rejected the template rejected_order (en). Its reason: INVALID_FORMAT")
		})

		for name, c := range map[string]struct {
			change func(*template.CreateInput)
			fields []string
		}{
			"Name":    {func(in *template.CreateInput) { in.Name, in.Language = "Order", "english" }, []string{"name", "language"}},
			"Kind":    {func(in *template.CreateInput) { in.Kind = nil }, []string{"kind"}},
			"Channel": {func(in *template.CreateInput) { in.Kind, in.Body, in.Parameters = new(provider.WhatsApp), "x", nil }, []string{"channelId"}},
			"Example": {func(in *template.CreateInput) { in.Parameters = in.Parameters[1:] }, []string{"parameters"}},
			"Unused":  {func(in *template.CreateInput) { in.Body = "Order {{order}}" }, []string{"parameters[0].name"}},
			"Code":    {func(in *template.CreateInput) { in.Body = "{{if .x}}" }, []string{"body"}},
			"Mixed":   {func(in *template.CreateInput) { in.Body = "{{1}} {{order}}" }, []string{"parameters", "parameters[0].name", "body"}},
			"Mail":    {func(in *template.CreateInput) { in.Subject, in.HTML = new("x"), new("y") }, []string{"subject", "html"}},
			"Subject": {func(in *template.CreateInput) { in.Kind = new(provider.Email) }, []string{"subject"}},
			"Header":  {func(in *template.CreateInput) { in.Header = &template.Header{Type: "Image", Text: "http://x"} }, []string{"header.text"}},
			"ButtonURL": {func(in *template.CreateInput) {
				in.Buttons = []*template.Button{{Type: "Url", Text: "x", Value: "{{order}}"}}
			}, []string{"buttons[0].value"}},
			"SmsFooter": {func(in *template.CreateInput) { in.Kind, in.Footer = new(provider.SMS), new("x") }, []string{"footer"}},
			"Unsubscribe": {func(in *template.CreateInput) {
				in.Kind, in.Subject, in.Category = new(provider.Email), new("x"), "Marketing"
			}, []string{"body"}},
			"HTML": {func(in *template.CreateInput) {
				in.Kind, in.Subject, in.HTML = new(provider.Email), new("x"), new("<script>let x = `${ {{order}} }`</script><a href='{{order}}")
			}, []string{"html"}},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				in := order()
				c.change(&in)
				_, err := b.Create(b.ctx, in)
				require.ElementsMatch(t, c.fields, fields(t, err), err)
			})
		}
		t.Run("Twice", func(t *testing.T) {
			b := newBundle(t, d)
			b.create(t, order())
			_, err := b.Create(b.ctx, order())
			require.True(t, fault.Is(err, fault.Conflict), err)
			in := order()
			in.Kind = new(provider.SMS)
			b.create(t, in)
		})
	})
}
