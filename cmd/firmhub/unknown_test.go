package main

import (
	"slices"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, kong.Vars{"version": ""})
	require.NoError(t, err)
	known := []string{
		"HOME=/root", "FIRMHUB=1", "FIRMHUB_DATABASE_URL=x", "FIRMHUB_ADMIN_PASSWORD=x", "FIRMHUB_PASSWORD=x", "FIRMHUB_API_KEY=x", "FIRMHUB_SERVER=x",
		"FIRMHUB_SERVICE_HOST=10.0.0.1", "FIRMHUB_SERVICE_PORT=80", "FIRMHUB_PORT=tcp://10.0.0.1:80", "FIRMHUB_PORT_80_TCP=tcp://10.0.0.1:80",
		"FIRMHUB_TEST_POSTGRES=x", "FIRMHUB_BENCH_ROWS=1",
	}
	require.Empty(t, unknownVariables(parser.Model, known))
	wrong := []string{"FIRMHUB_PORT=8080", "FIRMHUB_DATABASEURL=postgres://", "FIRMHUB_ADRR=:80", "FIRMHUB_="}
	require.Equal(t, []string{"FIRMHUB_", "FIRMHUB_ADRR (FIRMHUB_ADDR?)", "FIRMHUB_DATABASEURL (FIRMHUB_DATABASE_URL?)", "FIRMHUB_PORT"},
		unknownVariables(parser.Model, slices.Concat(known, wrong)))
}
