package records_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

const contactPath = "/api/V1/Contact/"

// store stores a contact of a firm as an import does, and returns its id.
func store(t *testing.T, a *firmhubtest.App, firm string, in contact.CreateInput) uuid.UUID {
	t.Helper()
	parsed, faults := contact.ParseUnnamed(in)
	require.NoError(t, faults.Err())
	after := contact.NewStored(parsed, entity.Now())
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: uuid.MustParse(firm)})
	require.NoError(t, contact.Save(ctx, a.DB, []contact.Change{{After: after}}, func() {}))
	return after.ID
}

// someContact draws what a row of an import may say.
func someContact(t *rapid.T) contact.CreateInput {
	name := func(label string) string {
		return rapid.SampledFrom([]string{"", "Ana", "D'Ávila", "王", "=1+1", "Ltda. & Cia"}).Draw(t, label)
	}
	kind := func() *int {
		return rapid.SampledFrom([]*int{nil, new(0), new(1), new(2), new(3), new(99)}).Draw(t, "type")
	}
	in := contact.CreateInput{
		FirstName: name("first"), LastName: name("last"),
		Gender:   rapid.SampledFrom([]*entcontact.Gender{nil, new(entcontact.GenderFemale), new(entcontact.GenderOther)}).Draw(t, "gender"),
		IsActive: rapid.SampledFrom([]*bool{nil, new(false)}).Draw(t, "active"), ProfilePic: nil,
		Tags: rapid.SliceOfDistinct(rapid.SampledFrom([]string{"VIP", "a;b", "São Paulo, SP"}), rapid.ID[string]).Draw(t, "tags"),
	}
	if rapid.Bool().Draw(t, "pic") {
		in.ProfilePic = new("https://files.example.com/a.png")
	}
	numbers := []contact.PhoneInput{
		{Phone: "(11) 98765-4321", PhoneCC: "+55"},
		{Phone: "+55 (11) 8765-4321"},
		{Phone: "0044 20 7946 0000"},
		{Phone: "+1 (212) 555-0100", PhoneCC: "+1"},
		{Phone: "011 15 2345-6789", PhoneCC: "+54"},
		{Phone: "+52 1 55 1234 5678"},
	}
	for range rapid.IntRange(0, 3).Draw(t, "phones") {
		phone := rapid.SampledFrom(numbers).Draw(t, "phone")
		phone.Type = kind()
		in.Phones = append(in.Phones, phone)
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "emails") {
		in.Emails = append(in.Emails, contact.EmailInput{Email: fmt.Sprintf("A%d@Mail.example", i), Type: kind()})
	}
	for range rapid.IntRange(0, 2).Draw(t, "addresses") {
		in.Addresses = append(in.Addresses, contact.AddressInput{
			Type: kind(), PostalAddress: contact.PostalAddress{Line1: rapid.SampledFrom([]string{"", "Rua A, 1"}).Draw(t, "line")},
		})
	}
	if in.FirstName+in.LastName == "" && len(in.Phones)+len(in.Emails) == 0 {
		in.LastName = "Only"
	}
	return in
}

// The result of get can be sent back, and changes nothing, whatever an import has stored.
func TestUpdateContact_asRead(t *testing.T) {
	t.Parallel()
	fragment, err := os.ReadFile("../../../rest/operations/contact/Contact.fragment.graphql")
	require.NoError(t, err)
	query := string(fragment) + `query ($id: ID!) { contact(id: $id) { ...Contact } }`
	mutation := string(fragment) + `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { ...Contact } }`
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Acme", "owner@acme.example")
		firm := owner.Firms[0].FirmID
		asRead := func(id uuid.UUID) {
			read := a.REST(http.MethodGet, contactPath+"get/"+id.String(), owner.Token, nil)
			require.Equal(t, http.StatusOK, read.Status, "%s", read.Body)
			updated := a.REST(http.MethodPut, contactPath+"update", owner.Token, string(read.Data))
			require.Equal(t, http.StatusOK, updated.Status, "%s: %s", read.Data, updated.Body)
			require.JSONEq(t, string(read.Data), string(updated.Data))

			var got struct{ Contact json.RawMessage }
			a.GraphQL(owner.Token, query, map[string]any{"id": id}).Into(t, &got)
			answer := a.GraphQL(owner.Token, mutation, map[string]any{"input": got.Contact})
			require.Empty(t, answer.Errors, "%s: %s", got.Contact, answer.Body)
			var changed struct{ UpdateContact json.RawMessage }
			answer.Into(t, &changed)
			require.JSONEq(t, string(got.Contact), string(changed.UpdateContact))
		}
		rapid.Check(t, func(rt *rapid.T) { asRead(store(t, a, firm, someContact(rt))) })

		t.Run("OK a number that is valid no more", func(t *testing.T) {
			id := store(t, a, firm, contact.CreateInput{FirstName: "A", Phones: []contact.PhoneInput{{Phone: "+55 11 98765-4321"}}})
			_, err := dbtest.SQL(context.Background(), a.DB).Exec(`UPDATE contact_phones SET phone = '+55 11 1', e164 = '+55111', match_key = '+55111'
				WHERE contact_id = $1`, id)
			require.NoError(t, err)
			asRead(id)
		})
		t.Run("OK identities", func(t *testing.T) {
			id := store(t, a, firm, contact.CreateInput{FirstName: "A"})
			ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: uuid.MustParse(firm)})
			for _, user := range []string{"BR.2", "BR.1"} {
				require.NoError(t, contact.PutIdentities(ctx, a.DB, []contact.Identity{{UserID: user, ContactID: id}}))
			}
			asRead(id)
			want := `[{"kind": "WhatsAppUser", "value": "BR.1"}, {"kind": "WhatsAppUser", "value": "BR.2"}]`
			var read struct {
				Items []struct {
					ID         uuid.UUID
					Identities json.RawMessage
				}
			}
			a.REST(http.MethodPost, contactPath+"getall", owner.Token, map[string]any{}).Into(t, &read)
			for _, one := range read.Items {
				if one.ID == id {
					require.JSONEq(t, want, string(one.Identities))
				} else {
					require.JSONEq(t, `[]`, string(one.Identities))
				}
			}
			var page struct {
				Contacts struct {
					Edges []struct {
						Node struct{ Identities json.RawMessage }
					}
				}
			}
			a.GraphQL(owner.Token, `{ contacts(first: 1) { edges { node { identities { kind value } } } } }`, nil).Into(t, &page)
			require.JSONEq(t, want, string(page.Contacts.Edges[0].Node.Identities))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			id := store(t, a, firm, contact.CreateInput{LastName: "Souza", Emails: []contact.EmailInput{{Email: "a@mail.example"}}})
			update := func(body map[string]any) *firmhubtest.Answer {
				body["id"] = id
				return a.REST(http.MethodPut, contactPath+"update", owner.Token, body)
			}
			require.Equal(t, []string{"lastName"}, update(map[string]any{"firstName": " ", "lastName": " "}).Fields())
			require.Equal(t, []string{"firstName"}, update(map[string]any{"firstName": nil}).Fields())
			nameless := store(t, a, firm, contact.CreateInput{Emails: []contact.EmailInput{{Email: "b@mail.example"}}})
			answer := a.REST(http.MethodPut, contactPath+"update", owner.Token, map[string]any{"id": nameless, "emails": []any{}})
			require.Equal(t, []string{"firstName"}, answer.Fields(), "%s", answer.Body)
			create := a.REST(http.MethodPost, contactPath+"create", owner.Token, map[string]any{"firstName": "", "lastName": "A"})
			require.Equal(t, []string{"firstName"}, create.Fields())
		})
	})
}
