package firmhubtest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// OnPartitions runs tests of the package again, on a PostgreSQL database whose tables are
// partitioned by firm, where each statement must name its firm.
func OnPartitions(t *testing.T, tests ...string) {
	t.Helper()
	if os.Getenv(dbtest.PartitionedEnv) != "" {
		return // all tests run on partitions already
	}
	program, err := os.Executable()
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), program, "-test.run", "^("+strings.Join(tests, "|")+")$/^postgres$") //nolint:gosec // this program
	run.Env = append(os.Environ(), dbtest.PartitionedEnv+"=1")
	said, err := run.CombinedOutput()
	require.NoError(t, err, "%s", said)
}
