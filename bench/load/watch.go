package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// watch reads the memory and the number of goroutines of the server until ctx is done. The function that it returns waits for
// that and compares the last quarter of the run with the second; the first one is for warming up.
func watch(ctx context.Context, w io.Writer, base string, length time.Duration) (verdict func() error) {
	series := map[string][]float64{"go_goroutines": nil, "go_memstats_heap_inuse_bytes": nil, "process_resident_memory_bytes": nil}
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(max(length/120, 100*time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				for name, value := range gauges(base) {
					if _, watched := series[name]; watched {
						series[name] = append(series[name], value)
					}
				}
			}
		}
	}()
	return func() error {
		<-done
		var grown []error
		for name, values := range series {
			quarter := len(values) / 4
			if quarter == 0 {
				return errors.New("/metrics was not there to be watched")
			}
			before, after := mean(values[quarter:2*quarter]), mean(values[3*quarter:])
			fmt.Fprintf(w, "%-32s %14.0f → %14.0f (%+.1f %%)\n", name, before, after, 100*(after/before-1))
			if after > 1.25*before {
				grown = append(grown, fmt.Errorf("%s grew from %.0f to %.0f", name, before, after))
			}
		}
		return errors.Join(grown...)
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// gauges returns the metrics without labels.
func gauges(base string) map[string]float64 {
	values := map[string]float64{}
	response, err := http.Get(base + "/metrics") //nolint:noctx // A short read of a local page.
	if err != nil {
		return values
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if name, value, found := strings.Cut(lines.Text(), " "); found {
			if number, err := strconv.ParseFloat(value, 64); err == nil {
				values[name] = number
			}
		}
	}
	return values
}
