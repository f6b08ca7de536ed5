package config

import (
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/tracing"
)

const (
	otlpEndpoint   = "OTEL_EXPORTER_OTLP_ENDPOINT"
	tracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	otlpHeaders    = "OTEL_EXPORTER_OTLP_HEADERS"
	tracesHeaders  = "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
	otlpTimeout    = "OTEL_EXPORTER_OTLP_TIMEOUT"
	tracesTimeout  = "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"
	otlpProtocol   = "OTEL_EXPORTER_OTLP_PROTOCOL"
	tracesProtocol = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
	sampler        = "OTEL_TRACES_SAMPLER"
	samplerArg     = "OTEL_TRACES_SAMPLER_ARG"
	resourceList   = "OTEL_RESOURCE_ATTRIBUTES"
	serviceName    = "OTEL_SERVICE_NAME"

	// maxTimeout is how long a request to the collector may take.
	maxTimeout = time.Minute
)

// Tracing returns how to trace, by the standard environment variables of OpenTelemetry that
// docs/metrics.md lists. Without an endpoint, nothing is traced. For an invalid variable it returns
// an [*Error], which never contains the value of headers. warnings are sentences for the log.
func Tracing(getenv func(string) string) (of tracing.Config, warnings []string, err error) {
	if strings.EqualFold(getenv("OTEL_SDK_DISABLED"), "true") || getenv("OTEL_TRACES_EXPORTER") == "none" {
		return of, nil, nil
	}
	if of.Endpoint, err = endpoint(getenv); err != nil || of.Endpoint == "" {
		return tracing.Config{}, nil, err
	}
	if of.Headers, err = headers(getenv); err != nil {
		return tracing.Config{}, nil, err
	}
	if of.Timeout, err = timeout(getenv); err != nil {
		return tracing.Config{}, nil, err
	}
	if of.Ratio, err = ratio(getenv); err != nil {
		return tracing.Config{}, nil, err
	}
	if of.Resource, err = pairs(resourceList, getenv(resourceList)); err != nil {
		return tracing.Config{}, nil, err
	}
	if of.Resource["service.name"] == "" {
		of.Resource["service.name"] = "firmhub"
	}
	if name := getenv(serviceName); name != "" {
		of.Resource["service.name"] = name
	}
	of.Version = version.Release()
	if of.Resource["service.version"] == "" {
		of.Resource["service.version"] = of.Version
	}
	for _, name := range []string{otlpProtocol, tracesProtocol} {
		if protocol := getenv(name); protocol != "" && protocol != "http/json" {
			warnings = append(warnings, name+" is "+strconv.Quote(protocol)+
				", and traces are sent by http/json, which collectors accept at the same port as http/protobuf, usually 4318.")
		}
	}
	return of, warnings, nil
}

// endpoint returns the URL for traces, or "".
func endpoint(getenv func(string) string) (string, error) {
	setting, path := tracesEndpoint, ""
	if getenv(setting) == "" {
		setting, path = otlpEndpoint, "/v1/traces"
	}
	text := getenv(setting)
	if text == "" {
		return "", nil
	}
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "" {
		return "", Refuse(setting, "must be the URL of a collector, such as http://127.0.0.1:4318.")
	}
	return strings.TrimSuffix(text, "/") + path, nil
}

func headers(getenv func(string) string) (map[string]string, error) {
	all, err := pairs(otlpHeaders, getenv(otlpHeaders))
	if err != nil {
		return nil, err
	}
	own, err := pairs(tracesHeaders, getenv(tracesHeaders))
	maps.Copy(all, own)
	return all, err
}

// pairs parses a list such as key1=value1,key2=value2, whose values are percent-encoded.
func pairs(setting, text string) (map[string]string, error) {
	parsed := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		key, encoded, ok := strings.Cut(pair, "=")
		key = strings.TrimSpace(key)
		value, err := url.PathUnescape(strings.TrimSpace(encoded))
		if !ok || key == "" || err != nil || strings.ContainsAny(key+value, "\r\n\x00") || strings.Contains(key, " ") {
			return nil, Refuse(setting, "must be a list such as key1=value1,key2=value2, with %% and two digits for special characters.")
		}
		parsed[key] = value
	}
	return parsed, nil
}

func timeout(getenv func(string) string) (time.Duration, error) {
	setting := tracesTimeout
	if getenv(setting) == "" {
		setting = otlpTimeout
	}
	text := getenv(setting)
	if text == "" {
		return 0, nil
	}
	milliseconds, err := strconv.Atoi(text)
	limit := time.Duration(milliseconds) * time.Millisecond
	if err != nil || milliseconds < 1 || milliseconds > int(maxTimeout.Milliseconds()) {
		return 0, Refuse(setting, "must be a number of milliseconds from 1 to %d, and is %q.", maxTimeout.Milliseconds(), text)
	}
	return limit, nil
}

// ratio returns which part of the traces is sampled. As no trace has a parent outside of firmhub,
// the samplers that ask a parent first are those without "parentbased_".
func ratio(getenv func(string) string) (float64, error) {
	name := getenv(sampler)
	switch strings.TrimPrefix(name, "parentbased_") {
	case "", "always_on":
		return 1, nil
	case "always_off":
		return 0, nil
	case "traceidratio":
		text := getenv(samplerArg)
		if text == "" {
			return 1, nil
		}
		part, err := strconv.ParseFloat(text, 64)
		if err != nil || !(part >= 0 && part <= 1) {
			return 0, Refuse(samplerArg, "must be a number from 0 to 1, such as 0.05, and is %q.", text)
		}
		return part, nil
	}
	return 0, Refuse(sampler, "must be always_on, always_off, traceidratio or one of these after parentbased_, and is %q.", name)
}
