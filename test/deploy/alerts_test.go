package deploy_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAlerts checks the alerts as Prometheus does, and runs their tests.
func TestAlerts(t *testing.T) {
	t.Parallel()
	for _, arguments := range [][]string{
		{"check", "rules", "../../deploy/prometheus/alerts.yaml"},
		{"test", "rules", "../../deploy/prometheus/alerts_test.yaml"},
	} {
		out, err := exec.CommandContext(t.Context(), "promtool", arguments...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
}
