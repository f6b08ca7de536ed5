package csvfile_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// short returns the records of a file with the columns a and b. A row may have 100 bytes, and a
// quoted cell 800.
func short(t *testing.T, text string, encoding csvfile.Encoding) []csvfile.Record {
	t.Helper()
	layout := csvfile.Layout{Encoding: encoding, Delimiter: ",", Header: []string{"a", "b"}}
	r := csvfile.NewReader(strings.NewReader(encoded(t, text, encoding)), layout, layout.Start)
	r.SetLimits(100, 80)
	return readAll(t, r)
}

// described returns for each record its row, its first cell and its fault.
func described(records []csvfile.Record) []string {
	all := make([]string, len(records))
	for i, record := range records {
		all[i] = record.Cells[0]
		if record.Fault != nil {
			all[i] += ": " + record.Fault.Message
		}
	}
	return all
}

// Of a row that is too long nothing is taken for another row, and the one after it is read.
func TestReader_LongRows(t *testing.T) {
	t.Parallel()
	const tooLong = ": is longer than 0 KiB"
	ghosts, long := strings.Repeat("ghost,x\n", 20), strings.Repeat("x", 120)
	for name, text := range map[string]string{
		"a quoted cell":                  "1,\"" + ghosts + "\"\n",
		"doubled marks":                  "1,\"" + ghosts + "\"\"" + ghosts + "\"\"\"\n",
		"only doubled marks":             "1,\"\n" + strings.Repeat("\"\"", 80) + "\"\n",
		"cells after it":                 "1,\"" + ghosts + "\",x,\"" + ghosts + "\",\"\n\",\"x\" y\n",
		"blanks after it":                "1,\"" + ghosts + "\"" + strings.Repeat(" ", 120) + "\n",
		"text after one line":            "1,\"" + long + "\" x\n",
		"a plain cell":                   "1," + long + ",\"" + ghosts + "\",\"\n\"\n",
		"many cells":                     "1" + strings.Repeat(",\"\n\"", 60) + "\n",
		"many blanks after a cell":       "1,\"\n\"" + strings.Repeat(" ", 120) + ",\"\n\"\n",
		"a delimiter at the limit":       "1," + strings.Repeat("x", 97) + ",\"" + ghosts + "\"\n",
		"a mark at the limit":            "1," + strings.Repeat("x", 96) + ",\"" + ghosts + "\"\n",
		"a carriage return at the limit": "1," + strings.Repeat("x", 97) + "\r\n",
		"an unclosed mark in its line":   "1," + long + ",\"2\n",
		"a long line after a mark":       "1,\"" + long + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, encoding := range []csvfile.Encoding{csvfile.UTF8, csvfile.UTF16LE, csvfile.UTF16BE, csvfile.Windows1252} {
				for _, ending := range []string{"\n", "\r\n", "\r"} {
					text := strings.ReplaceAll("0,0\n"+text+"2,\"é\"\n3,4\n", "\n", ending)
					require.Equal(t, []string{"0", "1" + tooLong, "2", "3"}, described(short(t, text, encoding)), "%s %q", encoding, ending)
				}
			}
			require.Equal(t, []string{"1" + tooLong}, described(short(t, strings.TrimSuffix(text, "\n"), csvfile.UTF8)))
		})
	}

	t.Run("with the real limits", func(t *testing.T) {
		t.Parallel()
		_, records := table(t, "a,b,c\n1,\""+strings.Repeat("ghost,x,y\n", 110_000)+"\",2\n3,4,5\n")
		require.Len(t, records, 2)
		require.Equal(t, &csvfile.Fault{Message: "is longer than 1024 KiB", Cut: true}, records[0].Fault)
		require.Equal(t, "ghost,x,y\nghost", records[0].Cells[1][:15])
		require.Len(t, records[0].Cells[1], 64<<10)
		require.Equal(t, good(3, "3", "4", "5"), records[1])
	})
}

// A quotation mark that is never closed takes no other row with it, however long the search for its
// end.
func TestReader_UnclosedBeyondLimit(t *testing.T) {
	t.Parallel()
	rows, names := strings.Repeat("r,s\n", 30), strings.Repeat("r\n", 30)
	for name, rest := range map[string]string{
		"none":                   rows,
		"another cell":           rows + "x,\"y\"\n",
		"another unclosed mark":  rows + "\"x,y\n",
		"a doubled mark":         rows + "\"\",y\n",
		"a closed cell far away": strings.Repeat(rows, 8) + "x\",y\n",
		"blanks to far away":     rows + "x\"" + strings.Repeat(" ", 800) + ",y\n",
		"rows of one cell":       names,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, encoding := range []csvfile.Encoding{csvfile.UTF8, csvfile.UTF16LE} {
				records := short(t, "1,\"2\n"+rest, encoding)
				require.Len(t, records, 1+strings.Count(rest, "\n"), "%v", described(records))
				require.Equal(t, bad(1, "b", neverClosed, "1", "\"2"), records[0])
				for _, record := range records[1:31] {
					require.Equal(t, "r", record.Cells[0])
					require.Nil(t, record.Fault)
				}
			}
		})
	}

	t.Run("an error while looking", func(t *testing.T) {
		t.Parallel()
		layout := csvfile.Layout{Encoding: csvfile.UTF8, Delimiter: ",", Header: []string{"a", "b"}}
		r := csvfile.NewReader(&counted{ReadSeeker: strings.NewReader("1,\"2\n" + rows), failing: errBroken}, layout, layout.Start)
		r.SetLimits(100, 80)
		for range 2 {
			_, err := r.Next()
			require.ErrorIs(t, err, errBroken)
			require.Equal(t, layout.Start, r.Position())
		}
	})
}

var errBroken = errors.New("broken")

// counted counts what is read. If it has an error, it returns that when it must seek.
type counted struct {
	io.ReadSeeker

	bytes, seeks int
	failing      error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.bytes += n
	return n, err
}

func (c *counted) Seek(offset int64, whence int) (int64, error) {
	c.seeks++
	if c.failing != nil {
		return 0, c.failing
	}
	return c.ReadSeeker.Seek(offset, whence)
}

// No file makes the reader look again and again for marks that close a cell.
func TestReader_Linear(t *testing.T) {
	t.Parallel()
	const size, limit = 512 << 10, 32 << 10
	for name, text := range map[string]string{
		"rows":                          "1,2\n",
		"unclosed marks":                "1,\"2\n",
		"marks at the beginning":        "\"2\n",
		"two marks":                     "\"\"2\n",
		"two marks that are a cell":     "1,\"\"\n",
		"three marks":                   "1,\"\"\"2\n",
		"three marks at the end":        "1,\"\"\"\n",
		"four marks":                    "\"\"\"\"2,\n",
		"marks of all kinds":            "\"2,\"\"\n\"\"\"3\n\"\"\"\"4\n",
		"only marks":                    "\"",
		"unclosed marks of long lines":  "1,\"" + strings.Repeat("x", limit-20) + "\n",
		"marks far from each other":     "1,\"2\n" + strings.Repeat("x\n", limit*2/3),
		"marks too far from each other": "1,\"2\n" + strings.Repeat("x\n", limit*9/2),
		"marks after long rows":         strings.Repeat("x", limit) + ",\"2\n" + strings.Repeat("x\n", limit*2/3),
		"closed cells in a row":         "\"\n\",",
		"long closed cells in a row":    "\"" + strings.Repeat("x\n", limit*2/3) + "\",",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, first := range []string{"", "1,\"2\n", "1," + strings.Repeat("x", limit)} {
				text := first + strings.Repeat(text, size/len(text))
				file := &counted{ReadSeeker: strings.NewReader(text)}
				layout := csvfile.Layout{Encoding: csvfile.UTF8, Delimiter: ","}
				r := csvfile.NewReader(file, layout, layout.Start)
				r.SetLimits(limit, limit)
				var err error
				for err == nil {
					_, err = r.Next()
					if errors.Is(err, csvfile.ErrBlank) {
						err = nil
					}
				}
				require.ErrorIs(t, err, io.EOF)
				require.Less(t, file.bytes, 3*size)
				require.Less(t, file.seeks, 3*size/limit)
			}
		})
	}
}
