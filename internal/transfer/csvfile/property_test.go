package csvfile_test

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// encoded returns a text in an encoding. Characters that the encoding does not have are replaced.
func encoded(t require.TestingT, text string, encoding csvfile.Encoding) string {
	var err error
	switch encoding {
	case csvfile.UTF16LE:
		text, err = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String(text)
	case csvfile.UTF16BE:
		text, err = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(text)
	case csvfile.Windows1252:
		text, err = charmap.Windows1252.NewEncoder().String(strings.ReplaceAll(text, "𝒳", "€"))
	case csvfile.UTF8, csvfile.ASCII:
	}
	require.NoError(t, err)
	return text
}

var (
	encodings  = rapid.SampledFrom([]csvfile.Encoding{csvfile.UTF8, csvfile.UTF16LE, csvfile.UTF16BE, csvfile.Windows1252, csvfile.ASCII})
	delimiters = rapid.SampledFrom([]string{",", ";", "\t", "|"})
	// pieces are pieces of a file, many of which belong together.
	pieces = rapid.SampledFrom([]string{
		"\"", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", "a", " ", "é", "𝒳", "'", "=", "\x00", "\xE9", "\xF0\x9F", "\uFFFD",
		"a,b\n", "\"a\",\"b\"\r\n", "\"a\nb\",", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	})
)

// stuttering reads as many bytes at a time as the test draws.
type stuttering struct {
	io.ReadSeeker

	t *rapid.T
}

func (s stuttering) Read(p []byte) (int, error) {
	return s.ReadSeeker.Read(p[:rapid.IntRange(0, min(len(p), 20)).Draw(s.t, "read")])
}

func TestReaderProperties(t *testing.T) {
	t.Parallel()

	t.Run("in pieces as in one go", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			layout := csvfile.Layout{Encoding: encodings.Draw(t, "encoding"), Delimiter: delimiters.Draw(t, "delimiter"), Header: []string{"a", "b", "c"}}
			text := strings.Join(rapid.SliceOfN(pieces, 0, 60).Draw(t, "pieces"), "")
			if layout.Encoding == csvfile.UTF16LE || layout.Encoding == csvfile.UTF16BE || layout.Encoding == csvfile.Windows1252 {
				text = encoded(t, strings.ToValidUTF8(strings.ReplaceAll(text, "\uFFFD", "x"), "x"), layout.Encoding)
			}
			if rapid.Bool().Draw(t, "garble") && text != "" {
				text = text[:rapid.IntRange(0, len(text)-1).Draw(t, "cut")]
			}
			row, cell := rapid.IntRange(2, 80).Draw(t, "row"), rapid.IntRange(4, 80).Draw(t, "cell")
			reader := func(file io.ReadSeeker, at csvfile.Position) *csvfile.Reader {
				r := csvfile.NewReader(file, layout, at)
				r.SetLimits(row, cell)
				return r
			}

			whole := reader(strings.NewReader(text), layout.Start)
			want := readAll(t, whole)
			require.EqualValues(t, len(text), whole.Position().Offset)
			lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\r")
			require.LessOrEqual(t, whole.Position().Row, lines)

			got := make([]csvfile.Record, 0)
			for at := layout.Start; ; {
				r := reader(stuttering{ReadSeeker: strings.NewReader(text[at.Offset:]), t: t}, at)
				ended := false
				for range rapid.IntRange(1, 5).Draw(t, "records") {
					record, err := r.Next()
					if err != nil {
						require.ErrorIs(t, err, io.EOF)
						ended = true
						break
					}
					got = append(got, record)
				}
				at = r.Position()
				if ended {
					require.Equal(t, whole.Position(), at)
					break
				}
			}
			require.Equal(t, want, got)
			for _, record := range want {
				require.GreaterOrEqual(t, len(record.Cells), 3)
				require.True(t, record.Fault != nil || len(record.Cells) == 3)
				for _, text := range record.Cells {
					require.True(t, utf8.ValidString(text))
					require.LessOrEqual(t, len(text), cell)
				}
			}
		})
	})

	t.Run("what other programs write", func(t *testing.T) {
		t.Parallel()
		texts := rapid.StringOf(rapid.SampledFrom([]rune("ab ,;|\t\"\n\ré𝒳=+1")))
		rapid.Check(t, func(t *rapid.T) {
			encoding, delimiter := encodings.Draw(t, "encoding"), delimiters.Draw(t, "delimiter")
			ending := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line break")
			rows := rapid.SliceOfN(rapid.SliceOfN(texts, 3, 3), 0, 10).Draw(t, "rows")
			var file strings.Builder
			want := make([]csvfile.Record, 0)
			for i, row := range append([][]string{{"a", "b", "c"}}, rows...) {
				cells := make([]string, len(row))
				for c := range row {
					if encoding == csvfile.Windows1252 {
						row[c] = strings.ReplaceAll(row[c], "𝒳", "€")
					}
					cells[c] = "\"" + strings.ReplaceAll(row[c], "\"", "\"\"") + "\""
				}
				file.WriteString(strings.Join(cells, delimiter) + ending)
				if strings.TrimSpace(strings.Join(row, "")) != "" {
					want = append(want, good(i+1, row...))
				}
			}
			text := encoded(t, file.String(), encoding)
			layout := csvfile.Layout{Encoding: encoding, Delimiter: delimiter, Header: []string{"a", "b", "c"}}
			require.Equal(t, want, readAll(t, csvfile.NewReader(strings.NewReader(text), layout, layout.Start)))
		})
	})
}
