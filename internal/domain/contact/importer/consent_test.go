package importer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

// TestImport_OptIn: a file says who may get marketing messages, and never overrules who has opted
// out.
func TestImport_OptIn(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		defer b.stop()
		out := "+442079460000"
		_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &out, State: consent.OptedOut, Evidence: "on the phone"})
		require.NoError(t, err)
		file := "firstName,phone,email,Opt-in\n" +
			"Ana,+55 11 98765-4321,ana@example.com,yes\n" +
			"Bea,+44 20 7946 0000,bea@example.com,sim\n" +
			"Cia,+44 20 7946 0001,,no\n" +
			"Dua,+44 20 7946 0002,,\n" +
			"Eva,+44 20 7946 0003,,perhaps\n" +
			"Cia,+44 20 7946 0001,,yes\n"
		want := map[string]consent.State{
			"+5511987654321": consent.OptedIn, "ana@example.com": consent.OptedIn, "bea@example.com": consent.OptedIn,
			out: consent.OptedOut, "+442079460001": consent.OptedOut,
		}
		dry := b.run(t, file, importer.Input{DryRun: new(true)})
		require.Len(t, b.consents(t), 1, "a dry run says nothing")
		require.Equal(t, []string{"6 Eva,+44 20 7946 0003,,perhaps: must be yes or no"}, b.rejects(t, dry.ID))

		for range 2 { // The second time there is nothing new.
			b.run(t, file, importer.Input{})
			entries := b.consents(t)
			require.Len(t, entries, len(want))
			for _, entry := range entries {
				require.Equal(t, want[entry.Address], entry.State, entry.Address)
				require.Equal(t, entry.Address == out, entry.Source == consent.FromAPI)
			}
		}
		verified, err := consent.Verify(t.Context(), d, nil, func(f consent.Fault) { t.Error(f.What) })
		require.NoError(t, err)
		require.Equal(t, int64(6), verified.Entries, "yes and no for one phone are two")
	})
}

// consents returns the entries in force.
func (b *bundle) consents(t *testing.T) []*consent.Entry {
	t.Helper()
	page, err := consent.List(b.ctx, b.DB, consent.ListInput{})
	require.NoError(t, err)
	entries, err := page.Items(b.ctx)
	require.NoError(t, err)
	return entries
}
