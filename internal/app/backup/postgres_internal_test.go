package backup

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLibpq(t *testing.T) {
	t.Parallel()
	for from, want := range map[string][2]string{
		"postgres://ada@host:5432/firmhub":                                    {"postgres://ada@host:5432/firmhub", ""},
		"postgres://ada:s%40e@host/firmhub?sslmode=require&pool_max_conns=20": {"postgres://ada@host/firmhub?sslmode=require", "s@e"},
		"postgres:///firmhub?host=%2Frun&password=secret":                     {"postgres:///firmhub?host=%2Frun", "secret"},
	} {
		address, password, err := libpq(from)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{address, password})
	}
	_, _, err := libpq("postgres://ada:s3cret@ho st/%zz")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "s3cret")
}
