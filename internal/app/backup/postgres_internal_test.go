package backup

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLibpq(t *testing.T) {
	t.Parallel()
	for from, want := range map[string][2]string{
		"postgres://ada@host:5432/firmhub":                                    {"postgres://ada@host:5432/firmhub?target_session_attrs=primary", ""},
		"postgres://ada:s%40e@host/firmhub?sslmode=require&pool_max_conns=20": {"postgres://ada@host/firmhub?sslmode=require&target_session_attrs=primary", "s@e"},
		"postgres:///firmhub?host=%2Frun&password=secret":                     {"postgres:///firmhub?host=%2Frun&target_session_attrs=primary", "secret"},
		"postgres://ada@one/firmhub?application_name=a+b":                     {"postgres://ada@one/firmhub?application_name=a%2Bb&target_session_attrs=primary", ""},
		"postgres://ada@one,two/firmhub?target_session_attrs=any":             {"postgres://ada@one,two/firmhub?target_session_attrs=primary", ""},
		"postgres://ada@one,two/firmhub?target_session_attrs=read-write":      {"postgres://ada@one,two/firmhub?target_session_attrs=read-write", ""},
		"postgres://ada@host/firmhub?statement_timeout=30000&search_path=a,%20b&options=-c%20geqo%3Doff&krbspn=x": {
			`postgres://ada@host/firmhub?options=-c%20geqo%3Doff%20-c%20search_path%3Da%2C%5C%20b%20-c%20statement_timeout%3D30000` +
				"&target_session_attrs=primary", "",
		},
	} {
		address, hidden, err := libpq(from)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{address, hidden.password})
		require.Empty(t, hidden.keyPassword)
	}
	address, hidden, err := libpq("postgres://ada@host/firmhub?sslkey=ada.key&sslpassword=s%40e")
	require.NoError(t, err)
	require.Equal(t, "postgres://ada@host/firmhub?service=firmhub&sslkey=ada.key&target_session_attrs=primary", address)
	require.Equal(t, secrets{keyPassword: "s@e"}, hidden)
	_, _, err = libpq("postgres://ada:s3cret@ho st/%zz")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "s3cret")
}

// The password of a TLS key is in a file that only this account reads.
func TestServiceFile(t *testing.T) {
	t.Parallel()
	path, err := serviceFile("s@e =#")
	require.NoError(t, err)
	defer func() { require.NoError(t, os.Remove(path)) }()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "[firmhub]\nsslpassword=s@e =#\n", string(content))
}

// pg_restore sets transaction_timeout from release 17 on, which earlier servers refuse.
func TestFits(t *testing.T) {
	t.Parallel()
	for _, right := range [][2]int{{15, 15}, {16, 15}, {17, 17}, {18, 17}} {
		require.NoError(t, fits("pg_dump", right[0], right[1]))
	}
	require.EqualError(t, fits("pg_dump", 17, 16), "pg_dump is of PostgreSQL 17, whose dumps can't be restored into PostgreSQL 16: "+
		"install the client of PostgreSQL 16, such as apt-get install postgresql-client-16, and run this again")
	require.EqualError(t, fits("pg_restore", 16, 17), "pg_restore is of PostgreSQL 16, which is older than the server: "+
		"install the client of PostgreSQL 17 or newer, such as apt-get install postgresql-client-17, and run this again")
}
