package main

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
)

func TestZeroSetting(t *testing.T) {
	t.Parallel()
	parse := func(args ...string) (serveCommand, error) {
		t.Helper()
		program := &commands{}
		parser, err := kong.New(program, kong.Vars{"version": ""})
		require.NoError(t, err)
		parsed, err := parser.Parse(args)
		require.NoError(t, err)
		return program.Serve, zeroSetting(parsed)
	}
	unset, err := parse("serve", "--slow=0s", "--stop-delay=0s")
	require.NoError(t, err)
	defaults := app.Config{}.Defaults()
	require.Equal(t, defaults.NotificationDays, unset.NotificationDays)
	require.Equal(t, defaults.BodyRetention, unset.BodyRetention)
	require.Equal(t, defaults.AccessTokenTTL, unset.AccessTokenTTL)

	for flag, refused := range map[string]string{
		"--notification-days=0": "FIRMHUB_NOTIFICATION_DAYS must not be 0. Leave it out for the default, 90.",
		"--body-retention=0":    "FIRMHUB_BODY_RETENTION must not be 0. Leave it out for the default, 400.",
		"--access-token-ttl=0s": "FIRMHUB_ACCESS_TOKEN_TTL must not be 0. Leave it out for the default, 15m.",
		"--unknown-after=0s":    "FIRMHUB_UNKNOWN_AFTER must not be 0. Leave it out for the default, 15m.",
		"--unknown-release=0s":  "FIRMHUB_UNKNOWN_RELEASE must not be 0. Leave it out for the default, 24h.",
	} {
		_, err := parse("serve", flag)
		require.EqualError(t, err, refused)
	}
	_, err = parse("provider", "--app-secret=", "--auth-token=")
	require.NoError(t, err, "a text may be empty")
}
