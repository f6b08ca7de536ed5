package logger_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/viewer"
)

func TestLogSize(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("é", 1<<20)
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{ID: "mine"}})

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for _, format := range []string{"json", "text"} {
			var out bytes.Buffer
			log := newLogger(t, format, &out).With("with", huge)
			log.ErrorContext(ctx, "failed "+huge[:40], "path", huge, "error", errors.New(huge), "any", []string{huge},
				slog.Group("group", "in", huge, slog.Group("deeper", "in", huge)), "n", 1)
			require.Less(t, out.Len(), 64<<10)
			require.Contains(t, out.String(), "bytes more)")
			require.Contains(t, out.String(), "mine")
			require.NotContains(t, out.String(), "\ufffd", "cut between letters")
		}
	})

	t.Run("WhatDoesNotFitIsLeftOut", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := newLogger(t, "", &out)
		log.ErrorContext(ctx, "failed", "error", huge, "panic", huge, "stack", huge, "n", 1)
		line := map[string]any{}
		require.NoError(t, json.Unmarshal(out.Bytes(), &line))
		require.Less(t, out.Len(), 64<<10)
		require.InEpsilon(t, 2, line["omitted"], 0)
		require.InEpsilon(t, 1, line["n"], 0)
		require.Equal(t, "mine", line["request"])
	})
}
