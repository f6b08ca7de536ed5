package people_test

import (
	"testing"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestPartitions(t *testing.T) {
	t.Parallel()
	firmhubtest.OnPartitions(t, "TestRoles", "TestRoleProperties", "TestPolicyRules", "TestExplainAccess", "TestOwnSessions")
}
