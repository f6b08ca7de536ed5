package fault_test

import (
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
