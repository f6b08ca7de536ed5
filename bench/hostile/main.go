// Command hostile measures what hostile connections cost a firmhub that runs on this machine: it opens many of one kind,
// holds them for a while, and prints the server's memory and what became of the connections. It only connects to
// loopback addresses.
//
//	hostile -url http://127.0.0.1:8080 -pid 1234 -kind bodies -count 1000 -hold 10s
package main

import (
	"flag"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

const (
	maxCount = 2000
	maxHold  = 2 * time.Minute
)

func main() {
	target := flag.String("url", "http://127.0.0.1:8080", "the server, on a loopback address")
	pid := flag.Int("pid", 0, "process id of the server")
	kind := flag.String("kind", "", "one of "+strings.Join(kinds(), ", "))
	count := flag.Int("count", 1000, "number of connections, at most 2000")
	hold := flag.Duration("hold", 10*time.Second, "how long to hold them, at most 2m")
	flag.Parse()
	if err := run(*target, *pid, *kind, *count, *hold); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

func run(target string, pid int, kind string, count int, hold time.Duration) error {
	parsed, err := url.Parse(target)
	if err != nil {
		return fmt.Errorf("read the URL: %w", err)
	}
	ip := net.ParseIP(parsed.Hostname())
	if ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%s is no loopback address", parsed.Hostname())
	}
	attack, ok := attacks()[kind]
	if !ok {
		return fmt.Errorf("-kind must be one of %s", strings.Join(kinds(), ", "))
	}
	count, hold = min(count, maxCount), min(hold, maxHold)
	server := process{pid}
	before, err := server.memory()
	if err != nil {
		return err
	}
	clients := newClients(parsed.Host, attack)
	clients.open(count)
	peak := before
	for end := time.Now().Add(hold); time.Now().Before(end); {
		<-time.After(100 * time.Millisecond)
		now, err := server.memory()
		if err != nil {
			return err
		}
		peak = max(peak, now)
	}
	fmt.Fprintf(os.Stdout, "%-8s %4d connections: RSS %d MB before, %d MB at most; %s\n",
		kind, count, before>>20, peak>>20, clients.report())
	clients.close()
	return nil
}

func kinds() []string { return slices.Sorted(maps.Keys(attacks())) }
