package stream_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/stream"
)

func TestRows(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e10")
	write := func(format stream.Format) string {
		rows := stream.NewRows(format, []string{"id", "at", "text", "n", "json", "none"})
		rows.ID(id)
		rows.Time(time.Date(2026, 1, 31, 9, 30, 0, 5000, time.FixedZone("", 3600)))
		rows.Text("a \"quoted\"\nline, 𝒳")
		rows.Int(-7)
		rows.JSON(json.RawMessage("{\n\"a\": 1}"))
		rows.Null()
		rows.End()
		rows.OptionalID(&id)
		rows.OptionalTime(new(time.Time))
		rows.OptionalText(new(string))
		rows.Int(0)
		rows.JSON(nil)
		rows.OptionalID(nil)
		rows.End()
		rows.OptionalID(nil)
		rows.OptionalTime(nil)
		rows.OptionalText(nil)
		rows.Null()
		rows.JSON(nil)
		rows.Null()
		rows.End()
		text := string(rows.Bytes())
		rows.Reset()
		require.Empty(t, rows.Bytes())
		return text
	}

	t.Run("CSV", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "id,at,text,n,json,none\r\n"+
			id.String()+",2026-01-31T08:30:00.000005Z,\"a \"\"quoted\"\"\nline, 𝒳\",-7,\"{\n\"\"a\"\": 1}\",\r\n"+
			id.String()+",0001-01-01T00:00:00Z,,0,,\r\n,,,,,\r\n", write(stream.CSV))
	})

	t.Run("NDJSON", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, `{"id":"`+id.String()+`","at":"2026-01-31T08:30:00.000005Z","text":"a \"quoted\"\nline, 𝒳","n":-7,"json":{"a":1},"none":null}`+"\n"+
			`{"id":"`+id.String()+`","at":"0001-01-01T00:00:00Z","text":"","n":0,"json":null,"none":null}`+"\n"+
			`{"id":null,"at":null,"text":null,"n":null,"json":null,"none":null}`+"\n", write(stream.NDJSON))
	})

	t.Run("AnyText", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{"\x00\x1f", "\xff", "\u2028", "<a>", `\`, `"`, "\r", " x", "a,b"} {
			rows := stream.NewRows(stream.NDJSON, []string{"t"})
			rows.Text(text)
			rows.End()
			var read struct{ T string }
			require.NoError(t, json.Unmarshal(rows.Bytes(), &read), "%q", rows.Bytes())
			require.Equal(t, string([]rune(text)), read.T)
			require.Equal(t, 1, bytes.Count(rows.Bytes(), []byte("\n")))
		}
	})

	t.Run("Formulas", func(t *testing.T) {
		t.Parallel()
		for text, want := range map[string]string{
			"=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", "\r=1": "'\r'=1", "\n=1": "'\n'=1", "＝1": "'＝1",
			"+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-1+1": "'-1+1", "+1-2": "'+1-2", `="a","b"`: `'="a","b"`,
			"+351 212345678": "+351 212345678", "-12.5": "-12.5", "1=1": "1=1", "a@b.example": "a@b.example", "": "", "'=1": "''=1",
			"\uFEFF\uFEFF=1": "'\uFEFF\uFEFF=1", "x;=1+1": "x;'=1+1",
		} {
			rows := stream.NewRows(stream.CSV, []string{"first", text})
			rows.Text("row")
			rows.Text(text)
			rows.End()
			read, err := csv.NewReader(bytes.NewReader(rows.Bytes())).ReadAll()
			require.NoError(t, err)
			require.Equal(t, [][]string{{"first", want}, {"row", want}}, read, text)
		}
	})

	t.Run("Formulas/FirstCell", func(t *testing.T) {
		t.Parallel()
		rows := stream.NewRows(stream.CSV, []string{"+55", "last"})
		for _, write := range []func(){
			func() { rows.Text("+55 11987654321") }, func() { rows.Int(-5) }, func() { rows.Number("-5.5") }, func() { rows.Int(5) },
		} {
			write()
			rows.Number("-0.5")
			rows.End()
		}
		require.Equal(t, "'+55,last\r\n'+55 11987654321,-0.5\r\n'-5,-0.5\r\n'-5.5,-0.5\r\n5,-0.5\r\n", string(rows.Bytes()))
	})

	t.Run("Full", func(t *testing.T) {
		t.Parallel()
		rows := stream.NewRows(stream.CSV, []string{"t"})
		for range stream.PageBytes / 1026 {
			rows.Text(strings.Repeat("x", 1024))
			rows.End()
		}
		require.False(t, rows.Full())
		rows.Text(strings.Repeat("x", 1024))
		rows.End()
		require.True(t, rows.Full())
		rows.Reset()
		require.False(t, rows.Full())
	})

	t.Run("ErrCells", func(t *testing.T) {
		t.Parallel()
		rows := stream.NewRows(stream.CSV, []string{"a", "b"})
		rows.Int(1)
		require.PanicsWithValue(t, "stream: a row has 1 cells for 2 columns", rows.End)
	})
}

func TestOf(t *testing.T) {
	t.Parallel()
	type input struct {
		From    *time.Time
		ActorID *uuid.UUID
		Names   []string
	}
	var got input
	source := stream.Of(func(_ context.Context, in input) (*stream.Table, error) {
		got = in
		return &stream.Table{}, nil
	})
	id := uuid.New()
	given := map[string]any{"from": "2026-01-31T09:30:00Z", "actorId": id.String(), "names": []any{"a"}}
	for _, variables := range []map[string]any{given, {"input": given}} {
		_, err := source(t.Context(), variables)
		require.NoError(t, err)
		require.Equal(t, &id, got.ActorID)
		require.Equal(t, []string{"a"}, got.Names)
		require.Equal(t, 2026, got.From.Year())
	}
	_, err := source(t.Context(), map[string]any{"from": 1})
	require.ErrorContains(t, err, "stream: decode the variables")
}

// BenchmarkRows measures a row of an export without reading it.
func BenchmarkRows(b *testing.B) {
	columns := []string{"id", "createdAt", "direction", "name", "phone", "template", "category", "status", "sentAt", "readAt", "error"}
	id, now := uuid.New(), time.Now()
	for _, format := range []stream.Format{stream.CSV, stream.NDJSON} {
		b.Run(string(format), func(b *testing.B) {
			rows := stream.NewRows(format, columns)
			b.ReportAllocs()
			for b.Loop() {
				rows.ID(id)
				rows.Time(now)
				for _, text := range []string{"Outbound", "Ada Lovelace", "+351212345678", "welcome", "Utility", "Read"} {
					rows.Text(text)
				}
				rows.Time(now)
				rows.Time(now)
				rows.Null()
				rows.End()
				rows.Reset()
			}
		})
	}
}
