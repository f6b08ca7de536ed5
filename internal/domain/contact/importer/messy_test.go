package importer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// Of the rows in the shapes that people's files have, each is counted once. Each cell is stored in
// its normal form or is in the report, and the only column that is not read is named. The long form
// (make test-long) imports 5,000 rows.
func TestImport_Messy(t *testing.T) {
	t.Parallel()
	rows := 1500 // more than a step takes
	if os.Getenv("FIRMHUB_TEST_LONG") != "" {
		rows = 5000
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		file := messy(rows)
		done := b.run(t, file.text, importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, contactimport.StatusCompleted, done.Status, done.Error)
		require.Equal(t, [5]int{rows, len(file.contacts), 0, 0, file.rejected}, counts(done))
		require.Equal(t, rows, len(file.contacts)+file.rejected)
		require.Equal(t, file.contacts, b.contacts(t))
		var told []string
		for _, line := range b.report(t, done.ID)[1:] {
			row, column := line[len(line)-4], line[len(line)-3]
			if column == "" {
				column = "rejected"
			}
			told = append(told, row+" "+column)
		}
		require.Equal(t, file.report, told)
		require.Equal(t, len(file.report)-file.rejected, done.SkippedCells)
		ignored := previewOf(t, b, done.ID).Ignored
		require.Len(t, ignored, 1)
		require.Equal(t, "Obs", ignored[0].Column)
	})
}

// messyFile is a file with what an import makes of it: the contacts, as describe has them, and the
// lines of the report.
type messyFile struct {
	text             string
	contacts, report []string
	rejected         int
}

// shape is a cell in the file, and its description once it is stored.
type shape struct {
	cell, stored string
	isBad        bool
}

func good(cell, stored string) shape { return shape{cell: cell, stored: stored} }

func bad(cell string) shape { return shape{cell: cell, isBad: true} }

// messy returns a file of so many rows, the same each time.
func messy(rows int) (file messyFile) {
	random := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // the same each time
	pick := func(shapes ...shape) shape { return shapes[random.IntN(len(shapes))] }
	lines := [][]string{{"Nome", "E-mail", "Celular", "Telefone", "Cidade", "Gênero", "Ativo", "Etiquetas", "Obs"}}
	for i := range rows {
		phone := func(cell, stored string) shape { // so many digits are missing in both
			return good(fmt.Sprintf(cell, i/10_000, i%10_000), fmt.Sprintf(stored, i/10_000, i%10_000))
		}
		email := func(cell, stored string) shape {
			number := strconv.Itoa(i)
			return good(strings.ReplaceAll(cell, "#", number), strings.ReplaceAll(stored, "#", number))
		}
		row := []shape{
			pick(good("", ""), email(" Ana  Souza #", "Ana  Souza #"), email("Bo\n#", "Bo #"), email("Cy#", "Cy# "), bad(strings.Repeat("x", 60))),
			pick(good("", ""), email("M#@Example.com ", "M#@Example.com"), email("m#@example.com ::: n#@example.com", "m#@example.com n#@example.com"),
				bad("nobody"), bad("a@b@c")),
			pick(good("", ""), phone("(11) 91%03d-%04d", "+551191%03d%04d"), phone("+55 21 92%03d-%04d", "+552192%03d%04d"), bad("12"), bad("n/a")),
			pick(good("", ""), phone("0055 31 93%03d %04d", "+553193%03d%04d"), bad("+999 1")),
			pick(good("", ""), good(" São Paulo", "[, São Paulo, ]"), good("Rio\nCentro", "[, Rio, Centro, ]"), bad(strings.Repeat("y", 201))),
			pick(good("", ""), good("f", "Female"), good("Masculino", "Male"), good("prefer not to say", "")),
			pick(good("", ""), good("sim", ""), good("não", "inactive"), bad("talvez")),
			pick(good("", ""), good("* myContacts", ""), good("vip;news", "#news #vip"), bad(strings.Repeat("z", 51))),
			pick(good("", ""), good("x", "")),
		}
		line := make([]string, len(row))
		for column, of := range row {
			line[column] = of.cell
		}
		lines = append(lines, line)
		file.add(i+2, lines[0], row)
	}
	file.text = joined(lines)
	return file
}

// add adds what an import makes of a row.
func (f *messyFile) add(number int, header []string, row []shape) {
	if isNobody := !slices.ContainsFunc(row[:4], func(s shape) bool { return s.stored != "" }); isNobody {
		f.report = append(f.report, fmt.Sprint(number, " rejected"))
		f.rejected++
		return
	}
	for column, of := range row {
		if of.isBad {
			f.report = append(f.report, fmt.Sprint(number, " ", header[column]))
		}
	}
	name, emails, phones := row[0].stored, typed(row[1].stored, 0), slices.Concat(typed(row[2].stored, 1), typed(row[3].stored, 0))
	if name == "" {
		name = " "
	}
	texts := []string{name, row[5].stored, row[6].stored, primaryFirst(phones), primaryFirst(emails), row[4].stored, row[7].stored}
	f.contacts = append(f.contacts, strings.Join(append(texts[:1], slices.DeleteFunc(texts[1:], func(s string) bool { return s == "" })...), " "))
}

// primaryFirst returns phones or e-mails as describe has them.
// typed returns the phones or e-mails of a cell, with their type.
func typed(stored string, kind int) []string {
	all := strings.Fields(stored)
	for i := range all {
		all[i] += fmt.Sprint("/", kind)
	}
	return all
}

func primaryFirst(all []string) string {
	texts := slices.Clone(all)
	if len(texts) > 0 {
		texts[0] = strings.Replace(texts[0], "/", "*/", 1)
	}
	return strings.Join(texts, " ")
}
