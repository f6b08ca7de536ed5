package export_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// A deleted contact is in the result of no query. Beside it there is a live one, equal in all that
// queries ask for, so that each of them finds just that one.
func TestSoftDelete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		ana := contact.CreateInput{
			FirstName: "Ana", LastName: "Silva", Phones: []contact.PhoneInput{{Phone: "+55 11 98765-4321"}},
			Emails: []contact.EmailInput{{Email: "ana@mail.example"}},
		}
		ana.Addresses = []contact.AddressInput{{PostalAddress: contact.PostalAddress{City: "Porto"}}}
		ana.Tags = []string{"vip"}
		alone := ana
		alone.Tags = []string{"vip", "of the deleted"}
		alone.Phones = append(alone.Phones, contact.PhoneInput{Phone: "+351 212 345 678"})
		made, err := contact.CreateMany(ctx, d, []contact.CreateInput{alone, ana})
		require.NoError(t, err)
		gone, live := made[0].ID, made[1].ID
		require.NoError(t, contact.Delete(ctx, d, gone))
		all := page.Selection{Edges: map[string]page.Selection{
			entcontact.EdgePhones: {}, entcontact.EdgeEmails: {}, entcontact.EdgeAddresses: {}, entcontact.EdgeTags: {},
		}}
		only := func(t *testing.T, contacts []*ent.Contact) {
			t.Helper()
			require.Len(t, contacts, 1)
			require.Equal(t, live, contacts[0].ID)
		}
		one := func(t *testing.T, total int, err error) {
			t.Helper()
			require.NoError(t, err)
			require.Equal(t, 1, total)
		}

		t.Run("get", func(t *testing.T) {
			_, err := contact.Get(ctx, d, gone, all)
			require.True(t, fault.Is(err, fault.NotFound))
		})

		t.Run("list", func(t *testing.T) {
			for _, in := range []query.ListInput{
				{}, {SearchTerm: "ana"}, {SearchTerm: "an"}, {SearchTerm: "98765"}, {Tags: []string{"VIP"}}, {Tags: []string{"vip"}, SearchTerm: "ana"},
			} {
				for _, order := range []string{"", "firstName", "lastName", "createdAt", "updatedAt"} {
					for _, descending := range []bool{false, true} {
						in.SortBy, in.SortDesc = order, descending
						listed, err := query.List(ctx, d, in, all)
						require.NoError(t, err)
						items, err := listed.Items(ctx)
						require.NoError(t, err)
						only(t, items)
					}
				}
				listed, err := query.List(ctx, d, in, all)
				require.NoError(t, err)
				total, err := listed.TotalCount(ctx)
				one(t, total, err)
			}
			for _, in := range []query.ListInput{{Tags: []string{"of the deleted"}}, {SearchTerm: "212345678"}} {
				listed, err := query.List(ctx, d, in, all)
				require.NoError(t, err)
				items, err := listed.Items(ctx)
				require.NoError(t, err)
				require.Empty(t, items)
				total, err := listed.TotalCount(ctx)
				require.NoError(t, err)
				require.Zero(t, total)
			}
		})

		t.Run("search", func(t *testing.T) {
			for _, mode := range []*query.SearchMode{nil, new(query.Messaging)} {
				for _, term := range []string{"98765", "55", ""} {
					listed, err := query.Search(ctx, d, query.SearchInput{SearchTerm: term, Mode: mode}, all)
					require.NoError(t, err)
					items, err := listed.Items(ctx)
					require.NoError(t, err)
					only(t, items)
					total, err := listed.TotalCount(ctx)
					one(t, total, err)
				}
				listed, err := query.Search(ctx, d, query.SearchInput{SearchTerm: "212 345 678", Mode: mode}, all)
				require.NoError(t, err)
				items, err := listed.Items(ctx)
				require.NoError(t, err)
				require.Empty(t, items)
			}
		})

		t.Run("connection", func(t *testing.T) {
			for _, filter := range []*query.FilterInput{
				nil, {SearchTerm: "silva"}, {Tags: []string{"vip"}}, {IsActive: new(true)}, {SearchTerm: "ana", Tags: []string{"vip"}, IsActive: new(true)},
			} {
				for _, by := range []query.OrderField{query.ByCreatedAt, query.ByUpdatedAt, query.ByFirstName, query.ByLastName} {
					connection, err := query.Connect(ctx, d, query.ConnectionInput{Filter: filter, OrderBy: &query.Order{Direction: "ASC", Field: by}}, all)
					require.NoError(t, err)
					edges, err := connection.Edges(ctx)
					require.NoError(t, err)
					require.Len(t, edges, 1)
					require.Equal(t, live, edges[0].Node.ID)
					info, err := connection.PageInfo(ctx)
					require.NoError(t, err)
					next, err := info.HasNextPage(ctx)
					require.NoError(t, err)
					require.False(t, next)
					total, err := connection.TotalCount(ctx)
					one(t, total, err)
				}
			}
			// A cursor at the deleted contact is still a position, but nothing is there.
			connection, err := query.Connect(ctx, d, query.ConnectionInput{}, all)
			require.NoError(t, err)
			edges, err := connection.Edges(ctx)
			require.NoError(t, err)
			before := edges[0].Cursor
			before.ID, before.Value = gone, made[0].CreatedAt
			in := query.ConnectionInput{}
			in.After = &before
			connection, err = query.Connect(ctx, d, in, all)
			require.NoError(t, err)
			edges, err = connection.Edges(ctx)
			require.NoError(t, err)
			require.Empty(t, edges)
		})

		t.Run("tags", func(t *testing.T) {
			names, err := tags.Names(ctx, d, "", nil)
			require.NoError(t, err)
			require.Equal(t, []string{"vip"}, names)
			listed, err := tags.List(ctx, d, tags.PageInput{})
			require.NoError(t, err)
			counted, err := listed.Items(ctx)
			require.NoError(t, err)
			require.Len(t, counted, 1)
			require.Equal(t, 1, counted[0].ContactCount)
		})

		t.Run("export", func(t *testing.T) {
			for _, in := range []query.ListInput{{}, {SearchTerm: "ana"}, {Tags: []string{"vip"}}} {
				text, _ := exported(ctx, t, d, stream.CSV, in)
				columns, rows := records(t, text)
				require.Len(t, rows, 1)
				require.Equal(t, live.String(), rows[0]["id"])
				require.NotContains(t, columns, "phone2")
			}
		})

		t.Run("edges", func(t *testing.T) {
			c := d.Client
			of := entcontact.ID(gone)
			for name, count := range map[string]func(context.Context) (int, error){
				"tag.HasContacts":         c.Tag.Query().Where(tag.HasContactsWith(entcontact.FirstName("Ana"))).Count,
				"tag.HasContactTags":      c.Tag.Query().Where(tag.HasContactTags()).Count,
				"tag.HasContactTagsWith":  c.Tag.Query().Where(tag.HasContactTagsWith(contacttag.HasContact())).Count,
				"tag.QueryContacts":       c.Tag.Query().QueryContacts().Count,
				"tag.QueryContactTags":    c.Tag.Query().QueryContactTags().Count,
				"link":                    c.ContactTag.Query().Count,
				"link.HasContact":         c.ContactTag.Query().Where(contacttag.HasContact()).Count,
				"link.QueryContact":       c.ContactTag.Query().QueryContact().Count,
				"phone.HasContact":        c.ContactPhone.Query().Where(contactphone.HasContact()).Count,
				"email.HasContact":        c.ContactEmail.Query().Where(contactemail.HasContact()).Count,
				"address.HasContact":      c.ContactAddress.Query().Where(contactaddress.HasContact()).Count,
				"contact.HasTagsWith":     c.Contact.Query().Where(entcontact.HasTagsWith(tag.NameKey("vip"))).Count,
				"contact.HasTags":         c.Contact.Query().Where(entcontact.HasTags()).Count,
				"contact.HasContactTags":  c.Contact.Query().Where(entcontact.HasContactTags()).Count,
				"contact.HasPhonesWith":   c.Contact.Query().Where(entcontact.HasPhonesWith(contactphone.PhoneCc("+55"))).Count,
				"contact.HasEmails":       c.Contact.Query().Where(entcontact.HasEmails()).Count,
				"contact.HasAddresses":    c.Contact.Query().Where(entcontact.HasAddresses()).Count,
				"contact.Tags of phones":  c.ContactPhone.Query().QueryContact().QueryTags().Count,
				"contact.QueryPhones":     c.Contact.Query().QueryPhones().Count,
				"contact.QueryEmails":     c.Contact.Query().QueryEmails().Count,
				"contact.QueryAddresses":  c.Contact.Query().QueryAddresses().Count,
				"contact.QueryTags":       c.Contact.Query().QueryTags().Count,
				"contact.QueryContactTag": c.Contact.Query().QueryContactTags().Count,
			} {
				total, err := count(ctx)
				require.NoError(t, err, name)
				require.Equal(t, 1, total, name)
			}
			for name, exist := range map[string]func(context.Context) (bool, error){
				"tag":     c.Tag.Query().Where(tag.HasContactsWith(of)).Exist,
				"link":    c.ContactTag.Query().Where(contacttag.HasContactWith(of)).Exist,
				"phone":   c.ContactPhone.Query().Where(contactphone.HasContactWith(of)).Exist,
				"email":   c.ContactEmail.Query().Where(contactemail.HasContactWith(of)).Exist,
				"address": c.ContactAddress.Query().Where(contactaddress.HasContactWith(of)).Exist,
				"contact": c.Contact.Query().Where(of).Exist,
			} {
				exists, err := exist(ctx)
				require.NoError(t, err, name)
				require.False(t, exists, name)
			}
			all, err := c.Tag.Query().WithContacts().WithContactTags().All(ctx)
			require.NoError(t, err)
			for _, found := range all {
				for _, contact := range found.Edges.Contacts {
					require.Equal(t, live, contact.ID)
				}
				for _, link := range found.Edges.ContactTags {
					require.Equal(t, live, link.ContactID)
				}
			}
		})
	})
}
