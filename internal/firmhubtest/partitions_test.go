package firmhubtest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// onPartitions are tests that use every part of the API.
const onPartitions = "^(TestMatrix|TestRoles|TestRoleProperties|TestAPIKeys|TestPolicyRules|TestExplainAccess|TestNoFirm|" +
	"TestOwnSessions|TestAudit|TestContactSearch)$/^postgres$"

// The tests of the API run again on a database whose tables are partitioned by firm, where each
// statement must name its firm.
func TestPartitions(t *testing.T) {
	if os.Getenv(dbtest.PartitionedEnv) != "" {
		return // all tests run on partitions already
	}
	t.Parallel()
	program, err := os.Executable()
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), program, "-test.run", onPartitions)
	run.Env = append(os.Environ(), dbtest.PartitionedEnv+"=1")
	said, err := run.CombinedOutput()
	require.NoError(t, err, "%s", said)
}
