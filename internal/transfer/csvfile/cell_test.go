package csvfile_test

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

func TestAppendCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a": "a", "a,b": `"a,b"`, `a"b`: `"a""b"`, " a": `" a"`, "\uFEFFa": "\"\uFEFFa\"", "a;b": `"a;b"`, "a\tb": "\"a\tb\"", "a|b": `"a|b"`,
		"a\r\nb": "\"a\r\nb\"", "a\n\nb": "\"a\n\nb\"", "a\r\n\r\nb": "\"a\r\n\r\nb\"",
		// Numbers are no formulas, until a spreadsheet would compute with them.
		"-1": "-1", "-1.5": "-1.5", "+5511987654321": "+5511987654321", "+55 11987654321": "+55 11987654321", " +1": `" +1"`,
		"+55 (11) 98765-4321": "'+55 (11) 98765-4321", "+1\u00A02": "'+1\u00A02", "+1;2": `"'+1;2"`, "\t+1": "\"'\t'+1\"",
		// Formulas at the beginning, behind what does not show, too.
		"=HYPERLINK(\"x\")": `"'=HYPERLINK(""x"")"`, "-a": "'-a", "@a": "'@a", "＝1": "'＝1", "\t": "\"'\t'\"", "\n=1": "\"'\n'=1\"",
		" =1": `"' =1"`, "\uFEFF\uFEFF=1": "\"'\uFEFF\uFEFF=1\"", "\u00A0@": "\"'\u00A0@\"", "\x00-a": "\"'\x00-a\"", "\u200B\u00AD\uFE0F+a": "\"'\u200B\u00AD\uFE0F+a\"",
		"\u3164=1": "\"'\u3164=1\"", `"=1`: `"'""=1"`,
		// Behind a separator a number has the rest of the row after it.
		"x;=1+1": `"x;'=1+1"`, "x|-1": `"x|'-1"`, "x\t\u200B@a": "\"x\t'\u200B@a\"", "x\r\n+1": "\"x\r\n'+1\"", "x;\"=1": `"x;'""=1"`, "x;\ty": "\"x;'\t" + `y"`,
		"x,=1": `"x,=1"`, "x =1": "x =1", "x;y=1": `"x;y=1"`, "a;+1;=b": `"a;'+1;'=b"`, "a\rb": "\"a\rb\"", "a;\rb": "\"a;'\rb\"",
		"x;": `"x;'"`, "x\r\n": "\"x\r\n'\"", "x| ": `"x|' "`, "x;\"": `"x;'"""`,
		// Apostrophes get one more where a reader would remove one.
		"'a": "'a", "'": "'", "'=1": "''=1", "'+1": "''+1", "'-": "''-", "x;'=1": `"x;''=1"`, "x;'y": `"x;'y"`, "x;'": `"x;''"`, "' '=1": "' '=1",
	} {
		require.Equal(t, want, string(csvfile.AppendCell(nil, text)), "%q", text)
	}
}

func TestAppendFirstCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a": "a", "5511987654321": "5511987654321", "+5511987654321": "'+5511987654321", "-1": "'-1", "'+1": "''+1", "=1": "'=1", "x;+1": `"x;'+1"`,
	} {
		require.Equal(t, want, string(csvfile.AppendFirstCell(nil, text)), "%q", text)
	}
}

// cells are texts in which many characters have a meaning in a table.
var cells = rapid.Map(rapid.OneOf(
	rapid.StringOf(rapid.SampledFrom([]rune("'=+-@\t\r\n＝＋－＠0123 .,;|\"aé\x00\x1f\u00A0\u00AD\u200B\u2060\u3164\uFE0F\uFEFF"))),
	rapid.StringMatching("[a0]?([;|\t\r\n,]['\" \uFEFF]*[-=+@＝a0]?){0,4}"),
	rapid.String(),
), func(text string) string { return strings.ToValidUTF8(text, "\uFFFD") })

// drawTable returns a header with rows, and the file that the cells of all are written to.
func drawTable(t *rapid.T) (table [][]string, file []byte) {
	columns := rapid.IntRange(1, 4).Draw(t, "columns")
	table = rapid.SliceOfN(rapid.SliceOfN(cells, columns, columns), 1, 5).Draw(t, "table")
	for _, row := range table {
		file = csvfile.AppendFirstCell(file, row[0])
		for _, cell := range row[1:] {
			file = csvfile.AppendCell(append(file, ','), cell)
		}
		file = append(file, "\r\n"...)
	}
	return table, file
}

// Every text is read as it was written.
func TestAppendCell_RoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table, file := drawTable(t)
		layout := csvfile.Layout{Encoding: csvfile.UTF8, Delimiter: ","}
		read := readAll(t, csvfile.NewReader(bytes.NewReader(file), layout, layout.Start))
		for i, row := range table {
			if strings.TrimSpace(strings.Join(row, "")) == "" && (len(read) == 0 || read[0].Row > i+1) {
				continue // The reader leaves blank rows out.
			}
			require.NotEmpty(t, read)
			require.Nil(t, read[0].Fault)
			require.Equal(t, i+1, read[0].Row)
			require.Equal(t, row, read[0].Cells)
			read = read[1:]
		}
		require.Empty(t, read)
	})
}

// number is what may begin with a sign where a reader splits at commas.
var number = regexp.MustCompile(`^[+-][0-9 .]*$`)

// No reader sees a cell that begins a formula, at whatever separator it splits.
func TestAppendCell_NoFormula(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		_, file := drawTable(t)
		seen := func(reader, cell string) {
			shown := strings.TrimLeftFunc(cell, isInvisible)
			for _, start := range []string{
				cell, strings.TrimLeftFunc(cell, func(c rune) bool { return isInvisible(c) && !strings.ContainsRune("\t\r\n", c) }),
			} {
				require.False(t, start != "" && strings.ContainsRune("\t\r\n", rune(start[0])), "%s sees %q in %q", reader, cell, file)
			}
			require.False(t, strings.IndexAny(shown, "=+-@＝＋－＠") == 0 && (reader != "," || !number.MatchString(shown)),
				"%s sees %q in %q", reader, cell, file)
		}
		for _, delimiter := range ",;\t|" {
			standard := csv.NewReader(bytes.NewReader(file))
			standard.Comma, standard.LazyQuotes, standard.FieldsPerRecord = delimiter, delimiter != ',', -1
			rows, err := standard.ReadAll()
			require.NoError(t, err)
			for _, row := range rows {
				for _, cell := range row {
					seen(string(delimiter), cell)
				}
			}
		}
		// Readers that know no quotation marks, or take an empty quotation before a text for
		// nothing.
		for _, delimiter := range ";\t|" {
			for cell := range strings.FieldsFuncSeq(string(file), func(c rune) bool { return c == delimiter || c == '\n' || c == '\r' }) {
				if cell = strings.TrimLeft(cell, `"`); !strings.HasPrefix(cell, "\t") {
					seen(string(delimiter)+" without quotation", cell)
				}
			}
		}
	})
}

func isInvisible(c rune) bool {
	return unicode.IsSpace(c) || unicode.In(c, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
