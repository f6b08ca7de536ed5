package csvfile_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// readAll returns the records up to the end of the file.
func readAll(t require.TestingT, r *csvfile.Reader) []csvfile.Record {
	records := make([]csvfile.Record, 0)
	for {
		before := r.Position()
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			return records
		}
		require.NoError(t, err)
		if after := r.Position(); after.Offset <= before.Offset || after.Row != record.Row {
			require.Fail(t, "a wrong position", "%+v, then %+v and row %d", before, after, record.Row)
		}
		records = append(records, record)
	}
}

// table returns the records of a file whose layout is detected.
func table(t *testing.T, file string) (csvfile.Layout, []csvfile.Record) {
	t.Helper()
	layout, err := csvfile.Detect(strings.NewReader(file))
	require.NoError(t, err)
	return layout, readAll(t, csvfile.NewReader(strings.NewReader(file[layout.Start.Offset:]), layout, layout.Start))
}

func good(row int, cells ...string) csvfile.Record { return csvfile.Record{Row: row, Cells: cells} }

func bad(row int, column, message string, cells ...string) csvfile.Record {
	return csvfile.Record{Row: row, Cells: cells, Fault: &csvfile.Fault{Column: column, Message: message}}
}

const neverClosed = "has an opening quotation mark that is never closed"

func TestReader(t *testing.T) {
	t.Parallel()

	for name, test := range map[string]struct {
		file string
		want []csvfile.Record
	}{
		"rows":                       {"a,b\r\n1,2\r\n3,4\r\n", []csvfile.Record{good(2, "1", "2"), good(3, "3", "4")}},
		"no line break at the end":   {"a,b\n1,2", []csvfile.Record{good(2, "1", "2")}},
		"a delimiter at the end":     {"a,b\n1,", []csvfile.Record{good(2, "1", "")}},
		"carriage returns":           {"a,b\r1,2\r3,4\r", []csvfile.Record{good(2, "1", "2"), good(3, "3", "4")}},
		"mixed line breaks":          {"a,b\r\n1,2\n3,4\r5,6", []csvfile.Record{good(2, "1", "2"), good(3, "3", "4"), good(4, "5", "6")}},
		"only a header":              {"a,b", []csvfile.Record{}},
		"blank rows count":           {"\n\na,b\n\n1,2\n , \n,,,,\n\"\"\n3,4\n\n", []csvfile.Record{good(5, "1", "2"), good(9, "3", "4")}},
		"white space stays":          {"a,b\n 1 ,\t2 \n", []csvfile.Record{good(2, " 1 ", "\t2 ")}},
		"control characters stay":    {"a,b\n1\x01,\x7F\n", []csvfile.Record{good(2, "1\x01", "\x7F")}},
		"quoted":                     {"a,b\n\"1,\"\"x\"\"\r\ny\",\"\"\n3,4\n", []csvfile.Record{good(2, "1,\"x\"\r\ny", ""), good(3, "3", "4")}},
		"a mark within a cell":       {"a,b\n6\" pipe,5'11\"\n", []csvfile.Record{good(2, "6\" pipe", "5'11\"")}},
		"text after the closing one": {"a,b\n\"1\" x\"y\",\"2\" \n\"3\n4\" ,5\n", []csvfile.Record{good(2, "1 x\"y\"", "2 "), good(3, "3\n4 ", "5")}},
		"too few cells":              {"a,b,c\n1\n", []csvfile.Record{good(2, "1", "", "")}},
		"too many cells": {"a,b\n1,2, ,\"\",\n1,2,,3,\n4,5\n", []csvfile.Record{
			good(2, "1", "2"),
			bad(3, "", "has 4 cells, but the header has 2: a cell that contains a comma must be in quotation marks", "1", "2", "", "3", ""),
			good(4, "4", "5"),
		}},
		"formulas": {"a,b\n'=1+1,+55 11 98765-4321\n'+5511987654321,''=1\n\"'\t\",'x\n", []csvfile.Record{
			good(2, "=1+1", "+55 11 98765-4321"), good(3, "+5511987654321", "'=1"), good(4, "\t", "'x"),
		}},

		"an unclosed mark in the first row": {"a,b\n\"1,2\n3,4\n5,6\n", []csvfile.Record{
			bad(2, "a", neverClosed, "\"1", "2"), good(3, "3", "4"), good(4, "5", "6"),
		}},
		"an unclosed mark in the middle": {"a,b\n1,2\n3,\"4\n5,\"6\"\n7,\"\"\n", []csvfile.Record{
			good(2, "1", "2"), bad(3, "b", neverClosed, "3", "\"4"), good(4, "5", "6"), good(5, "7", ""),
		}},
		"an unclosed mark in the last row": {"a,b\n1,2\n3,\"4", []csvfile.Record{good(2, "1", "2"), bad(3, "b", neverClosed, "3", "\"4")}},
		"unclosed marks in all rows": {"a,b\n1,\"2\n3,\"4\n5,\"6\n", []csvfile.Record{
			bad(2, "b", neverClosed, "1", "\"2"), bad(3, "b", neverClosed, "3", "\"4"), bad(4, "b", neverClosed, "5", "\"6"),
		}},
		"an unclosed mark after a cell of two lines": {"a,b\n\"1\n2\",\"3\n4,5\n", []csvfile.Record{
			bad(2, "b", neverClosed, "1\n2", "\"3"), good(3, "4", "5"),
		}},
		"a mark alone at the end": {"a,b\n1,\"", []csvfile.Record{bad(2, "b", neverClosed, "1", "\"")}},
		"no name to tell":         {"a,\n1,\"2", []csvfile.Record{bad(2, "", "has a cell, number 2, that "+neverClosed, "1", "\"2")}},

		"broken UTF-8": {"é,b\nx\xE9,y\nz,\xFF\né,é\n", []csvfile.Record{
			bad(2, "é", "has letters that are not UTF-8, the encoding of the file", "x\uFFFD", "y"),
			bad(3, "b", "has letters that are not UTF-8, the encoding of the file", "z", "\uFFFD"),
			good(4, "é", "é"),
		}},
		"a cut character": {"é,b\né,1\n2,\xC3", []csvfile.Record{good(2, "é", "1"), bad(3, "b", "has letters that are not UTF-8, the encoding of the file", "2", "\uFFFD")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, records := table(t, test.file)
			require.Equal(t, test.want, records)
		})
	}

	t.Run("letters after a long beginning in ASCII", func(t *testing.T) {
		t.Parallel()
		file := "a,b\n" + strings.Repeat("1,2\n", 300_000)
		layout, records := table(t, file+"Jos\xE9,\x80\nJosé,€\n")
		require.Equal(t, csvfile.ASCII, layout.Encoding)
		require.Equal(t, []csvfile.Record{good(300_002, "José", "€"), good(300_003, "José", "€")}, records[300_000:])
	})

	t.Run("a field of 10 MB", func(t *testing.T) {
		t.Parallel()
		long := strings.Repeat("é", 5_000_000)
		for _, mark := range []string{"", "\""} {
			_, records := table(t, "a,b,c\n1,2,3\n4,"+mark+long+mark+",6\n7,8,9\n")
			require.Len(t, records, 3)
			require.Equal(t, good(2, "1", "2", "3"), records[0])
			require.Equal(t, &csvfile.Fault{Message: "is longer than 1024 KiB", Cut: true}, records[1].Fault)
			require.Equal(t, 3, records[1].Row)
			require.Equal(t, "4", records[1].Cells[0])
			require.LessOrEqual(t, len(records[1].Cells[1]), 64<<10)
			require.Equal(t, good(4, "7", "8", "9"), records[2])
		}
	})

	t.Run("a long cell", func(t *testing.T) {
		t.Parallel()
		fits := strings.Repeat("é", 32<<10)
		_, records := table(t, "é,b\n1,"+fits+"\n2,x"+fits+"\n3,4\n")
		long := bad(3, "b", "is longer than 64 KiB", "2", "x"+fits[:len(fits)-2])
		long.Fault.Cut = true
		require.Equal(t, []csvfile.Record{good(2, "1", fits), long, good(4, "3", "4")}, records)
	})

	t.Run("an unclosed mark before many rows", func(t *testing.T) {
		t.Parallel()
		_, records := table(t, "a,b\n1,\"2\n"+strings.Repeat("3,4\n", 270_000))
		require.Len(t, records, 270_001)
		require.Equal(t, bad(2, "b", neverClosed, "1", "\"2"), records[0])
		require.False(t, slices.ContainsFunc(records[1:], func(r csvfile.Record) bool { return r.Fault != nil }))
		require.Equal(t, good(270_002, "3", "4"), records[270_000])
	})

	t.Run("more cells than are kept", func(t *testing.T) {
		t.Parallel()
		_, records := table(t, "a,b\n"+strings.Repeat("1,", 1000)+"\n"+strings.Repeat(",", 500_000)+"\n3,4\n")
		require.Len(t, records, 2)
		require.Contains(t, records[0].Fault.Message, "has 1000 cells")
		require.Len(t, records[0].Cells, 360)
		require.True(t, records[0].Fault.Cut)
		require.Equal(t, good(4, "3", "4"), records[1])
	})

	t.Run("UTF-16 that ends within a character", func(t *testing.T) {
		t.Parallel()
		file := "\xFF\xFEa\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x003\x00,\x004\x00\n"
		layout, err := csvfile.Detect(strings.NewReader(file))
		require.NoError(t, err)
		r := csvfile.NewReader(strings.NewReader(file[layout.Start.Offset:]), layout, layout.Start)
		require.Equal(t, []csvfile.Record{
			good(2, "1", "2"), bad(3, "b", "has letters that are not UTF-16, the encoding of the file", "3", "4\uFFFD"),
		}, readAll(t, r))
		require.EqualValues(t, len(file), r.Position().Offset)
	})

	t.Run("ErrRead", func(t *testing.T) {
		t.Parallel()
		for _, broken := range []error{io.ErrUnexpectedEOF, io.ErrClosedPipe} {
			file := "a,b\n1,2\n3,"
			layout := csvfile.Layout{Encoding: csvfile.UTF8, Delimiter: ",", Header: []string{"a", "b"}, Start: csvfile.Position{Offset: 4, Row: 1}}
			content := struct {
				io.Reader
				io.Seeker
			}{Reader: io.MultiReader(strings.NewReader(file[4:]), iotest.ErrReader(broken))}
			r := csvfile.NewReader(content, layout, layout.Start)
			record, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, good(2, "1", "2"), record)
			for range 2 {
				_, err = r.Next()
				require.ErrorIs(t, err, broken)
				require.Equal(t, csvfile.Position{Offset: 8, Row: 2}, r.Position())
			}
		}
	})
}

// However many blank rows there are, the reader returns to its caller, and continues where it was.
func TestReader_ManyBlankRows(t *testing.T) {
	t.Parallel()
	for _, blank := range []string{"\n", ",\n", ",\r\n", "\"\"\n"} {
		rows := 3<<20/len(blank) + 1
		file := "a,b\n" + strings.Repeat(blank, rows) + "x,y\n"
		layout, err := csvfile.Detect(strings.NewReader(file))
		require.NoError(t, err)
		at, pauses := layout.Start, 0
		for {
			reader := csvfile.NewReader(strings.NewReader(file[at.Offset:]), layout, at)
			record, err := reader.Next()
			if err == nil {
				require.Equal(t, good(rows+2, "x", "y"), record)
				break
			}
			require.ErrorIs(t, err, csvfile.ErrBlank)
			require.Less(t, reader.Position().Offset-at.Offset, int64(2<<20))
			at = reader.Position()
			pauses++
		}
		require.Equal(t, 2, pauses)
	}
}
