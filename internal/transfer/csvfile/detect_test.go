package csvfile_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	utf16 := func(text string, order unicode.Endianness, policy unicode.BOMPolicy) string {
		encoded, err := unicode.UTF16(order, policy).NewEncoder().String(text)
		require.NoError(t, err)
		return encoded
	}
	const accents = "name;city\nJosé;São Paulo\n"

	for name, test := range map[string]struct {
		file      string
		encoding  csvfile.Encoding
		delimiter string
		header    []string
		start     csvfile.Position
	}{
		"ASCII":                  {"a,b\r\n1,2\r\n", csvfile.ASCII, ",", []string{"a", "b"}, csvfile.Position{Offset: 5, Row: 1}},
		"UTF-8":                  {accents, csvfile.UTF8, ";", []string{"name", "city"}, csvfile.Position{Offset: 10, Row: 1}},
		"UTF-8 with a mark":      {"\xEF\xBB\xBFa\tb\n1\t2\n", csvfile.UTF8, "\t", []string{"a", "b"}, csvfile.Position{Offset: 7, Row: 1}},
		"mostly UTF-8":           {accents + "\xE9", csvfile.UTF8, ";", []string{"name", "city"}, csvfile.Position{Offset: 10, Row: 1}},
		"Windows-1252":           {"prénom\n"[:2] + "\xE9nom;nom\nJos\xE9;\x80\n", csvfile.Windows1252, ";", []string{"prénom", "nom"}, csvfile.Position{Offset: 11, Row: 1}},
		"UTF-16LE with a mark":   {"\xFF\xFE" + utf16(accents, unicode.LittleEndian, unicode.IgnoreBOM), csvfile.UTF16LE, ";", []string{"name", "city"}, csvfile.Position{Offset: 22, Row: 1}},
		"UTF-16BE with a mark":   {"\xFE\xFF" + utf16(accents, unicode.BigEndian, unicode.IgnoreBOM), csvfile.UTF16BE, ";", []string{"name", "city"}, csvfile.Position{Offset: 22, Row: 1}},
		"UTF-16LE":               {utf16(accents, unicode.LittleEndian, unicode.IgnoreBOM), csvfile.UTF16LE, ";", []string{"name", "city"}, csvfile.Position{Offset: 20, Row: 1}},
		"UTF-16BE":               {utf16(accents, unicode.BigEndian, unicode.IgnoreBOM), csvfile.UTF16BE, ";", []string{"name", "city"}, csvfile.Position{Offset: 20, Row: 1}},
		"UTF-16LE of few zeros":  {utf16("名前,電話\n𠮷野,東京都\n山田,大阪\n", unicode.LittleEndian, unicode.IgnoreBOM), csvfile.UTF16LE, ",", []string{"名前", "電話"}, csvfile.Position{Offset: 12, Row: 1}},
		"one column":             {"phone\n+5511987654321\n", csvfile.ASCII, ",", []string{"phone"}, csvfile.Position{Offset: 6, Row: 1}},
		"only a header":          {"a;b", csvfile.ASCII, ";", []string{"a", "b"}, csvfile.Position{Offset: 3, Row: 1}},
		"blank rows before":      {"\n,,\n\na,b\n", csvfile.ASCII, ",", []string{"a", "b"}, csvfile.Position{Offset: 9, Row: 4}},
		"tags with semicolons":   {"name,tags\nAna,a;b;c;d\nBia,a;b;c;d\n", csvfile.ASCII, ",", []string{"name", "tags"}, csvfile.Position{Offset: 10, Row: 1}},
		"commas in the cells":    {"name;\"a, b, c\";phone\nSouza, Ana;1,5,x;2\nLima, Bia;1;2\n", csvfile.ASCII, ";", []string{"name", "a, b, c", "phone"}, csvfile.Position{Offset: 21, Row: 1}},
		"a comma in a name":      {"last, first;phone\nSouza, Ana;1\n", csvfile.ASCII, ";", []string{"last, first", "phone"}, csvfile.Position{Offset: 18, Row: 1}},
		"a bar is no delimiter":  {"a|b,c\n1|2,3\n", csvfile.ASCII, ",", []string{"a|b", "c"}, csvfile.Position{Offset: 6, Row: 1}},
		"a quoted header":        {"\"first\nname\";b\n1;2\n", csvfile.ASCII, ";", []string{"first\nname", "b"}, csvfile.Position{Offset: 15, Row: 1}},
		"sep=":                   {"sep=;\r\na,b;c\r\n1;2\r\n", csvfile.ASCII, ";", []string{"a,b", "c"}, csvfile.Position{Offset: 14, Row: 1}},
		"sep=, quoted":           {"\xEF\xBB\xBF\"Sep=\t\"\na\tb\n", csvfile.UTF8, "\t", []string{"a", "b"}, csvfile.Position{Offset: 15, Row: 1}},
		"sep= in UTF-16":         {"\xFF\xFE" + utf16("sep=,\r\na;b;c,d\r\n", unicode.LittleEndian, unicode.IgnoreBOM), csvfile.UTF16LE, ",", []string{"a;b;c", "d"}, csvfile.Position{Offset: 34, Row: 1}},
		"sep= with a bar":        {"sep=|\na|b\n", csvfile.ASCII, "|", []string{"a", "b"}, csvfile.Position{Offset: 10, Row: 1}},
		"columns without a name": {"a,,b,\n", csvfile.ASCII, ",", []string{"a", "", "b", ""}, csvfile.Position{Offset: 6, Row: 1}},
		"zeros in a cell":        {"a,b\n1,\x002\n", csvfile.ASCII, ",", []string{"a", "b"}, csvfile.Position{Offset: 4, Row: 1}},
		"zeros in UTF-16":        {"\xFF\xFE" + utf16("a;b\n1;\x002\n", unicode.LittleEndian, unicode.IgnoreBOM), csvfile.UTF16LE, ";", []string{"a", "b"}, csvfile.Position{Offset: 10, Row: 1}},
		"cut within a character": {"name,x\n" + strings.Repeat("é", (1<<20-6)/2) + "\n", csvfile.UTF8, ",", []string{"name", "x"}, csvfile.Position{Offset: 7, Row: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			layout, err := csvfile.Detect(iotest.HalfReader(strings.NewReader(test.file)))
			require.NoError(t, err)
			want := csvfile.Layout{Encoding: test.encoding, Delimiter: test.delimiter, Header: test.header, Start: test.start}
			require.Equal(t, want, layout)
			text, err := json.Marshal(layout)
			require.NoError(t, err)
			var stored csvfile.Layout
			require.NoError(t, json.Unmarshal(text, &stored))
			require.Equal(t, layout, stored)
		})
	}

	t.Run("columns that were added", func(t *testing.T) {
		t.Parallel()
		own := strings.Repeat("a,", 300)
		for file, columns := range map[string]int{
			own + "row,Error\n": 302, own[2:] + "row,error\n": 301, own + "row,error" + strings.Repeat(",", 300) + "\n": 302,
			"a,row,error\n": 3, "row,error\n": 2,
		} {
			layout, err := csvfile.Detect(strings.NewReader(file), "row", "error")
			require.NoError(t, err)
			require.Len(t, layout.Header, columns)
		}
		for file, columns := range map[string]string{
			own + "error,row\n": "302", own + "row,error,a\n": "303", own + "a,row,error\n": "301", own + "row\n": "301",
		} {
			_, err := csvfile.Detect(strings.NewReader(file), "row", "error")
			require.ErrorContains(t, err, "has "+columns+" columns; 300 are possible")
		}
	})

	t.Run("columns to the edge of the sheet", func(t *testing.T) {
		t.Parallel()
		layout, records := table(t, "a,b"+strings.Repeat(",", 16_382)+"\n1,2"+strings.Repeat(",", 16_382)+"\n")
		require.Len(t, layout.Header, 300)
		require.Len(t, records, 1)
		require.Nil(t, records[0].Fault)
	})

	zipped := func(names ...string) string {
		var file bytes.Buffer
		w := zip.NewWriter(&file)
		for _, name := range names {
			part, err := w.Create(name)
			require.NoError(t, err)
			_, err = part.Write([]byte("a,b\n"))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return file.String()
	}
	gzipped := func(text string) string {
		var file bytes.Buffer
		w := gzip.NewWriter(&file)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return file.String()
	}
	for name, test := range map[string]struct{ file, want string }{
		"ErrEmpty":       {"", "The file is empty."},
		"ErrMark":        {"\xEF\xBB\xBF", "has no header"},
		"ErrBlank":       {"\n\n,,,\n \n", "has no header"},
		"ErrSep":         {"sep=;\r\n", "has no header"},
		"ErrNUL":         {"a,\x00b\n1,2\n", "is not text"},
		"ErrNULWithMark": {"\xEF\xBB\xBFa,\x00b\n1,2\n", "is not text"},
		"ErrNULAlone":    {"a,\x00b", "is not text"},
		"ErrControls":    {"a,b\n1,\x00\x012\n", "is not text"},
		"ErrWideZero":    {"\xFF\xFEa\x00\x00\x00\n\x00", "is not text"},
		"ErrUTF32":       {"\xFF\xFE\x00\x00a\x00\x00\x00,\x00\x00\x00b\x00\x00\x00", "is not text"},
		"ErrPNG":         {"\x89PNG\r\n\x1A\n\x00\x00\x00\rIHDR\x00\x00\x04\x00\x00\x00\x03\x00\x08\x06", "is not text"},
		"ErrProgram":     {"\x7FELF\x02\x01\x01" + strings.Repeat("\x00", 300) + "\x03\x00\x3E\x00", "is not text"},
		"ErrZip":         {zipped("contacts.csv"), "is an archive"},
		"ErrEmptyZip":    {zipped(), "is an archive"},
		"ErrXLSX":        {zipped("[Content_Types].xml", "xl/workbook.xml"), "is a spreadsheet"},
		"ErrXLS":         {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 500), "is a spreadsheet"},
		"ErrGzip":        {gzipped("a,b\n"), "is compressed"},
		"ErrPDF":         {"%PDF-1.7\n", "is a PDF"},
		"ErrHTML":        {"\xEF\xBB\xBF\r\n<!DOCTYPE html><table>", "is a document or a web page"},
		"ErrSeparator":   {"sep=x\naxb\n", `says that "x" is between the cells`},
		"ErrColumns":     {strings.Repeat("a,", 1999) + "a\n1,2\n", "has 2000 columns; 300 are possible"},
		"ErrColumns301":  {strings.Repeat("a,", 300) + "a\n1,2\n", "has 301 columns"},
		"ErrUnclosed":    {"\na,\"b\n1,2\n", "The header, row 2 of the file, has a cell, number 2, that has an opening quotation mark that is never closed."},
		"ErrLong":        {"a," + strings.Repeat("b", 2<<20), "is longer than 64 KiB"},
		"ErrLongNames":   {strings.Repeat(strings.Repeat("b", 60_000)+",", 20), "is longer than 1024 KiB"},
		"ErrName":        {"a," + strings.Repeat("é", 201) + "\n", "The name of column 2 is longer than 200 characters."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := csvfile.Detect(strings.NewReader(test.file))
			require.ErrorContains(t, err, test.want)
			require.Equal(t, fault.ValidationError, fault.From(err).Code)
		})
	}

	t.Run("ErrRead", func(t *testing.T) {
		t.Parallel()
		_, err := csvfile.Detect(io.MultiReader(strings.NewReader("a,b\n"), iotest.ErrReader(io.ErrClosedPipe)))
		require.ErrorIs(t, err, io.ErrClosedPipe)
	})
}
