package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// Types are numbers or words, of which the unknown ones are no reason to reject a row.
func TestImport_Types(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, strings.Join([]string{
			"Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,City,Address 1 - Type",
			"Ana,Souza,* Work,ana@example.com,Mobile,+55 11 98765-4321,Rio,Billing",
			"Bo,Li,Pessoal,bo@example.com,* Trabalho,+55 11 98765-4322,Rio,Casa",
			"Cy,Po,Otro,cy@example.com,Móvil,+55 11 98765-4323,Rio,Escritório",
			"Di,Xu,,di@example.com,Grand Central 2,+55 11 98765-4324,Rio,?",
			"Ed,Um,99,ed@example.com,0,+55 11 98765-4325,Rio,42",
			"Fi,Zu,100,fi@example.com,-1,+55 11 98765-4326,Rio,99999999999999999999",
			"Gi,Yo,1.5,gi@example.com,,,,",
		}, "\n"), importer.Input{InvalidCells: new(importer.RejectRows)})
		require.Equal(t, [5]int{7, 5, 0, 0, 2}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{
			"Ana Souza +5511987654321*/1 ana@example.com*/2 [, Rio, ]",
			"Bo Li +5511987654322*/2 bo@example.com*/1 [, Rio, ]",
			"Cy Po +5511987654323*/1 cy@example.com*/0 [, Rio, ]",
			"Di Xu +5511987654324*/0 di@example.com*/0 [, Rio, ]",
			"Ed Um +5511987654325*/0 ed@example.com*/99 [, Rio, ]",
		}, b.contacts(t))
		var types []int
		for _, a := range b.Client.ContactAddress.Query().Order(ent.Asc(contactaddress.FieldContactID)).AllX(b.ctx) {
			types = append(types, a.Type)
		}
		require.Equal(t, []int{3, 1, 2, 0, 42}, types)
		require.Equal(t, []string{
			"7 Fi,Zu,100,fi@example.com,-1,+55 11 98765-4326,Rio,99999999999999999999: E-mail 1 - Type: must be from 0 to 99; " +
				"Phone 1 - Type: must be from 0 to 99; Address 1 - Type: must be from 0 to 99",
			"8 Gi,Yo,1.5,gi@example.com: E-mail 1 - Type: must be a whole number or a word",
		}, b.rejects(t, done.ID))
	})
}

// The columns of Google Contacts have several values in a cell.
func TestImport_Google(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, strings.Join([]string{
			"First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value," +
				"Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Country,Address 2 - City",
			"Ana,Souza,* myContacts ::: Friends,* Home,ana@example.com ::: a@example.com,Mobile,+55 11 98765-4321 ::: (11) 98765-4322," +
				"Work,+44 20 7946 0000,Home,Rua 1,Rio,Brazil,Lima",
			"Bo,Li,,,bo@example.com ::: nobody,,::: 12 ::: +55 11 98765-4323,1.5, ::: ,,,,,",
		}, "\n"), importer.Input{DefaultPhoneCC: "+55", InvalidCells: new(importer.RejectRows)})
		require.Equal(t, [5]int{2, 1, 0, 0, 1}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{
			"Ana Souza +5511987654321*/1 +5511987654322/1 +442079460000/2 ana@example.com*/1 a@example.com/1 [Rua 1, Rio, Brazil] [, Lima, ] " +
				"#Friends",
		}, b.contacts(t))
		require.Equal(t, []string{
			"3 Bo,Li,,,bo@example.com ::: nobody,,::: 12 ::: +55 11 98765-4323,1.5, ::: : " +
				"E-mail 1 - Value: nobody must be an e-mail address; Phone 1 - Value: 12 is not a phone number of +55",
		}, b.rejects(t, done.ID))
	})
}
