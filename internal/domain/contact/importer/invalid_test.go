package importer_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// report returns the lines of the report of an import, its header first.
func (b *bundle) report(t *testing.T, id uuid.UUID) [][]string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(b.export(t, id))).ReadAll()
	require.NoError(t, err)
	return lines
}

func joined(lines [][]string) string {
	var file bytes.Buffer
	_ = csv.NewWriter(&file).WriteAll(lines) // which flushes it
	return file.String()
}

// A cell that can't be stored costs the cell. The line that reports it can be mended and imported:
// nobody is there twice.
func TestImport_InvalidCells(t *testing.T) {
	t.Parallel()
	const file = "Name,Phone,E-mail,City,Type of address\nAna Souza,12,ana@,Rio,x\nBo Li,(11) 98765-4321,bo@,Lima,x\n,,nobody,,\n,,,Rome,x\n"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, file, importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, contactimport.StatusCompleted, done.Status, done.Error)
		require.Equal(t, [5]int{4, 2, 0, 0, 2}, counts(done))
		require.Equal(t, 3, done.SkippedCells)
		require.Equal(t, []string{"Ana Souza [, Rio, ]", "Bo Li +5511987654321*/0 [, Lima, ]"}, b.contacts(t))
		lines := b.report(t, done.ID)
		ids := []string{lines[1][8], lines[3][8]}
		require.NotEqual(t, ids[0], ids[1])
		require.Equal(t, [][]string{
			{"Name", "Phone", "E-mail", "City", "Type of address", "row", "column", "error", "contactId"},
			{"Ana Souza", "12", "", "", "", "2", "Phone", "is not a phone number of +55", ids[0]},
			{"Ana Souza", "", "ana@", "", "", "2", "E-mail", "must be an e-mail address", ids[0]},
			{"Bo Li", "(11) 98765-4321", "bo@", "", "", "3", "E-mail", "must be an e-mail address", ids[1]},
			{"", "", "nobody", "", "", "4", "", "E-mail: must be an e-mail address; The row: has no name, phone or email", ""},
			{"", "", "", "Rome", "x", "5", "", "The row: has no name, phone or email", ""},
		}, lines)

		lines[1][1], lines[2][2], lines[3][2], lines[4][2] = "11 98765-4322", "ana@example.com", "bo@example.com", "cy@example.com"
		mended := b.run(t, joined(lines[:5]), importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, []int{4, 1, 0}, []int{mended.ProcessedRows, mended.CreatedCount, mended.FailedCount}, mended.Error)
		require.Zero(t, mended.SkippedCells)
		require.Equal(t, []string{
			"Ana Souza +5511987654322*/0 ana@example.com*/0 [, Rio, ]", "Bo Li +5511987654321*/0 bo@example.com*/0 [, Lima, ]",
			"  cy@example.com*/0",
		}, b.contacts(t))
		require.Len(t, b.report(t, mended.ID), 1)

		t.Run("Reject", func(t *testing.T) {
			other := setupIn(t, d, t.TempDir())
			other.files, other.importer = b.files, b.importer // whose jobs run
			done := other.run(t, file, importer.Input{DefaultPhoneCC: "+55", InvalidCells: new(importer.RejectRows)})
			require.Equal(t, [5]int{4, 0, 0, 0, 4}, counts(done))
			require.Zero(t, done.SkippedCells)
			require.Equal(t, "2 Ana Souza,12,ana@,Rio,x: Phone: is not a phone number of +55; E-mail: must be an e-mail address",
				other.rejects(t, done.ID)[0])
		})
		t.Run("DryRun", func(t *testing.T) {
			other := setupIn(t, d, t.TempDir())
			other.files, other.importer = b.files, b.importer // whose jobs run
			done := other.run(t, file, importer.Input{DefaultPhoneCC: "+55", DryRun: new(true)})
			require.Equal(t, [5]int{4, 2, 0, 0, 2}, counts(done))
			require.Equal(t, 3, done.SkippedCells)
			for _, line := range other.report(t, done.ID)[1:] {
				require.Empty(t, line[8])
			}
		})
	})
}

// The report names contacts by their ids: those of another firm have no effect.
func TestImport_ContactOfAnotherFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		theirs := setup(t, d)
		theirs.run(t, "firstName,lastName\nAna,Souza\n", importer.Input{})
		id := theirs.Client.Contact.Query().OnlyIDX(theirs.ctx)
		b := setupIn(t, d, t.TempDir())
		b.files, b.importer = theirs.files, theirs.importer // whose jobs run
		for _, existing := range []bool{true, false} {
			done := b.run(t, fmt.Sprintf("firstName,email,contactId\nEve,e%t@example.com,%s\n", existing, id), importer.Input{UpdateExisting: &existing})
			require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), done.Error)
		}
		require.Equal(t, []string{"Ana Souza"}, theirs.contacts(t))
	})
}

// A file without a column that fits fails once. The message names its columns and an example that
// would help.
func TestImport_NoColumnFits(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "Kunde,Kennzahl\nAna Souza,1\nBo Li,2\n", importer.Input{})
		require.Equal(t, contactimport.StatusFailed, done.Status)
		require.Contains(t, done.Error, `It has: "Kunde", "Kennzahl".`)
		require.Contains(t, done.Error, `{"Kunde": "name"}`)
		done = b.run(t, "Kunde,Kennzahl\nAna Souza,1\nBo Li,2\n", importer.Input{Mapping: map[string]string{"Kunde": "name"}})
		require.Equal(t, [5]int{2, 2, 0, 0, 0}, counts(done), done.Error)
		require.Equal(t, []string{"Ana Souza", "Bo Li"}, b.contacts(t))
	})
}

// Of an address that has nothing but a type that can't be stored, nothing is left, and a reason is
// given once.
func TestImport_InvalidCells_type(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "Name,City,addressType,Phone,phoneType\nAna Souza,,999,11 98765-4321 ::: 11 98765-4322,777\n",
			importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, []string{"Ana Souza +5511987654321*/0 +5511987654322/0"}, b.contacts(t))
		lines := b.report(t, done.ID)
		require.Len(t, lines, 3)
		require.NotContains(t, lines[1][7]+lines[2][7], ";")
	})
}

// A name that another row about the same contact replaces is in the report.
func TestImport_SharedPhone(t *testing.T) {
	t.Parallel()
	const file = "First name,Last name,Phone,E-mail\n" +
		"Ana,Souza,(11) 98765-4321,\nANA,souza,(11) 98765-4321,\nAna,Lima,(11) 98765-4321,\nBo,,(11) 98765-4321,\n" +
		",,,desk@example.com\nCy,Li,,desk@example.com\nDi,Li,,desk@example.com\n"
	const because = ", the name in an earlier row with the same phone or email"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for _, dryRun := range []bool{true, false} {
			done := b.run(t, file, importer.Input{DefaultPhoneCC: "+55", DryRun: &dryRun})
			require.Equal(t, [5]int{7, 2, 5, 0, 0}, counts(done), done.Error)
			require.Equal(t, 3, done.SkippedCells)
			lines := b.report(t, done.ID)
			require.Len(t, lines, 4)
			for i, want := range [][]string{
				{"4", "Last name", "replaces ANA souza" + because},
				{"5", "First name", "replaces Ana Lima" + because},
				{"8", "First name", "replaces Cy Li" + because},
			} {
				require.Equal(t, want, lines[i+1][4:7])
			}
		}
		require.Equal(t, []string{"Bo Lima +5511987654321*/0", "Di Li desk@example.com*/0"}, b.contacts(t))
	})
}

// The name of an existing contact that a row replaces is in the report if only the e-mail is the
// same.
func TestImport_SharedEmail(t *testing.T) {
	t.Parallel()
	const before = "Name,Phone,E-mail\nAna Souza,+55 11 98765-4321,desk@example.com\nBo Li,,bo@example.com\nCy Li,+55 11 98765-4322,cy@example.com\n"
	const file = "Name,Phone,E-mail\nEva Lima,,desk@example.com\nBob Li,+55 11 98765-4323,bo@example.com\n" +
		"Cyd Li,+55 11 98765-4322,cy@example.com\nCÝD LI,,cy@example.com\n"
	const because = ", the name of the contact with the same email"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		require.Zero(t, b.run(t, before, importer.Input{}).SkippedCells)
		done := b.run(t, file, importer.Input{})
		require.Equal(t, 2, done.SkippedCells, done.Error)
		lines := b.report(t, done.ID)
		require.Len(t, lines, 3)
		require.Equal(t, []string{"2", "Name", "replaces Ana Souza" + because}, lines[1][3:6])
		require.Equal(t, []string{"3", "Name", "replaces Bo Li" + because}, lines[2][3:6])
	})
}

// Other values that another row about the same contact replaces are in the report, too.
func TestImport_ReplacedValues(t *testing.T) {
	t.Parallel()
	const file = "First name,Last name,E-mail,Street,City,Gender,profilePic\n" +
		"Ana,Souza,ana@x.example,Rua 1,Rio,f,https://x.example/1.png\n" +
		"Ana,Souza,ana@x.example,Rua 2,RIO,m,https://x.example/2.png\n" +
		"Ana,Souza,ana@x.example,Rua 2,,m,\n"
	const because = " of an earlier row with the same phone or email"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for _, dryRun := range []bool{true, false} {
			done := b.run(t, file, importer.Input{DryRun: &dryRun})
			require.Equal(t, 3, done.SkippedCells, done.Error)
			lines := b.report(t, done.ID)
			require.Len(t, lines, 4)
			var found [][]string
			for _, line := range lines[1:] {
				found = append(found, line[len(line)-4:len(line)-1])
			}
			require.ElementsMatch(t, [][]string{
				{"3", "Street", "replaces Rua 1" + because},
				{"3", "Gender", "replaces Female" + because},
				{"3", "profilePic", "replaces https://x.example/1.png" + because},
			}, found)
		}
	})
}

// The report names what would mend all phones at once.
func TestImport_DefaultPhoneCCIsNamed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "Name,Phone\nAna Souza,(11) 98765-4321\n", importer.Input{})
		require.Equal(t, 1, done.SkippedCells)
		require.Equal(t, "phoneCC is required unless phone begins with + and the country calling code, or the import has a defaultPhoneCC",
			b.report(t, done.ID)[1][4])
	})
}

// A file without rows fails, and says so.
func TestImport_HeaderOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for _, file := range []string{"Name,Phone", "Name,Phone\n\n,\n"} {
			done := b.run(t, file, importer.Input{})
			require.Equal(t, contactimport.StatusFailed, done.Status)
			require.Equal(t, "The file has a header and no rows below it.", done.Error)
		}
	})
}

// A row of a MiB with hundreds of tags that can't be stored is read once, and not once for each of
// them: two such rows would take minutes.
func TestImport_manyInvalidTags(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite))
	long := "," + strings.Repeat("x", 64_000)
	var last strings.Builder
	for i := range 480 {
		fmt.Fprintf(&last, "%060d;", i)
	}
	row := "Ana" + strings.Repeat(long, 15) + "," + last.String() + "\n"
	began := time.Now()
	done := b.run(t, "name"+strings.Repeat(",tags", 16)+"\n"+strings.Repeat(row, 2), importer.Input{})
	require.Equal(t, [5]int{2, 0, 0, 0, 2}, counts(done))
	require.Less(t, time.Since(began), 30*time.Second)
}
