package importer_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
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
			"empty":     {content: "", reason: "The file is empty."},
			"blank":     {content: "\n\n ,\n", reason: "header"},
			"binary":    {content: "PK\x03\x04" + string(noise), reason: ""},
			"no header": {content: "Ana,Souza,+5511987654321\n", reason: "The file has no column of a name, a phone or an email"},
			"NUL":       {content: "a\x00b,c\n1,2\n", reason: ""},
			"columns":   {content: strings.Repeat("phone,", 2000) + "\n", reason: "columns"},
			"mapping":   {content: "phone\n", mapping: map[string]string{"Celular": "phone"}, reason: `The file has no column "Celular"`},
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

// Broken rows are rejected, and the others are imported.
func TestImport_BrokenRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "firstName,lastName,email\nAna,Souza,\"a\nBo,Li,b@example.com\nCy,Po,c@example.com,more\n"+
			"Di\u0007,Xu,d@example.com\nEd,"+strings.Repeat("x", 10<<20)+",e@example.com\nFi,Um,f@example.com", importer.Input{InvalidCells: new(importer.RejectRows)})
		require.Equal(t, [5]int{6, 2, 0, 0, 4}, counts(done), "%s", b.contacts(t))
		require.Equal(t, []string{"Bo Li b@example.com*/0", "Fi Um f@example.com*/0"}, b.contacts(t))
		rejects := b.rejects(t, done.ID)
		require.Contains(t, rejects[0], "2 Ana,Souza,")
		require.Contains(t, rejects[1], "The row: has 4 cells")
		require.Equal(t, "5 Di\u0007,Xu,d@example.com: firstName: must not hold control characters", rejects[2])

		done = b.run(t, "firstName,lastName,email,notes\nGi\x00,Zu,g@example.com,\nHu,Yo,h@example.com,\x00\n",
			importer.Input{InvalidCells: new(importer.RejectRows)})
		require.Equal(t, [5]int{2, 1, 0, 0, 1}, counts(done), done.Error)
		require.Equal(t, []string{"2 Gi\uFFFD,Zu,g@example.com: firstName: must not hold control characters"}, b.rejects(t, done.ID))
	})
}

// Nothing within a quoted cell that is too long is imported, and the rows are counted as they are
// read.
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
		"city2": "addresses[1].city", "street 2": "line2", "Address 2 - Type": "addresses[1].type",
	} {
		faults := (&importer.Input{Mapping: map[string]string{"a": first, "b": second}}).Validate()
		require.Len(t, faults, 1, first)
		require.Equal(t, "mapping.b", faults[0].Field)
	}
	require.Empty(t, (&importer.Input{Mapping: map[string]string{
		"a": "phone", "b": "phone", "c": "phoneCC", "d": "phone2CC", "e": "email1", "f": "email", "g": "tags", "h": "tags1", "i": "", "j": "",
	}}).Validate())
	require.Empty(t, (&importer.Input{Mapping: map[string]string{"a": "city", "b": "city2", "c": "addresses[2].city"}}).Validate())
	for column, name := range map[string]string{strings.Repeat("é", 201): "", "a": "phone" + strings.Repeat("-", 200)} {
		faults := (&importer.Input{Mapping: map[string]string{column: name}}).Validate()
		require.Len(t, faults, 1)
		require.Equal(t, "mapping", faults[0].Field)
	}
	require.Empty(t, (&importer.Input{DefaultPhoneCC: " +55 ", Tags: []string{"x"}}).Validate())
}
