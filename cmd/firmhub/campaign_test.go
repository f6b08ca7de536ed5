package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// TestCampaignVerify checks the campaigns of the demo: as they are, and with a wrong count.
func TestCampaignVerify(t *testing.T) {
	t.Parallel()
	demo := newDemo(t)
	demo.stop(t)
	out, _ := output(t, firmhub(t, demo.dir, "campaign", "verify"), exitOK)
	require.Regexp(t, `\d firms with [1-9]\d* campaigns: 0 faults`, out)

	d, err := db.Open(t.Context(), "sqlite://"+filepath.Join(demo.dir, "data", "firmhub.db"))
	require.NoError(t, err)
	_, err = d.AcrossFirms(rule.AcrossFirms(t.Context(), "break a count")).Exec("UPDATE campaigns SET failed = failed + 1")
	require.NoError(t, err)
	require.NoError(t, d.Close())
	out, faults := output(t, firmhub(t, demo.dir, "campaign", "verify"), exitFailure)
	require.Contains(t, out, "the counts of states are ")
	require.Contains(t, faults, "campaigns have faults")
}
