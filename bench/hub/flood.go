package main

import (
	"context"
	"time"
)

// flooded is what was measured of a server some of whose connections do not read.
type flooded struct {
	p50, p99 time.Duration // of those that read
	// before is the resident memory of the server with all connections, peak the most during the flood, after that at its end.
	before, peak, after int64
	// cut is how many of those that do not read the server has closed, lost how many of the others.
	cut  int
	lost int64
}

// flood sends messages to connections of which some do not read.
func flood(ctx context.Context, kind string, p plan) (f flooded, err error) {
	s, err := start(kind)
	if err != nil {
		return f, err
	}
	defer s.stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	good, stalled := &crowd{}, &crowd{}
	defer good.leave()
	defer stalled.leave()
	if err := good.join(ctx, s.address, p.readers, true); err != nil {
		return f, err
	}
	if err := stalled.join(ctx, s.address, p.stalled, false); err != nil {
		return f, err
	}
	go good.ping(ctx)
	go stalled.ping(ctx)
	if _, f.before, err = s.look(); err != nil {
		return f, err
	}
	peak := make(chan int64)
	watching, done := context.WithCancel(ctx)
	go func() { peak <- s.peak(watching) }()
	good.keep()
	_, err = s.do(order{Send: p.flood, Rate: p.floodRate})
	done()
	f.peak = <-peak
	if err != nil {
		return f, err
	}
	if err := good.wait(ctx, int64(p.flood*p.readers)); err != nil {
		return f, err
	}
	f.p50, f.p99 = percentiles(good.kept())
	f.lost = good.lost.Load()
	c, after, err := s.look()
	f.after = after
	f.cut = p.readers + p.stalled - int(f.lost) - c.Connected
	return f, err
}

// peak returns the most resident memory of the server until ctx ends.
func (p *process) peak(ctx context.Context) (peak int64) {
	every := time.NewTicker(100 * time.Millisecond)
	defer every.Stop()
	for {
		if memory, err := p.memory(); err == nil {
			peak = max(peak, memory)
		}
		select {
		case <-ctx.Done():
			return peak
		case <-every.C:
		}
	}
}
