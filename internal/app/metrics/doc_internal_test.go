package metrics

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
)

var update = flag.Bool("update", false, "write the table of metrics in docs/metrics.md anew")

const (
	docFile    = "../../../docs/metrics.md"
	boardFile  = "../../../deploy/grafana/firmhub.json"
	alertsFile = "../../../deploy/prometheus/alerts.yaml"
)

// described are the parts of a description, which has no methods to read them.
var described = regexp.MustCompile(`^Desc{fqName: "([^"]+)", help: "(.*)", constLabels: {.*}, variableLabels: {(.*)}}$`)

// metric is a metric of firmhub itself, as the documentation lists it.
type metric struct{ name, kind, labels, help string }

// registered returns the metrics of firmhub, without those of Go and of the process.
func registered(t *testing.T) (list []metric) {
	t.Helper()
	local := broker.NewMemory()
	t.Cleanup(func() { _ = local.Close() })
	m := New(Sources{Broker: local}) // To describe a metric, its source is not asked.
	histograms := map[string]bool{}
	for _, of := range []prometheus.Collector{m.requests, m.operations, m.steps, m.stays} {
		for _, desc := range descriptions(of) {
			histograms[desc.String()] = true
		}
	}
	for _, desc := range descriptions(m.registry) {
		parts := described.FindStringSubmatch(desc.String())
		require.NotNil(t, parts, desc)
		one := metric{name: parts[1], kind: "gauge", help: parts[2], labels: strings.ReplaceAll(parts[3], ",", ", ")}
		switch {
		case !strings.HasPrefix(one.name, "firmhub_"):
			continue
		case histograms[desc.String()]:
			one.kind = "histogram"
		case strings.HasSuffix(one.name, "_total"):
			one.kind = "counter"
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b metric) int { return strings.Compare(a.name, b.name) })
	return list
}

func descriptions(of prometheus.Collector) (list []*prometheus.Desc) {
	out := make(chan *prometheus.Desc)
	go func() {
		of.Describe(out)
		close(out)
	}()
	for desc := range out {
		list = append(list, desc)
	}
	return list
}

// table finds the table of metrics in the documentation.
var table = regexp.MustCompile(`(?s)(\| Metric \| Type \| Labels \| What it is \|\n\|---\|---\|---\|---\|\n)(.*?\n)(\n)`)

// TestMetrics_Doc compares the table of metrics in docs/metrics.md with the code. With -update it
// writes the table.
func TestMetrics_Doc(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	for _, one := range registered(t) {
		fmt.Fprintf(&rows, "| `%s` | %s | %s | %s |\n", one.name, one.kind, one.labels, one.help)
	}
	text, err := os.ReadFile(docFile)
	require.NoError(t, err)
	require.Regexp(t, table, string(text))
	written := table.ReplaceAllString(string(text), "${1}"+rows.String()+"${3}")
	if *update {
		require.NoError(t, os.WriteFile(docFile, []byte(written), 0o600))
		return
	}
	require.Equal(t, written, string(text), "go test -run TestMetrics_Doc ./internal/app/metrics -update writes the table")
}

// named finds the names of metrics in expressions.
var named = regexp.MustCompile(`\bfirmhub_[a-z_]+`)

// TestMetrics_Exist checks that dashboard and alerts name only metrics that exist.
func TestMetrics_Exist(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, one := range registered(t) {
		known[one.name] = true
		if one.kind == "histogram" {
			delete(known, one.name) // It has only these.
			known[one.name+"_bucket"], known[one.name+"_sum"], known[one.name+"_count"] = true, true, true
		}
	}
	for _, file := range []string{boardFile, alertsFile} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		names := named.FindAllString(string(text), -1)
		require.NotEmpty(t, names, file)
		for _, name := range names {
			require.True(t, known[name], "%s names %s", file, name)
		}
	}
	board, err := os.ReadFile(boardFile)
	require.NoError(t, err)
	require.True(t, json.Valid(board))
}

// TestMetrics_Anchors checks that each alert leads to a heading of docs/metrics.md.
func TestMetrics_Anchors(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(docFile)
	require.NoError(t, err)
	alerts, err := os.ReadFile(alertsFile)
	require.NoError(t, err)
	names := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(string(alerts), -1)
	links := regexp.MustCompile(`docs/metrics\.md#(\w+)`).FindAllStringSubmatch(string(alerts), -1)
	require.NotEmpty(t, names)
	require.Len(t, links, len(names))
	for i, name := range names {
		require.Equal(t, strings.ToLower(name[1]), links[i][1])
		require.Contains(t, string(doc), "\n### "+name[1]+"\n")
	}
}
