// Command beside measures how long a user of a running firmhub with the demo data waits for lists
// and contacts, first alone, then while another firm imports a file. It cancels the import at the
// end.
//
//	firmhub serve --demo   (with FIRMHUB_RATE_LIMIT=off)
//	go -C bench run ./beside
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"time"
)

func main() {
	var (
		base   = flag.String("url", "http://127.0.0.1:8080", "where firmhub serves")
		length = flag.Duration("for", 15*time.Second, "how long to read, alone and beside the import")
		rows   = flag.Int("rows", 300_000, "how many rows to import; it must take longer than the reads")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *base, *length, *rows)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beside:", err)
		os.Exit(1)
	}
}

// underWay is how many rows are imported before the reads are measured.
const underWay = 10_000

func run(ctx context.Context, base string, length time.Duration, rows int) error {
	const password = "Try-firmhub-1" //nolint:gosec // that of the demo
	reader, err := logIn(ctx, base, "helena@belavista.example", password)
	if err != nil {
		return err
	}
	writer, err := logIn(ctx, base, "annika@weitblick.example", password)
	if err != nil {
		return err
	}
	if _, err := read(ctx, reader, length/5); err != nil { // warms up
		return err
	}
	alone, err := read(ctx, reader, length)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stdout, "alone:            ", alone)
	path, err := writer.startImport(ctx, rows)
	if err != nil {
		return err
	}
	defer func() { // It fails where the import has ended.
		_, _ = writer.call(context.WithoutCancel(ctx), http.MethodPost, path+"/cancel", "", http.NoBody, nil)
	}()
	before := 0
	for again := time.Tick(200 * time.Millisecond); before < underWay; <-again {
		var running bool
		if before, running, err = writer.processed(ctx, path); err != nil {
			return err
		}
		if !running {
			return errEnded
		}
	}
	began := time.Now()
	beside, err := read(ctx, reader, length)
	if err != nil {
		return err
	}
	after, running, err := writer.processed(ctx, path)
	if err != nil {
		return err
	}
	if !running {
		return errEnded
	}
	fmt.Fprintf(os.Stdout, "beside an import:  %s, %.0f rows a second\n", beside, float64(after-before)/time.Since(began).Seconds())
	return nil
}

var (
	errEnded = errors.New("the import has ended before the reads: give it more -rows")
	errNone  = errors.New("there are no contacts to read")
)

// times are in order.
type times []time.Duration

func (t times) String() string {
	at := func(percent int) float64 { return float64(t[(len(t)-1)*percent/100].Microseconds()) / 1000 }
	return fmt.Sprintf("%d reads, p50 %.1f ms, p90 %.1f ms, p99 %.1f ms", len(t), at(50), at(90), at(99))
}

// read requests pages of 20 contacts and single contacts in turn, one after the other.
func read(ctx context.Context, c *client, length time.Duration) (took times, err error) {
	const getall, pages = "/api/V1/Contact/getall", 5
	var list struct{ Items []struct{ ID string } }
	if _, err := c.post(ctx, getall, map[string]any{"pageSize": 100}, &list); err != nil {
		return nil, err
	}
	if len(list.Items) == 0 {
		return nil, errNone
	}
	for began, i := time.Now(), 0; i == 0 || time.Since(began) < length; i++ {
		at := time.Now()
		if i%2 == 0 {
			_, err = c.post(ctx, getall, map[string]any{"page": 1 + i/2%pages, "pageSize": 20}, nil)
		} else {
			err = c.get(ctx, "/api/V1/Contact/get/"+list.Items[i/2%len(list.Items)].ID, nil)
		}
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(at))
	}
	slices.Sort(took)
	return took, nil
}
