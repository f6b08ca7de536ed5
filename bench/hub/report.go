package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// The targets, as parts of what centrifuge takes, and the greatest latency while some connections do not read.
const (
	targetMemory  = 0.55
	targetCPU     = 0.7
	targetLatency = 1.0
	targetFlooded = 10 * time.Millisecond
	targetGrowth  = 64 << 20
	reference     = "centrifuge"
	bytesKilo     = 1024
	bytesMega     = 1 << 20
)

// compare measures the servers and prints the figures. It returns errMissed when a target was missed.
func compare(ctx context.Context, p plan) error {
	missed := false
	for _, connections := range p.sizes {
		fmt.Fprintf(os.Stdout, "\n%d connections%s\n%-12s %10s %14s %11s %14s %10s %10s %6s\n", connections, load(),
			"", "resident", "heap + stacks", "goroutines", "CPU/broadcast", "push p50", "push p99", "lost")
		all := map[string]figures{}
		for _, kind := range p.servers {
			f, err := measure(ctx, kind, connections, p)
			if err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
			all[kind] = f
			fmt.Fprintf(os.Stdout, "%-12s %7.1f KB %11.1f KB %11.2f %14s %10s %10s %6d\n", kind, f.resident/bytesKilo, f.inUse/bytesKilo,
				f.goroutines, f.cpu.Round(10*time.Nanosecond), f.p50.Round(time.Microsecond), f.p99.Round(time.Microsecond), f.lost)
		}
		missed = !ratios(all) || missed
	}
	if p.flood > 0 {
		good, err := floods(ctx, p)
		if err != nil {
			return err
		}
		missed = missed || !good
	}
	if missed {
		return errMissed
	}
	return nil
}

// ratios prints the figures of the hub as parts of centrifuge's, and reports whether they are within the targets.
func ratios(all map[string]figures) bool {
	ours, measured := all["hub"]
	theirs, compared := all[reference]
	if !measured || !compared {
		return true
	}
	good := true
	for _, ratio := range []struct {
		name         string
		value, limit float64
	}{
		{"resident memory of a connection", ours.resident / theirs.resident, targetMemory},
		{"heap and stacks of a connection", ours.inUse / theirs.inUse, targetMemory},
		{"CPU of a broadcast message", float64(ours.cpu) / float64(theirs.cpu), targetCPU},
		{"p99 of messages to single users", float64(ours.p99) / float64(theirs.p99), targetLatency},
	} {
		verdict := "reached"
		if ratio.value > ratio.limit || ours.lost > 0 {
			verdict, good = "MISSED", false
		}
		fmt.Fprintf(os.Stdout, "  %-33s %.2f of centrifuge, target %.2f: %s\n", ratio.name, ratio.value, ratio.limit, verdict)
	}
	return good
}

// floods prints what the servers do about connections that do not read.
func floods(ctx context.Context, p plan) (good bool, err error) {
	fmt.Fprintf(os.Stdout, "\n%d connections that do not read, %d that do, %d messages to each, %d a second%s\n", p.stalled, p.readers, p.flood,
		p.floodRate, load())
	fmt.Fprintf(os.Stdout, "%-12s %10s %10s %10s %10s %10s %8s %6s\n", "", "p50", "p99", "before", "peak", "after", "cut", "lost")
	good = true
	for _, kind := range p.servers {
		f, err := flood(ctx, kind, p)
		if err != nil {
			return false, fmt.Errorf("%s: %w", kind, err)
		}
		fmt.Fprintf(os.Stdout, "%-12s %10s %10s %7.1f MB %7.1f MB %7.1f MB %5d/%d %6d\n", kind, f.p50.Round(time.Microsecond),
			f.p99.Round(time.Microsecond), float64(f.before)/bytesMega, float64(f.peak)/bytesMega, float64(f.after)/bytesMega, f.cut, p.stalled, f.lost)
		if kind == "hub" && (f.p99 > targetFlooded || f.peak-f.before > targetGrowth || f.cut < p.stalled || f.lost > 0) {
			fmt.Fprintf(os.Stdout, "  target: p99 below %s, less than %d MB more memory, all that do not read cut: MISSED\n", targetFlooded, targetGrowth/bytesMega)
			good = false
		}
	}
	return good, nil
}

// load says how busy the machine is.
func load() string {
	average, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	var minute float64
	if _, err := fmt.Sscan(string(average), &minute); err != nil {
		return ""
	}
	return fmt.Sprintf(", load of the machine %.1f", minute)
}
