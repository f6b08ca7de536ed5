package event_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/event"
)

// The documentation has a row for each type of events, in the same order.
func TestKinds_Doc(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("| Type | Permission | When | data |\n|---|---|---|---|\n")
	kinds := event.Kinds()
	for i := range kinds {
		k := &kinds[i]
		data := k.Schema
		if data == "" {
			data = "`{id}`"
		}
		table.WriteString("| " + string(k.Type) + " | " + k.Module + ":View | " + k.When + " | " + data + " |\n")
	}
	text, err := os.ReadFile("../../../docs/webhooks.md")
	require.NoError(t, err)
	require.Contains(t, string(text), table.String(), "copy the table from here")
}
