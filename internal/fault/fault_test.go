package fault_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

func TestDetails_Err(t *testing.T) {
	t.Parallel()
	var details fault.Details
	require.NoError(t, details.Err())
	for i := range 5 {
		details.Add("tags", "has fault %d", i)
	}
	const five = "Invalid request: tags has fault 0; tags has fault 1; tags has fault 2; tags has fault 3; tags has fault 4"
	require.Equal(t, five+".", fault.From(details.Err()).Message)
	details.Add("", "all of it is odd")
	details.Add("page", "is odd")
	told := fault.From(details.Err())
	require.Equal(t, five+"; and 2 more.", told.Message)
	require.Equal(t, details, fault.Details(told.Details), "the details are all there")
}

func TestShown(t *testing.T) {
	t.Parallel()
	for text, shown := range map[string]string{
		"": "", "short": "short", strings.Repeat("𝒳", 64): strings.Repeat("𝒳", 64),
		strings.Repeat("𝒳", 65): strings.Repeat("𝒳", 64) + "…", strings.Repeat("<", 1<<20): strings.Repeat("<", 64) + "…",
	} {
		require.Equal(t, shown, fault.Shown(text))
	}
}

func TestErrIsBounded(t *testing.T) {
	t.Parallel()
	var details fault.Details
	for i := range 1000 {
		details.Add("field", "is wrong %d", i)
	}
	refusal := fault.From(details.Err())
	require.Len(t, refusal.Details, fault.MaxDetails)
	require.Equal(t, "Invalid request: field is wrong 0; field is wrong 1; field is wrong 2; field is wrong 3; field is wrong 4; "+
		"and 995 more.", refusal.Message)
	require.Equal(t, "a, b", fault.List([]string{"a", "b"}, ", "))
}
