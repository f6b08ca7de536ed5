package config_test

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/config"
)

func TestConfigDefaults(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		settings := config.Config{}.Defaults()
		require.NoError(t, settings.Validate())
		require.Equal(t, "127.0.0.1:8080", settings.Addr)
		require.Equal(t, "sqlite://"+filepath.Join("data", "firmhub.db"), settings.DatabaseURL)
		require.Equal(t, settings, settings.Defaults(), "defaults of defaults change nothing")
	})

	t.Run("WhatIsSetStays", func(t *testing.T) {
		t.Parallel()
		settings := config.Config{Basics: config.Basics{DataDir: "/var/lib/firmhub"}, RateLimit: "off", CORSOrigins: []string{"", " https://a.example "}}.Defaults()
		require.Equal(t, "sqlite:///var/lib/firmhub/firmhub.db", settings.DatabaseURL)
		require.Equal(t, "off", settings.RateLimit)
		require.Equal(t, []string{"https://a.example"}, settings.CORSOrigins)
	})

	// The help of the commands names the defaults a second time.
	t.Run("HelpSaysTheSame", func(t *testing.T) {
		t.Parallel()
		defaults := reflect.ValueOf(config.Config{}.Defaults())
		for _, field := range reflect.VisibleFields(defaults.Type()) {
			if value := defaults.FieldByIndex(field.Index); value.Kind() == reflect.String && !value.IsZero() && field.Tag.Get("kong") != "-" {
				require.Equal(t, field.Tag.Get("placeholder"), value.String(), field.Name)
			}
		}
	})
}

func TestConfigValidate(t *testing.T) {
	t.Parallel()

	good := map[string]config.Config{
		"AnyPort":     {Addr: "127.0.0.1:0"},
		"AnyHost":     {Addr: ":8080"},
		"IPv6":        {Addr: "[::1]:8080"},
		"Postgres":    {Basics: config.Basics{DatabaseURL: "postgres://u:p@localhost:5432/firmhub?sslmode=disable"}},
		"SQLite":      {Basics: config.Basics{DatabaseURL: "sqlite:///tmp/x.db"}},
		"Disk":        {FilesURL: "file:///var/lib/firmhub/files"},
		"NATS":        {Basics: config.Basics{NATSURL: "nats://u:p@a:4222,tls://b"}},
		"S3":          {FilesURL: "s3://bucket?region=eu-west-1"},
		"PublicURL":   {PublicURL: "https://api.example.com"},
		"Proxies":     {TrustedProxies: []string{"10.0.0.0/8", "::1", "192.0.2.7"}},
		"Origins":     {CORSOrigins: []string{"https://app.example.com", "http://localhost:5173"}},
		"Metrics":     {MetricsAddr: "127.0.0.1:9090"},
		"Pprof":       {PprofAddr: "127.0.0.1:6060"},
		"Limits":      {RateLimit: "calls=100/200,login=10/60/100"},
		"Slow":        {Basics: config.Basics{Slow: time.Millisecond}},
		"LogLevel":    {Basics: config.Basics{Log: "debug"}},
		"LogFormat":   {Basics: config.Basics{Log: "json"}},
		"LogBoth":     {Basics: config.Basics{Log: "warn,text"}},
		"LogReversed": {Basics: config.Basics{Log: "TEXT, Error"}},
	}
	for name, settings := range good {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, settings.Validate())
		})
	}

	bad := map[string]struct {
		settings config.Config
		want     string
	}{
		"Addr":         {config.Config{Addr: "8080"}, `FIRMHUB_ADDR must be host:port, such as 127.0.0.1:8080, and is "8080".`},
		"Metrics":      {config.Config{MetricsAddr: "9090"}, `FIRMHUB_METRICS_ADDR must be host:port, such as 127.0.0.1:9090, and is "9090".`},
		"Pprof":        {config.Config{PprofAddr: ":6060"}, `FIRMHUB_PPROF_ADDR must be host:port with a host, such as 127.0.0.1:6060, and is ":6060".`},
		"Port":         {config.Config{Addr: "127.0.0.1:99999"}, `FIRMHUB_ADDR must be host:port, such as 127.0.0.1:8080, and is "127.0.0.1:99999".`},
		"Database":     {config.Config{Basics: config.Basics{DatabaseURL: "mysql://root:secret@h/db"}}, `FIRMHUB_DATABASE_URL must be sqlite://path or postgres://user:password@host:5432/name.`},
		"DirectURL":    {config.Config{Basics: config.Basics{DatabaseDirectURL: "postgres://h/db"}}, `FIRMHUB_DATABASE_DIRECT_URL must be postgres://user:password@host:5432/name, and FIRMHUB_DATABASE_URL of the same kind.`},
		"DatabasePath": {config.Config{Basics: config.Basics{DatabaseURL: "sqlite://"}}, `FIRMHUB_DATABASE_URL must be sqlite://path or postgres://user:password@host:5432/name.`},
		"Files":        {config.Config{FilesURL: "gs://bucket"}, `FIRMHUB_FILES_URL must be file://path or s3://bucket?region=name.`},
		"TTL":          {config.Config{AccessTokenTTL: time.Second}, `FIRMHUB_ACCESS_TOKEN_TTL must be from 5s to 24h, such as 15m, and is 1s.`},
		"LongTTL":      {config.Config{AccessTokenTTL: 25 * time.Hour}, `FIRMHUB_ACCESS_TOKEN_TTL must be from 5s to 24h, such as 15m, and is 25h0m0s.`},
		"NATS":         {config.Config{Basics: config.Basics{NATSURL: "http://u:secret@h"}}, `FIRMHUB_NATS_URL must be nats://host:4222 or tls://host:4222, or several with commas between.`},
		"BodyDays":     {config.Config{BodyRetention: 401}, `FIRMHUB_BODY_RETENTION must be from 1 to 400, and is 401.`},
		"Days":         {config.Config{NotificationDays: -1}, `FIRMHUB_NOTIFICATION_DAYS must be from 1 to 3650, and is -1.`},
		"PublicURL":    {config.Config{PublicURL: "api.example.com"}, `FIRMHUB_PUBLIC_URL must be a scheme and a host alone, such as https://api.example.com.`},
		"Email":        {config.Config{AdminEmail: "Ada <ada@example.com>"}, `FIRMHUB_ADMIN_EMAIL must be an e-mail address, such as admin@example.com, and is "Ada <ada@example.com>".`},
		"Password":     {config.Config{AdminPassword: "short"}, `FIRMHUB_ADMIN_PASSWORD must have 8 to 128 characters, among them a lower-case letter, an upper-case letter, a digit and a symbol.`},
		"Introspect":   {config.Config{Introspection: "yes"}, `FIRMHUB_INTROSPECTION must be on or off, and is "yes".`},
		"Proxy":        {config.Config{TrustedProxies: []string{"10.0.0.0/8", "proxy"}}, `FIRMHUB_TRUSTED_PROXIES must list addresses or CIDR ranges, such as 10.0.0.0/8,::1, and holds "proxy".`},
		"AnyOrigin":    {config.Config{CORSOrigins: []string{"*"}}, `FIRMHUB_CORS_ORIGINS must list exact origins in lower case, such as https://app.example.com,http://localhost:5173; number 1 is none.`},
		"OriginPath":   {config.Config{CORSOrigins: []string{"https://a.example/"}}, `FIRMHUB_CORS_ORIGINS must list exact origins in lower case, such as https://app.example.com,http://localhost:5173; number 1 is none.`},
		"OriginCase":   {config.Config{CORSOrigins: []string{"https://A.example"}}, `FIRMHUB_CORS_ORIGINS must list exact origins in lower case, such as https://app.example.com,http://localhost:5173; number 1 is none.`},
		"StopDelay":    {config.Config{StopDelay: time.Hour}, `FIRMHUB_STOP_DELAY must be from 0s to 5m, such as 10s, and is 1h0m0s.`},
		"Slow":         {config.Config{Basics: config.Basics{Slow: -time.Second}}, `FIRMHUB_SLOW must be a duration, such as 500ms, and is -1s.`},
		"Log":          {config.Config{Basics: config.Basics{Log: "loud"}}, `FIRMHUB_LOG must be debug, info, warn or error, and json, text or auto, such as debug,json; it holds "loud".`},
	}
	for name, test := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := test.settings.Validate()
			require.EqualError(t, err, test.want)
			require.ErrorAs(t, err, new(*config.Error))
		})
	}
}
