package csvfile_test

import (
	"bytes"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// Whatever the bytes are, they are refused, or read to their end as text within its limits; and
// again from the middle.
func FuzzReader(f *testing.F) {
	for _, file := range []string{
		"", "a,b\n1,2\n", "\xEF\xBB\xBFa;b\r\n\"1\n\";2\r\n", "\xFF\xFEa\x00,\x00b\x00\n\x001\x00", "\x00a\x00,\x00b\x00\n\x00\"\x00,",
		"sep=;\na;b\n1;2", "a,b\n\"1,2\n3,\"4\"x\n5\n", "pr\xE9nom,b\n\x80,\xC3", "a\r\rb\r\n\r\n\"", "PK\x03\x04", "a,b\n'=1,''\n",
	} {
		f.Add([]byte(file), uint16(100), uint16(50))
	}
	f.Fuzz(func(t *testing.T, file []byte, row, cell uint16) {
		layout, err := csvfile.Detect(bytes.NewReader(file))
		if err != nil {
			require.Equal(t, fault.ValidationError, fault.From(err).Code)
			return
		}
		require.LessOrEqual(t, layout.Start.Offset, int64(len(file)))
		require.True(t, 0 < len(layout.Header) && len(layout.Header) <= 300)
		open := func(at csvfile.Position) *csvfile.Reader {
			r := csvfile.NewReader(bytes.NewReader(file[at.Offset:]), layout, at)
			r.SetLimits(max(2, int(row)), max(4, int(cell)))
			return r
		}
		r := open(layout.Start)
		for {
			before := r.Position()
			record, err := r.Next()
			after := r.Position()
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				require.EqualValues(t, len(file), after.Offset)
				return
			}
			require.Less(t, before.Offset, after.Offset)
			require.LessOrEqual(t, after.Offset, int64(len(file)))
			require.Less(t, before.Row, record.Row)
			for _, text := range record.Cells {
				require.True(t, utf8.ValidString(text))
				require.LessOrEqual(t, len(text), max(4, int(cell)))
			}
			resumed := open(before)
			again, err := resumed.Next()
			require.NoError(t, err)
			require.Equal(t, record, again)
			require.Equal(t, after, resumed.Position())
		}
	})
}
