package config_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/tracing"
)

func TestTracing(t *testing.T) {
	t.Parallel()
	read := func(variables map[string]string) (tracing.Config, []string, error) {
		return config.Tracing(func(name string) string { return variables[name] })
	}
	resource := map[string]string{"service.name": "firmhub", "service.version": version.Release()}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		got, warnings, err := read(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318/"})
		require.NoError(t, err)
		require.Empty(t, warnings)
		require.Equal(t, tracing.Config{
			Endpoint: "http://127.0.0.1:4318/v1/traces", Headers: map[string]string{}, Resource: resource, Version: version.Release(), Ratio: 1,
		}, got)
	})

	t.Run("All", func(t *testing.T) {
		t.Parallel()
		got, warnings, err := read(map[string]string{
			"OTEL_EXPORTER_OTLP_ENDPOINT":        "http://ignored.example",
			"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://collector.example/traces",
			"OTEL_EXPORTER_OTLP_HEADERS":         "api-key=one,other=a%20b",
			"OTEL_EXPORTER_OTLP_TRACES_HEADERS":  "api-key=two",
			"OTEL_EXPORTER_OTLP_TIMEOUT":         "500",
			"OTEL_EXPORTER_OTLP_PROTOCOL":        "grpc",
			"OTEL_TRACES_SAMPLER":                "parentbased_traceidratio",
			"OTEL_TRACES_SAMPLER_ARG":            "0.05",
			"OTEL_SERVICE_NAME":                  "hub",
			"OTEL_RESOURCE_ATTRIBUTES":           "deployment.environment.name=test,service.version=7",
		})
		require.NoError(t, err)
		require.Len(t, warnings, 1)
		require.Equal(t, tracing.Config{
			Endpoint: "https://collector.example/traces", Headers: map[string]string{"api-key": "two", "other": "a b"},
			Resource: map[string]string{"service.name": "hub", "service.version": "7", "deployment.environment.name": "test"},
			Version:  version.Release(), Ratio: 0.05, Timeout: 500 * time.Millisecond,
		}, got)
	})

	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		for _, variables := range []map[string]string{
			{},
			{"OTEL_TRACES_SAMPLER": "nonsense"},
			{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"},
			{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"},
		} {
			got, _, err := read(variables)
			require.NoError(t, err)
			require.Nil(t, tracing.New(got))
		}
	})

	for name, bad := range map[string]struct{ setting, value, want string }{
		"Endpoint": {"OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317", "OTEL_EXPORTER_OTLP_ENDPOINT must be the URL of a collector, such as http://127.0.0.1:4318."},
		"Headers": {
			"OTEL_EXPORTER_OTLP_HEADERS", "top-secret",
			"OTEL_EXPORTER_OTLP_HEADERS must be a list such as key1=value1,key2=value2, with % and two digits for special characters.",
		},
		"Timeout": {"OTEL_EXPORTER_OTLP_TIMEOUT", "10s", `OTEL_EXPORTER_OTLP_TIMEOUT must be a number of milliseconds from 1 to 60000, and is "10s".`},
		"Sampler": {
			"OTEL_TRACES_SAMPLER", "sometimes",
			`OTEL_TRACES_SAMPLER must be always_on, always_off, traceidratio or one of these after parentbased_, and is "sometimes".`,
		},
		"Resource": {
			"OTEL_RESOURCE_ATTRIBUTES", "a=%zz",
			"OTEL_RESOURCE_ATTRIBUTES must be a list such as key1=value1,key2=value2, with % and two digits for special characters.",
		},
	} {
		t.Run("Err"+name, func(t *testing.T) {
			t.Parallel()
			variables := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}
			variables[bad.setting] = bad.value
			_, _, err := read(variables)
			require.EqualError(t, err, bad.want)
		})
	}
	t.Run("ErrRatio", func(t *testing.T) {
		t.Parallel()
		for _, part := range []string{"2", "-1", "NaN", "x"} {
			_, _, err := read(map[string]string{
				"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": part,
			})
			require.EqualError(t, err, `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05, and is "`+part+`".`)
		}
	})
}
