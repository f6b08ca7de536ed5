// Command hub compares firmhub's hub with the library centrifuge, in one run on one machine: memory and goroutines of a
// connection, CPU of a delivered message, the latency of messages to single users, and what happens when some clients do not
// read. Machines are noisy and differ, so compare the ratios. It is a module of its own, so that firmhub does not depend on
// centrifuge. `make bench-hub` runs it (Linux).
//
// The server under test is a process of its own: this program, started again with -serve. Each connection is a WebSocket with
// JSON, and all messages have the same payload, a notification of about 450 bytes. Both servers
// are alone in their processes, without a database, and send what the measurement tells them to.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// plan is what is measured.
type plan struct {
	sizes      []int
	servers    []string
	broadcasts time.Duration
	pushes     int
	pushRate   int
	stalled    int
	flood      int
	floodRate  int
	readers    int
}

func main() {
	var (
		p     plan
		serve = flag.String("serve", "", "be the server under test, for the program itself")
		sizes = flag.String("connections", "2000,10000", "numbers of connections")
		kinds = flag.String("servers", "hub,centrifuge", "what to compare: hub, centrifuge")
	)
	flag.DurationVar(&p.broadcasts, "broadcasts", 10*time.Second, "how long to send to every connection, 50,000 messages a second")
	flag.IntVar(&p.pushes, "pushes", 50_000, "messages to single connections")
	flag.IntVar(&p.pushRate, "rate", 5000, "of them in a second")
	flag.IntVar(&p.stalled, "stalled", 20, "connections that do not read")
	flag.IntVar(&p.readers, "readers", 50, "connections beside them that do")
	flag.IntVar(&p.flood, "flood", 20_000, "messages that each of these is sent")
	flag.IntVar(&p.floodRate, "floodrate", 800, "of them in a second")
	flag.Parse()
	if *serve != "" {
		exit(beServer(*serve, bufio.NewReader(os.Stdin), os.Stdout))
	}
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			exit(err)
		}
		p.sizes = append(p.sizes, n)
	}
	p.servers = strings.Split(*kinds, ",")
	if err := raiseFiles(); err != nil {
		exit(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit(compare(ctx, p))
}

func exit(err error) {
	if err == nil {
		os.Exit(0)
	}
	if !errors.Is(err, errMissed) {
		fmt.Fprintln(os.Stderr, "hub:", err)
	}
	os.Exit(1)
}

// raiseFiles raises the limit of open files of this process and its children as far as it goes.
func raiseFiles() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("limit of open files: %w", err)
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}
