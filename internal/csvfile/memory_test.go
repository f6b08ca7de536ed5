package csvfile_test

import (
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/csvfile"
)

const contacts = "firstName,lastName,phone,email,line1,city,country,tags\n"

const contactRow = "João,\"Gonçalves, Jr.\",+5511987654321,joao@example.com,\"Rua Augusta, 12\",São Paulo,Brasil,vip;café\n"

// repeated is a text over and over, up to a size.
type repeated struct {
	text string
	at   int
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && r.left > 0 {
		m := copy(p[n:min(len(p), n+r.left)], r.text[r.at:])
		r.at = (r.at + m) % len(r.text)
		n, r.left = n+m, r.left-m
	}
	return n, nil
}

// The memory of the process is measured, so no other test may run beside this one.
func TestReaderMemory(t *testing.T) { //nolint:paralleltest // as above
	layout := csvfile.Layout{Encoding: csvfile.UTF8, Delimiter: ",", Header: strings.Split(strings.TrimSpace(contacts), ",")}
	size := 20
	if os.Getenv("FIRMHUB_TEST_LONG") != "" {
		size = 200
	}
	for _, test := range []struct {
		name, first, text string
		mebibytes, rows   int
	}{
		{"rows", "", contactRow, size, size << 20 / len(contactRow)},
		{"an endless line", "", "x", 10, 1},
		{"an endless quoted cell", "1,\"", "x", 10, 1},
		{"an unclosed mark", "1,\"2\n", "3,4\n", 5, 1 + 5<<20/4},
		{"unclosed marks", "", "1,\"2\n", 5, 5 << 20 / 5},
		{"lines of quotation marks", "1,\"2\n", "\"\"\n", 4, 1},
		{"endless cells", "", ",x", 10, 1},
		{"blank rows", "", "\n", 4, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var memory runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&memory)
			before, most := memory.HeapAlloc, uint64(0)
			r := csvfile.NewReader(io.MultiReader(strings.NewReader(test.first), &repeated{text: test.text, left: test.mebibytes << 20}), layout, layout.Start)
			rows := 0
			for ; ; rows++ {
				_, err := r.Next()
				for errors.Is(err, csvfile.ErrBlank) {
					_, err = r.Next()
				}
				if rows%10_000 == 0 || err != nil {
					runtime.ReadMemStats(&memory)
					most = max(most, memory.HeapAlloc)
				}
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
			}
			require.InDelta(t, test.rows, rows, 1)
			require.EqualValues(t, len(test.first)+test.mebibytes<<20, r.Position().Offset)
			t.Logf("%d rows, %d KiB more at most", rows, (most-min(most, before))>>10)
			require.Less(t, most, before+16<<20)
		})
	}
}

func BenchmarkReader(b *testing.B) {
	const rows = 10_000
	for _, encoding := range []csvfile.Encoding{csvfile.UTF8, csvfile.Windows1252, csvfile.UTF16LE} {
		b.Run(string(encoding), func(b *testing.B) {
			file := encoded(b, contacts+strings.Repeat(contactRow, rows), encoding)
			layout := csvfile.Layout{Encoding: encoding, Delimiter: ",", Header: strings.Split(strings.TrimSpace(contacts), ",")}
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				r := csvfile.NewReader(strings.NewReader(file), layout, layout.Start)
				for range rows + 1 {
					if record, err := r.Next(); err != nil || record.Fault != nil || len(record.Cells) != 8 {
						b.Fatal(record, err)
					}
				}
			}
			b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "records/s")
		})
	}
}
