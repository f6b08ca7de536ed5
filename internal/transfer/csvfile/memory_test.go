package csvfile_test

import (
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

const contacts = "firstName,lastName,phone,email,line1,city,country,tags\n"

const contactRow = "João,\"Gonçalves, Jr.\",+5511987654321,joao@example.com,\"Rua Augusta, 12\",São Paulo,Brasil,vip;café\n"

// repeated is a text over and over, after another one.
type repeated struct {
	first, text string
	size        int64
}

func (r repeated) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && at+int64(n) < r.size {
		if next := int(at) + n; next < len(r.first) {
			n += copy(p[n:], r.first[next:])
		} else {
			m := int(min(int64(len(p)), r.size-at))
			n += copy(p[n:m], r.text[(next-len(r.first))%len(r.text):])
		}
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// The memory of the process is measured, so no other test may run beside this one.
func TestReaderMemory(t *testing.T) { //nolint:paralleltest // as above
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // what waits for the collector counts
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
		{"long closed cells", "", "1,\"2" + strings.Repeat("3,4\n", 3<<18-2) + "\",5\n", 12, 4},
		{"endless closed cells", "", "\"1\n\",", 10, 1},
		{"endless cells", "", ",x", 10, 1},
		{"blank rows", "", "\n", 4, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var memory runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&memory)
			before, most := memory.HeapAlloc, uint64(0)
			size := int64(len(test.first) + test.mebibytes<<20)
			file := repeated{first: test.first, text: test.text, size: size}
			r := csvfile.NewReader(io.NewSectionReader(file, 0, size), layout, layout.Start)
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
			require.Equal(t, size, r.Position().Offset)
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
