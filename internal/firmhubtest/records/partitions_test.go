package records_test

import (
	"testing"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestPartitions(t *testing.T) {
	t.Parallel()
	firmhubtest.OnPartitions(t, "TestAPIKeys")
}
