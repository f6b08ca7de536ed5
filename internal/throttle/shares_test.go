package throttle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/throttle"
)

func TestShares(t *testing.T) {
	t.Parallel()
	shares := throttle.NewShares[string, string](4)
	require.Equal(t, 4, shares.OfGroup())
	require.Equal(t, 2, shares.OfMember())
	ends := map[string]func(){}
	begin := func(group, member string) error {
		end, err := shares.Begin(group, member)
		if err == nil {
			ends[group+" "+member] = end
		}
		return err
	}

	require.NoError(t, begin("acme", "ada"))
	require.NoError(t, begin("acme", "ada"))
	require.ErrorIs(t, begin("acme", "ada"), throttle.ErrMemberFull)
	require.NoError(t, begin("other", "ada"), "she has a share in each of her groups")
	require.NoError(t, begin("acme", "ben"), "the other half is for others")
	require.NoError(t, begin("acme", "cem"))
	require.ErrorIs(t, begin("acme", "ben"), throttle.ErrGroupFull)
	require.ErrorIs(t, begin("acme", "ada"), throttle.ErrMemberFull, "it is her own share that is full, whatever the group has")

	ends["acme cem"]()
	require.NoError(t, begin("acme", "ben"))
	ends["acme ada"]()
	require.NoError(t, begin("acme", "ada"), "what ended counts no more")
	require.ErrorIs(t, begin("acme", "ada"), throttle.ErrMemberFull)
	require.ErrorIs(t, begin("acme", "cem"), throttle.ErrGroupFull)
}
