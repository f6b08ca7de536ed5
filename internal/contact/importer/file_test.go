package importer_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/contact/importer"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func wide(text string) string {
	var s strings.Builder
	for _, unit := range utf16.Encode([]rune("\uFEFF" + text)) {
		s.WriteByte(byte(unit))
		s.WriteByte(byte(unit >> 8))
	}
	return s.String()
}

func TestImport_Files(t *testing.T) {
	t.Parallel()
	const people = "First name,Last name,phones[0].phone,E-mail 1 - Value\nJosé,Peña,+5511987654321,j@example.com\n"
	expected := []string{"José Peña +5511987654321*/0 j@example.com*/0"}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, content := range map[string]string{
			"plain": people, "mark": "\uFEFF" + people, "UTF-16": wide(people),
			"Windows-1252": strings.NewReplacer("é", "\xe9", "ñ", "\xf1").Replace(people),
			"semicolons":   strings.ReplaceAll(people, ",", ";"), "tabs": strings.ReplaceAll(people, ",", "\t"),
			"Windows": strings.ReplaceAll(people, "\n", "\r\n"), "old Mac": strings.ReplaceAll(people, "\n", "\r"),
			"formula": strings.ReplaceAll(people, "+5511", "'+55 (11) "), "no line break at the end": strings.TrimSpace(people),
		} {
			b := setup(t, d)
			done := b.run(t, content, importer.Input{})
			require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s: %s %v", name, done.Error, b.rejects(t, done.ID))
			require.Equal(t, expected, b.contacts(t), name)
			b.stop()
		}
	})
}

// What can't be imported ends with a reason, and changes nothing.
func TestImport_Fails(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(i*i>>3 ^ i)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for name, c := range map[string]struct {
			content, reason string
			mapping         map[string]string
		}{
			"empty":       {content: "", reason: "The file is empty."},
			"blank":       {content: "\n\n ,\n", reason: "header"},
			"binary":      {content: "PK\x03\x04" + string(noise), reason: ""},
			"no header":   {content: "Ana,Souza,+5511987654321\n", reason: "The file has no column phone or email"},
			"NUL":         {content: "a\x00b,c\n1,2\n", reason: ""},
			"columns":     {content: strings.Repeat("phone,", 2000) + "\n", reason: "columns"},
			"only a name": {content: "firstName\nAna\n", reason: "The file has no column phone or email"},
			"mapping":     {content: "phone\n", mapping: map[string]string{"Celular": "phone"}, reason: `The file has no column "Celular"`},
			"mapping by case": {
				content: "phone,Contact\n", mapping: map[string]string{"contact": "city", "CONTACT": "line1"},
				reason: `The mapping must name the column "Contact" once. It has: "CONTACT", "contact".`,
			},
			"mapping beside the exact name": {
				content: "phone,Contact\n", mapping: map[string]string{"Contact": "city", "CONTACT": "line1"},
				reason: `The file has no column "CONTACT"`,
			},
			"all left out": {content: "phone\n+5511987654321\n", mapping: map[string]string{"phone": ""}, reason: "no column"},
		} {
			done := b.run(t, c.content, importer.Input{Mapping: c.mapping})
			require.Equal(t, contactimport.StatusFailed, done.Status, name)
			require.Contains(t, done.Error, c.reason, name)
			require.NotEmpty(t, done.Error, name)
			require.Empty(t, b.contacts(t), name)
		}
		queued := b.queue(t, "phone\n", importer.Input{})
		require.NoError(t, b.files.Delete(b.ctx, queued.FileID))
	})
}

func TestImport_Mapping(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "A;B;Name;Phone;Código;extra;extra\nAna;Souza;x;98765-4321;0055;+442079460000;tag\n", importer.Input{
			Mapping: map[string]string{"a": "firstName", "B": "last name", "Phone": "", "CÓDIGO": "", "Extra": "phone"},
		})
		require.Equal(t, [5]int{1, 0, 0, 0, 1}, counts(done), done.Error)
		require.Equal(t, []string{
			"2 Ana,Souza,x,98765-4321,0055,+442079460000,tag: extra: must be a phone number: digits, spaces and ( ) - . / only, " +
				"and a + before a country calling code; extra (phoneCC): is required unless phone begins with + and the country calling code",
		}, b.rejects(t, done.ID))
		done = b.run(t, "A;B;Phone 2;Code;Phone;Phone 2 CC\nAna;Souza;20 7946 0000;55;11 98765-4321;44\n", importer.Input{
			Mapping: map[string]string{"a": "firstName", "B": "last name", "Code": "phoneCC"},
		})
		require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{"Ana Souza +5511987654321*/0 +442079460000/0"}, b.contacts(t))
	})
}

// Columns that differ by case are told apart by their exact names.
func TestImport_MappingByCase(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for i, mapping := range []map[string]string{
			{"Tel": "city", "TEL": "line1"},
			{"Tel": "city", "tel": "line1"}, // tel is the other column
			{"TEL": "line1"},                // Tel is a phone by itself
			{"tel": "city"},                 // both, of which the first counts
		} {
			content := fmt.Sprintf("firstName,lastName,email,Tel,TEL\nAna,Souza,a%d@example.com,+55 11 98765-4321,Rua 1\n", i)
			done := b.run(t, content, importer.Input{Mapping: mapping})
			require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		}
		require.Equal(t, []string{
			"Ana Souza a0@example.com*/0 [Rua 1, +55 11 98765-4321, ]",
			"Ana Souza a1@example.com*/0 [Rua 1, +55 11 98765-4321, ]",
			"Ana Souza +5511987654321*/0 a2@example.com*/0 [Rua 1, , ]",
			"Ana Souza a3@example.com*/0 [, +55 11 98765-4321, ]",
		}, b.contacts(t))
	})
}

// The mapping comes before names that say the same in another way.
func TestImport_MappingFirst(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "firstName,lastName,City1,Stadt,addresses[0].line1,Straße,phone,phones[0].phoneCC,Code,phone1Type,Art,email\n"+
			"Ana,Souza,wrong,right,wrong,Rua 1,11 98765-4321,44,55,1,3,a@example.com\n", importer.Input{
			Mapping: map[string]string{"Stadt": "city", "Straße": "line1", "Code": "phoneCC", "Art": "phoneType"},
		})
		require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{"Ana Souza +5511987654321*/3 a@example.com*/0 [Rua 1, right, ]"}, b.contacts(t))
	})
}

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
		}, "\n"), importer.Input{})
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
			"7 Fi,Zu,100,fi@example.com,-1,+55 11 98765-4326,Rio,99999999999999999999: Phone 1 - Type: must be from 0 to 99; " +
				"E-mail 1 - Type: must be from 0 to 99; Address 1 - Type: must be from 0 to 99",
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
		}, "\n"), importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, [5]int{2, 1, 0, 0, 1}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{
			"Ana Souza +5511987654321*/1 +5511987654322/1 +442079460000/2 ana@example.com*/1 a@example.com/1 [Rua 1, Rio, Brazil] " +
				"#* myContacts #Friends",
		}, b.contacts(t))
		require.Equal(t, []string{
			"3 Bo,Li,,,bo@example.com ::: nobody,,::: 12 ::: +55 11 98765-4323,1.5, ::: : " +
				"Phone 1 - Value: is not a phone number of +55; E-mail 1 - Value: must be an e-mail address",
		}, b.rejects(t, done.ID))
	})
}

// Broken rows are rejected, and the others are imported.
func TestImport_BrokenRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "firstName,lastName,email\nAna,Souza,\"a\nBo,Li,b@example.com\nCy,Po,c@example.com,more\n"+
			"Di\u0007,Xu,d@example.com\nEd,"+strings.Repeat("x", 10<<20)+",e@example.com\nFi,Um,f@example.com", importer.Input{})
		require.Equal(t, [5]int{6, 2, 0, 0, 4}, counts(done), "%s", b.contacts(t))
		require.Equal(t, []string{"Bo Li b@example.com*/0", "Fi Um f@example.com*/0"}, b.contacts(t))
		rejects := b.rejects(t, done.ID)
		require.Contains(t, rejects[0], "2 Ana,Souza,")
		require.Contains(t, rejects[1], "The row: has 4 cells")
		require.Equal(t, "5 Di\u0007,Xu,d@example.com: firstName: must not hold control characters", rejects[2])

		done = b.run(t, "firstName,lastName,email,notes\nGi\x00,Zu,g@example.com,\nHu,Yo,h@example.com,\x00\n", importer.Input{})
		require.Equal(t, [5]int{2, 1, 0, 0, 1}, counts(done), done.Error)
		require.Equal(t, []string{"2 Gi\uFFFD,Zu,g@example.com: firstName: must not hold control characters"}, b.rejects(t, done.ID))
	})
}

// Nothing within a quoted cell that is too long is imported, and the rows are counted as they are read.
func TestImport_LongCell(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "firstName,lastName,notes,email\nBia,Two,\""+strings.Repeat("Ghost,Inside,x,g@example.com\n", 40_000)+
			"\",two@example.com\nAna,\"Souza,,ana@example.com\nCy,Po,,c@example.com\n", importer.Input{})
		require.Equal(t, 3, done.TotalRows)
		require.Equal(t, [5]int{3, 1, 0, 0, 2}, counts(done), done.Error)
		require.Equal(t, []string{"Cy Po c@example.com*/0"}, b.contacts(t))
		rejects := b.rejects(t, done.ID)
		require.Contains(t, rejects[0], "2 Bia,Two,Ghost,")
		require.Contains(t, rejects[0], ": The row: is longer than 1024 KiB (the row is cut here; take it from the file)")
		require.Contains(t, rejects[1], "3 Ana,\"Souza,,ana@example.com: lastName: has an opening quotation mark that is never closed")
	})
}

func TestQueue(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		queued := b.queue(t, "phone\n", importer.Input{Tags: []string{"a"}, DryRun: new(true)})
		require.Equal(t, contactimport.StatusQueued, queued.Status)
		require.NotZero(t, queued.JobID)
		require.Equal(t, "contacts.csv", queued.FileName)
		require.True(t, queued.DryRun)
		entry := b.Client.AuditEntry.Query().Where(auditentry.Action("contactimport.queue")).OnlyX(b.ctx)
		require.Equal(t, queued.ID, *entry.TargetID)

		_, err := b.importer.Queue(b.ctx, importer.Input{FileID: uuid.New()})
		require.True(t, fault.Is(err, fault.NotFound), err)
		other := setupIn(t, d, t.TempDir())
		_, err = b.importer.Queue(other.ctx, importer.Input{FileID: queued.FileID})
		require.True(t, fault.Is(err, fault.NotFound), "another firm's: %v", err)
		stranger := viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.User, FirmID: b.firm.ID, UserID: uuid.New(), RoleID: uuid.New()})
		_, err = b.importer.Queue(stranger, importer.Input{FileID: queued.FileID})
		require.Error(t, err)
		require.Equal(t, 1, b.Client.ContactImport.Query().CountX(b.ctx))
	})
}

func TestInput_Validate(t *testing.T) {
	t.Parallel()
	many := make([]string, 51)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	in := importer.Input{
		Tags: many, DefaultPhoneCC: "55x", Mapping: map[string]string{"a": "phone", "b": "phone", "c": "city", "d": "City", "e": "pone"},
	}
	var fields []string
	for _, f := range in.Validate() {
		fields = append(fields, f.Field)
	}
	require.Equal(t, []string{"tags", "defaultPhoneCC", "mapping.d", "mapping.e"}, fields)
	for first, second := range map[string]string{
		"city": "city1", "addresses[0].city": "Town", "phoneCC": "phoneCC1", "phones[1].type": "phone2Type", "emailType": "E-mail 1 - Type",
	} {
		faults := (&importer.Input{Mapping: map[string]string{"a": first, "b": second}}).Validate()
		require.Len(t, faults, 1, first)
		require.Equal(t, "mapping.b", faults[0].Field)
	}
	require.Empty(t, (&importer.Input{Mapping: map[string]string{
		"a": "phone", "b": "phone", "c": "phoneCC", "d": "phone2CC", "e": "email1", "f": "email", "g": "tags", "h": "tags1", "i": "", "j": "",
	}}).Validate())
	require.Len(t, (&importer.Input{Mapping: map[string]string{"a": "city2", "b": "addresses[1].city"}}).Validate(), 2)
	for column, name := range map[string]string{strings.Repeat("é", 201): "", "a": "phone" + strings.Repeat("-", 200)} {
		faults := (&importer.Input{Mapping: map[string]string{column: name}}).Validate()
		require.Len(t, faults, 1)
		require.Equal(t, "mapping", faults[0].Field)
	}
	require.Empty(t, (&importer.Input{DefaultPhoneCC: " +55 ", Tags: []string{"x"}}).Validate())
}
